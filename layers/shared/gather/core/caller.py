"""The caller of a request, and the team that the request is for."""

from dataclasses import dataclass, replace
from enum import StrEnum

from gather.core.tenant import beside, is_sandbox


class Scope(StrEnum):
    """The use of a key (interface: Authentication, rule 2)."""

    GATHER = "gather"
    ACCOUNTS = "accounts"
    INTEGRATIONS = "integrations"
    ADMIN = "admin"


class Basic(StrEnum):
    """The meaning of `Authorization: Basic` to a route (interface: Authentication, rules 2 to 4)."""

    REFUSED = "refused"
    GATHER_KEY = "gather key"
    INTEGRATION = "integration"


class SandboxUse(StrEnum):
    """The keys that a route takes: also those of sandboxes, all but these, or these alone.

    Interface: Sandbox, rules 2 and 4.
    """

    ALLOWED = "allowed"
    REFUSED = "refused"
    REQUIRED = "required"


class Role(StrEnum):
    """What a person who has signed in may do; each role may do what those before it may."""

    REVIEWER = "reviewer"
    MANAGER = "manager"
    ADMINISTRATOR = "administrator"

    def includes(self, role: "Role") -> bool:
        """Whether this role may do what `role` may."""
        order = list(Role)
        return order.index(self) >= order.index(role)


class Permission(StrEnum):
    """The permissions of a key."""

    READ = "read"
    WRITE = "write"


@dataclass(frozen=True, slots=True)
class Quota:
    """The state of a key's hourly allowance after this request."""

    limit: int
    remaining: int
    resets_at_epoch: int

    def headers(self) -> dict[str, str]:
        """The headers that every response to a keyed request carries (interface: Limits, rule 2)."""
        return {
            "X-RateLimit-Limit": str(self.limit),
            "X-RateLimit-Remaining": str(self.remaining),
            "X-RateLimit-Reset": str(self.resets_at_epoch),
        }


@dataclass(frozen=True, slots=True)
class Actor:
    """The author of an entry in the audit log: a key with the user who acts, a person who has signed in, or
    the operator."""

    credential_id: str | None
    user_id: str | None
    session_id: str | None = None

    @property
    def acts_by(self) -> str:
        """The id of the key or the session; empty for the operator."""
        return self.credential_id or self.session_id or ""

    @property
    def is_operator(self) -> bool:
        """Whether it is the operator of the service, who needs neither a key nor a session."""
        return self.credential_id is None and self.user_id is None


OPERATOR = Actor(None, None)
"""The user of the administration command line."""


@dataclass(frozen=True, slots=True)
class SignedIn:
    """The rights of a person who has signed in: their role in their teams."""

    role: Role
    team_ids: frozenset[str]


@dataclass(frozen=True, slots=True)
class Caller:
    """The key or the session behind a request.

    `team_id` is None for a key of a whole organization, and for a person who is of several teams or of none.
    `integration_id` is set when it is no key but the Basic credentials of an integration, `signed_in` when it
    is the session of a person, whom `user_id` names. The ids of a sandbox's key are those of the sandbox
    (gather.core.tenant)."""

    credential_id: str
    organization_id: str
    team_id: str | None
    user_id: str | None
    scope: Scope
    permissions: frozenset[Permission]
    integration_id: str | None = None
    signed_in: SignedIn | None = None

    def as_actor(self, user_id: str | None) -> Actor:
        """The author in the audit log, where `user_id` is the user who acts."""
        if self.signed_in is None:
            return Actor(self.credential_id, user_id)
        return Actor(None, self.user_id, session_id=self.credential_id)

    @property
    def visible_team_ids(self) -> frozenset[str] | None:
        """The teams whose people the caller sees; None for those of the whole organization, as keys and
        administrators do."""
        if self.signed_in is None or self.has_role(Role.ADMINISTRATOR):
            return None
        return self.signed_in.team_ids

    def has_role(self, role: Role) -> bool:
        """Whether a person who has signed in has the rights of `role`. A key has those of all of them."""
        return self.signed_in is None or self.signed_in.role.includes(role)

    @property
    def is_in_sandbox(self) -> bool:
        """Whether the key works in the organization's sandbox."""
        return is_sandbox(self.organization_id)


@dataclass(frozen=True, slots=True)
class TeamScope:
    """The team a request works in and the user it works as."""

    organization_id: str
    team_id: str
    user_id: str | None

    def of_team(self, named: str) -> "TeamScope":
        """The same user in the team that a client calls `named`, on the same side of the sandbox."""
        return replace(self, team_id=beside(self.organization_id, named))
