"""The user of a request from a person who has signed in: themselves, whatever the request says (interface:
Console, rule 8)."""

from collections.abc import Mapping

from pydantic_core import from_json, to_json

from gather.core.model import QueryModel, RequestBody
from gather.http.validation import MAXIMUM_BODY_BYTES

USER_ID = "userId"


def query_as(user_id: str | None, model: type[QueryModel], query: Mapping[str, str]) -> Mapping[str, str]:
    """The parameters of a query, with `userId` where the query has it."""
    return {**query, USER_ID: user_id or ""} if USER_ID in model.names() else query


def body_as(user_id: str | None, model: type[RequestBody], body: str) -> str:
    """A body with `userId` where it has one. What is no JSON object is left to be refused."""
    if "user_id" not in model.model_fields or len(body) > MAXIMUM_BODY_BYTES:
        return body
    try:
        members = from_json(body or "{}")
    except ValueError:
        return body
    return to_json({**members, USER_ID: user_id}).decode() if isinstance(members, dict) else body
