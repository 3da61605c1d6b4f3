"""A request as a route sees it. The type of a route's call says what the route takes.

    Call      no key: a token in the path, or nothing
    KeyCall   a key, or what stands for one; it works in the whole organization
    TeamCall  a key or a session; it works in one team of the organization

The two arguments of the type are the models of the body and of the query.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Generic, TypeVar

from gather.core.caller import Actor, Caller, TeamScope
from gather.core.clock import Clock, timestamp
from gather.core.model import QueryModel, RequestBody
from gather.core.precondition import Precondition
from gather.http.cursors import Cursor
from gather.http.key_check import Settle
from gather.table.records import Records
from gather.table.visitor_usage import Visitor
from gather.wiring import Adapters

B = TypeVar("B", bound=RequestBody)
Q = TypeVar("Q", bound=QueryModel)


@dataclass(frozen=True, kw_only=True)
class Call(Generic[B, Q]):
    """A request with a valid body and query.

    `path` holds the path's parameters by their names in the route; `base_url` is what links to this
    service begin with; `records` are those of the request, which know its `Idempotency-Key`. `client` stands
    for who asks without a key (`gather.http.visitors`); None where clients are not limited. `beginning`
    is a cursor at the beginning of a list, with the filters of the request; `cursor` is
    there when a list is read by cursor. `settle` returns when the request is admitted; until then it may read
    the table and nothing else (gather.http.key_check).
    """

    body: B
    query: Q
    path: Mapping[str, str]
    headers: Mapping[str, str]
    now: datetime
    base_url: str
    own_adapters: Adapters
    settle: Settle
    records: Records
    client: Visitor | None = None
    cursor: Cursor | None = None
    beginning: Cursor | None = None

    @property
    def adapters(self) -> Adapters:
        """The adapters besides the table, once the request is admitted."""
        self.settle()
        return self.own_adapters

    @property
    def clock(self) -> Clock:
        """The time while the request goes on; `now` is that of its beginning."""
        return self.own_adapters.clock

    @property
    def moment(self) -> str:
        """The time of the request as a stored timestamp."""
        return timestamp(self.now)

    @property
    def precondition(self) -> Precondition:
        """The version that the client wants the record to have."""
        return Precondition.of_header(self.headers.get("if-match"))

    def check_version(self, version: int) -> None:
        """Raises PreconditionFailed when the request's `If-Match` names other versions alone."""
        self.precondition.check(version)


@dataclass(frozen=True, kw_only=True)
class KeyCall(Call[B, Q]):
    """A request with a key, or with what stands for one: a session, or the Basic credentials of an
    integration."""

    caller: Caller

    @property
    def organization_id(self) -> str:
        """The organization of the key or the session that the request carries."""
        return self.caller.organization_id

    @property
    def actor(self) -> Actor:
        """The author of the request in the audit log."""
        return self.caller.as_actor(self.caller.user_id)


@dataclass(frozen=True, kw_only=True)
class TeamCall(KeyCall[B, Q]):
    """A request with a key that works in `team`."""

    team: TeamScope

    @property
    def actor(self) -> Actor:
        """The author in the audit log: the key, with the request's user or else the key's owner; or the
        person who has signed in."""
        return self.caller.as_actor(self.team.user_id)
