"""The base of every record, request and response. The formats of their fields are in `gather.core.formats`.

Python names are snake_case, JSON and stored attributes the camelCase of the interface. Building a
model's validator is put off until its first use: a function pays only for the routes it is asked.
"""

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Never, Self, get_args

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from gather.core.errors import Fault
from gather.core.formats import RecordId
from gather.core.identifiers import normal_id


class Model(BaseModel):
    """Base of records and responses: immutable, camelCase outside, unknown members ignored.

    Faults never quote the value that they are about, so that no log of one holds personal data.
    """

    model_config = ConfigDict(
        alias_generator=to_camel,
        populate_by_name=True,
        extra="ignore",
        frozen=True,
        allow_inf_nan=False,
        defer_build=True,
        hide_input_in_errors=True,
    )

    def changed(self, **fields: Never) -> Self:
        """A copy with `fields` (Python names) set.

        mypy takes the names and types of the fields from the model (scripts/typing_plugin).
        """
        return self.model_copy(update=fields)


def stored_names(model: type[Model]) -> tuple[str, ...]:
    """The attributes under which the members of a model are stored."""
    return tuple(to_camel(name) for name in model.model_fields)


def _is_record_id(annotation: object) -> bool:
    return RecordId in (annotation, *get_args(annotation))


def _is_none(value: object) -> bool:
    return value is None


MAY_BE_ABSENT = "x-may-be-absent"
"""Marks a member in a model's JSON schema that responses may leave out."""

LeftOutWhenNull: Any = Field(exclude_if=_is_none, json_schema_extra={MAY_BE_ABSENT: True})
"""The annotation of a member with default None that is absent from responses instead of null."""

UNSET: Any = None
"""The default of a PATCH member that may be left out and may not be null."""


class RequestPart(Model):
    """An object in a request body: wrong types are refused, never converted.

    Interface: Conventions, rule 12.
    """

    model_config = ConfigDict(strict=True)

    def supplied(self) -> dict[str, Any]:
        """The members that the client sent, by their Python names."""
        return {name: getattr(self, name) for name in self.model_fields_set}


class RequestBody(RequestPart):
    """Base of request bodies in somebody else's words, such as a recruiting suite's.

    `judged_later` names a member that is an array of anything: its elements are judged one by one after the
    request, and what is wrong in one of them is no fault of the body.
    """

    judged_later: ClassVar[str | None] = None

    @classmethod
    def cross_field_faults(cls, raw: Mapping[str, Any]) -> Iterable[Fault]:
        """Faults that concern several members at once, found on the body as it was sent.

        Found together with the faults of each member, so that the client gets all of them in one
        response; `raw` may therefore hold values of any type.
        """
        return ()


class RequestModel(RequestBody):
    """Base of our own request bodies.

    Any body may name the team it means and the user it acts for (interface: Conventions, rules 8 and 9).
    """

    team_id: RecordId | None = None
    """The team that is meant, of the key's organization. The key's own team when null or not sent; required
    with a key that has no team."""
    user_id: RecordId | None = None
    """The user who acts, of the key's organization; becomes `createdById` of what is created. The key's owner
    when null or not sent."""

    def supplied(self) -> dict[str, Any]:
        """The members that the client sent, by their Python names; the changes of a PATCH."""
        return {name: getattr(self, name) for name in self.model_fields_set - {"team_id", "user_id"}}


class QueryModel(Model):
    """Base of query parameters, which arrive as text and are converted."""

    @classmethod
    def names(cls) -> frozenset[str]:
        """The parameters, as clients spell them."""
        return frozenset(field.alias or name for name, field in cls.model_fields.items())

    @classmethod
    def with_normal_ids(cls, parameters: Mapping[str, str]) -> dict[str, str]:
        """The parameters with the ids of records in the one form in which they are compared."""
        ids = {to_camel(name) for name, field in cls.model_fields.items() if _is_record_id(field.annotation)}
        return {name: normal_id(value) if name in ids else value for name, value in parameters.items()}


class NoQuery(QueryModel):
    """The query of a route that reads none."""


class TeamQuery(QueryModel):
    """The query of a route that works in a team (interface: Conventions, rules 8 and 9)."""

    team_id: RecordId | None = None
    """The team that is meant, of the key's organization. The key's own team when it is not sent; required
    with a key that has no team."""
    user_id: RecordId | None = None
    """The user who acts, of the key's organization; becomes `createdById` of what is created. The key's owner
    when it is not sent."""


class CursorQuery(TeamQuery):
    """Query of a list that can be read by cursor instead of by page (interface: Lists, rule 6)."""

    cursor: str | None = None
    """Where the list goes on: empty to begin, then the `meta.nextCursor` of the answer before. Takes the
    place of `page`."""


class NoBody(RequestModel):
    """The body of a route that reads none."""


class FormBody(NoBody):
    """The body of a route that a form or a mail client posts to. Whatever it is, it is not read."""
