"""The create on FastAPI, behind Mangum, with the calls of the raw handler."""

from typing import Any

from fastapi import FastAPI, Header, Request
from mangum import Mangum  # type: ignore[import-not-found]  # only in the bench's packages
from pydantic import BaseModel

from . import raw


class CreateCandidate(BaseModel):
    """Body of POST /candidates."""

    firstName: str
    lastName: str
    email: str
    phone: str
    resumeUrl: str | None = None
    externalId: str | None = None
    linkedInURL: str | None = None
    source: str = "api"
    timezone: str | None = None
    smsOptIn: bool = False


def create(request: Request, body: CreateCandidate, x_api_key: str = Header()) -> dict[str, Any]:
    """Adds a candidate."""
    record = raw.create(x_api_key, body.model_dump())
    request_id = request.scope["aws.context"].aws_request_id
    return {"data": record, "meta": {"requestId": request_id, "timestamp": raw.now()}}


app = FastAPI(openapi_url=None)
app.add_api_route("/qsi/gather/candidates", create, methods=["POST"], status_code=201)
handler = Mangum(app, lifespan="off")
