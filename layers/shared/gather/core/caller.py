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
    """The author of an entry in the audit log: a key with the user who acts, or the operator."""

    credential_id: str | None
    user_id: str | None

    @property
    def is_operator(self) -> bool:
        """Whether it is the operator of the service, who needs no key."""
        return self.credential_id is None


OPERATOR = Actor(None, None)
"""The user of the administration command line."""


@dataclass(frozen=True, slots=True)
class Caller:
    """The key behind a request. `team_id` is None for a key of a whole organization; `integration_id` is set
    when it is no key but the Basic credentials of an integration. The ids of a sandbox's key are those of the
    sandbox (gather.core.tenant)."""

    credential_id: str
    organization_id: str
    team_id: str | None
    user_id: str | None
    scope: Scope
    permissions: frozenset[Permission]
    integration_id: str | None = None

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
