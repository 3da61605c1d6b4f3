"""The create on Chalice, with the calls of the raw handler."""

from chalice import BadRequestError, Chalice, Response  # type: ignore[import-not-found]  # only in the bench's packages

from . import raw

handler = Chalice(app_name="candidates")


def create() -> Response:
    """Adds a candidate."""
    request = handler.current_request
    try:
        record = raw.create(request.headers["x-api-key"], request.json_body)
    except raw.Refused as refused:
        raise BadRequestError(str(refused.fields)) from refused
    return Response(
        {
            "data": record,
            "meta": {"requestId": request.lambda_context.aws_request_id, "timestamp": raw.now()},
        },
        status_code=201,
    )


handler.route("/qsi/gather/candidates", methods=["POST"])(create)
