"""Credentials: the records of API keys (interface: Keys, rules 1 to 6)."""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field

from gather.core.caller import Permission, Scope
from gather.core.clock import timestamp
from gather.core.errors import Fault, ValidationFailed
from gather.core.formats import RecordId, Title
from gather.core.identifiers import new_id
from gather.core.model import Model, QueryModel, RequestModel
from gather.core.moment import moment_of

MOST_PERMISSIONS = 10
"""A key has two at most; a client may name one twice."""

_NOT_FOR_SANDBOXES = Fault("sandbox", "needs the scope gather")
_EARLIEST_EXPIRY = datetime(1970, 1, 1, tzinfo=UTC)


def _assignable(scope: object) -> object:
    if scope not in (Scope.GATHER, Scope.ACCOUNTS, Scope.INTEGRATIONS):
        raise ValueError("must be gather, accounts or integrations")
    return scope


AssignableScope = Annotated[
    Literal[Scope.GATHER, Scope.ACCOUNTS, Scope.INTEGRATIONS], BeforeValidator(_assignable)
]
"""The scopes of keys that are created over HTTP; only the command line creates admin keys."""


def parse_expiry(text: str) -> str:
    """A time in ISO 8601 as a timestamp of the service. Raises ValueError for anything else."""
    try:
        moment = moment_of(text).astimezone(UTC)
    except (ValueError, OverflowError):
        raise ValueError("must be a time in ISO 8601, such as 2030-01-31T12:00:00Z") from None
    if moment < _EARLIEST_EXPIRY:
        raise ValueError("must be a time after 1970")
    return timestamp(moment)


def check_expiry(expires_at: str | None, now: datetime) -> None:
    """Check that a key ends in the future, if at all. Raises ValidationFailed."""
    if expires_at is not None and expires_at <= timestamp(now):
        raise ValidationFailed.of("expiresAt", "must be a time to come")


_MOMENT_SCHEMA = {"format": "date-time", "pattern": "^(19[7-9]|[2-9])"}

Expiry = Annotated[str, AfterValidator(parse_expiry), Field(json_schema_extra=_MOMENT_SCHEMA)]
"""A time in ISO 8601, stored as a timestamp of the service, so that it can be compared as text."""


class CreateCredential(RequestModel):
    """Body of POST /credentials. `userId` names the key's owner, who must be of the organization."""

    organization_id: RecordId
    """The organization that the key belongs to."""
    team_id: RecordId
    """The team that the key works in; null for the whole organization."""
    name: Title
    """The name that people know the key by."""
    permissions: tuple[Permission, ...] = Field(min_length=1, max_length=MOST_PERMISSIONS)
    """The permissions of the key: read, write, or both."""
    scope: AssignableScope = Scope.GATHER
    """The part of the interface that the key is for."""
    expires_at: Expiry | None = None
    """When the key ends, a time to come: ISO 8601 in UTC; null for never."""
    sandbox: bool = False
    """Whether the key works in the organization's sandbox; only one of scope `gather` can."""

    @classmethod
    def cross_field_faults(cls, raw: Mapping[str, Any]) -> Iterable[Fault]:
        if raw.get("sandbox") is True and raw.get("scope", Scope.GATHER) != Scope.GATHER:
            yield _NOT_FOR_SANDBOXES


class CredentialListQuery(QueryModel):
    """Query of GET /credentials."""

    organization_id: RecordId


class ListedCredential(Model):
    """A credential as the list shows it. Never holds the key."""

    id: str
    """The key's record."""
    name: str
    organization_id: str
    team_id: str | None = None
    created_at: str
    """When the key was created: ISO 8601 in UTC."""
    last_used_at: str | None = None
    """When the key was last used: ISO 8601 in UTC; null when it never was."""
    sandbox: bool = False
    """Whether the key works in the organization's sandbox."""


class Credential(ListedCredential):
    """A stored credential. `team_id` is None for a key of a whole organization, `user_id` is its owner."""

    user_id: str | None = None
    scope: Scope
    permissions: tuple[Permission, ...]
    expires_at: str | None = None
    revoked_at: str | None = None
    """When the key was revoked: ISO 8601 in UTC."""


class CreatedCredential(Model):
    """Data of POST /credentials. Only this response shows the key."""

    id: str
    api_key: str
    """The key itself. Told this once."""
    name: str
    organization_id: str
    team_id: str | None
    scope: Scope
    permissions: tuple[Permission, ...]
    expires_at: str | None
    created_at: str
    sandbox: bool

    @classmethod
    def of(cls, credential: Credential, key: str) -> "CreatedCredential":
        """The response for a credential that was created with `key`."""
        return cls(api_key=key, **credential.model_dump(include=cls.model_fields.keys() - {"api_key"}))


class RevokedCredential(Model):
    """Data of DELETE /credentials/{credentialId}, the first time and every later time."""

    id: str
    revoked_at: str


def new_credential(
    organization_id: str,
    team_id: str | None,
    name: str,
    permissions: Iterable[Permission],
    now: datetime,
    *,
    scope: Scope = Scope.GATHER,
    user_id: str | None = None,
    expires_at: str | None = None,
    sandbox: bool = False,
) -> Credential:
    """A new credential. Raises ValidationFailed for one of a sandbox without scope `gather`."""
    if sandbox and scope is not Scope.GATHER:
        raise ValidationFailed([_NOT_FOR_SANDBOXES])
    granted = frozenset(permissions)
    return Credential(
        id=new_id(),
        name=name,
        organization_id=organization_id,
        team_id=team_id,
        user_id=user_id,
        scope=scope,
        permissions=tuple(permission for permission in Permission if permission in granted),
        created_at=timestamp(now),
        expires_at=expires_at,
        sandbox=sandbox,
    )
