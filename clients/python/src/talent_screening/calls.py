"""One operation with its arguments, before it is sent."""

import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Generic, TypeVar
from urllib.parse import quote

from talent_screening.model import Model

T = TypeVar("T", covariant=True)
P = TypeVar("P")
I = TypeVar("I", covariant=True)  # noqa: E741  # the item of a list

Value = str | int | float | bool
"""The type of a parameter's value."""


class Credential(Enum):
    """The credential of a request."""

    KEY = "key"
    """The client's key, or its login where a vendor asks."""

    NONE = "none"


@dataclass(frozen=True)
class Call(Generic[T]):
    """A request that can be sent again as it is."""

    method: str
    path: str
    """The path as the OpenAPI document has it, with `{parameters}`."""

    answers: type[T]
    """The type of the answer's `data`."""

    parameters: Mapping[str, Value] = field(default_factory=dict)
    """The values of the parameters in the path."""

    query: Mapping[str, Value | None] = field(default_factory=dict)
    """The parameters of the query; None leaves one out."""

    body: Model | None = None
    credential: Credential = Credential.KEY
    headers: Mapping[str, str] = field(default_factory=dict)
    idempotency_key: str | None = None
    if_match: str | None = None

    @property
    def operation(self) -> str:
        """The method and the path without values, which messages and logs may show."""
        return f"{self.method} {self.path}"

    @property
    def url(self) -> str:
        """The path with its values."""
        return self.path.format_map(
            {name: quote(_text(value), safe="") for name, value in self.parameters.items()}
        )

    @property
    def sent_query(self) -> dict[str, str]:
        """The parameters with their values as text, without those that are None."""
        return {name: _text(value) for name, value in self.query.items() if value is not None}

    @property
    def sent_headers(self) -> dict[str, str]:
        """The call's own headers, to which the client adds its own."""
        sent = {"Idempotency-Key": self.idempotency_key, "If-Match": self.if_match, **self.headers}
        return {name: value for name, value in sent.items() if value is not None}

    @property
    def content(self) -> bytes | None:
        """The body as it is sent: the members that were set."""
        if self.body is None:
            return None
        return self.body.model_dump_json(by_alias=True, exclude_unset=True).encode()

    @property
    def is_repeatable(self) -> bool:
        """Whether a repetition changes nothing. With `If-Match` it fails where the first request did not."""
        if self.method in ("GET", "PUT"):
            return self.if_match is None
        return self.idempotency_key is not None

    def asking(self, **query: Value) -> "Call[T]":
        """Returns the same call with other values in the query."""
        return replace(self, query={**self.query, **query})


class Paging(Enum):
    """The way to the next page of a list."""

    CURSOR_IN_META = "meta"
    """`cursor` is empty at first and then `meta.nextCursor`."""

    CURSOR_IN_DATA = "data"
    """`cursor` is absent at first and then `data.nextCursor`."""

    PAGES = "pages"
    """`page` counts up to `pagination.totalPages`."""


@dataclass(frozen=True)
class Listing(Generic[P, I]):
    """A list that can be read to its end."""

    call: Call[P]
    """The call for one page."""

    paging: Paging
    items: Callable[[P], Sequence[I]]
    """The records of a page."""


def new_idempotency_key() -> str:
    """Returns a key that no other request has."""
    return str(uuid.uuid4())


def _text(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
