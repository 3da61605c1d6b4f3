"""`POST /_local/sign-in`: a session for any user with an account, by their id.

It answers as `POST /console/session` does.
"""

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from flask import Response
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError
from pydantic.alias_generators import to_camel

from gather.core.errors import GatherError, NotFound, ValidationFailed
from gather.core.identifiers import is_id, new_id
from gather.http.envelope import ENVELOPE
from gather.table.readable import readable
from gather.table.records import Records
from gather.table.store import Table
from gather.tenancy.organizations import storage as organization_storage
from gather.tenancy.sessions import service
from gather.tenancy.sessions.models import CreatedSession
from gather.tenancy.sessions.token import LIFETIME
from gather.tenancy.users.models import User
from gather.tenancy.users.storage import USER

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient


class SignIn(BaseModel):
    """The body: whose session it is, and for how many seconds it is good."""

    model_config = ConfigDict(strict=True, alias_generator=to_camel)

    user_id: str
    seconds: int = Field(default=int(LIFETIME.total_seconds()), ge=1, le=int(LIFETIME.total_seconds()))


def begin_session(client: "DynamoDBClient", table_name: str, body: bytes, now: datetime) -> Response:
    """The response to the request with `body`: 201, 400 for what it is not, 404 for who cannot sign in."""
    records, request_id = Records(Table(client, table_name)), new_id()
    try:
        asked = _asked(body)
        user = _find(records.table, asked.user_id)
        made = service.begin(records, user, now=now, lifetime=timedelta(seconds=asked.seconds))
    except GatherError as fault:
        return _sent(ENVELOPE.failure(fault, request_id, now, {}), request_id)
    adapter = TypeAdapter(dict[str, CreatedSession])
    return _sent(ENVELOPE.success({"session": made}, adapter, 201, request_id, now, {}), request_id)


def _asked(body: bytes) -> SignIn:
    try:
        return SignIn.model_validate_json(body)
    except ValidationError as error:
        field = str(next(iter(error.errors()[0]["loc"]), "body"))
        raise ValidationFailed.of(field, "is required and must be valid") from None


def _find(table: Table, user_id: str) -> User:
    """The user, of whatever organization. Raises NotFound for one who cannot sign in."""
    organizations = organization_storage.list_organizations(table) if is_id(user_id) else []
    found = table.get_many(USER.key(each.id, user_id) for each in organizations)
    for user in readable(User, found.values()):
        if user.archived_at is None and not user.is_api_user:
            return user
    raise NotFound(USER.resource, user_id)


def _sent(response: Any, request_id: str) -> Response:
    headers = {**response.headers, "X-Request-Id": request_id, "Cache-Control": "no-store"}
    return Response(response.body, response.status_code, headers, content_type=response.content_type)
