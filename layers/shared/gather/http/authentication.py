"""Authentication: the check of the key, its quota and its last use, in one conditional write.

An integration's credentials are checked and counted in the same way, under their user. So are sessions; what
one may do depends on its user, who is read with each request.

The credential's item is updated under the condition that the key is alive and has requests left, so
authentication is one round trip, never cached: a revoked key fails on its very next request. A
key's hour begins with the first request after the last hour ended; opening it takes a second write.
"""

import base64
import binascii
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from gather.connect.integrations.access_token import AccessToken, read_access_token, user_of_key
from gather.connect.integrations.login_storage import INTEGRATION_LOGIN
from gather.core.caller import Basic, Caller, Permission, Quota, Role, Scope, SignedIn
from gather.core.clock import epoch_seconds, from_timestamp, timestamp
from gather.core.errors import RateLimitExceeded, ServiceUnavailable, Unauthorized
from gather.core.identifiers import derived_id, normal_id
from gather.core.tenant import sandbox_of
from gather.table import keys
from gather.table.changes import Update
from gather.table.conditions import Condition, after, at_most, below, equal, lacks, present
from gather.table.conversion import Item
from gather.table.store import ConditionFailed, Table
from gather.tenancy.api_keys.lookup_storage import CREDENTIAL
from gather.tenancy.api_keys.quota import HOURLY_REQUESTS, QUOTA_WINDOW
from gather.tenancy.api_keys.secret import hash_of
from gather.tenancy.organizations.storage import organization_key, user_key
from gather.tenancy.sessions import token as session_token
from gather.tenancy.sessions.lookup_storage import SESSION

ATTEMPTS = 3
KEY_HEADER = "x-api-key"
LONGEST_KEY = 200
LONGEST_LOGIN_BYTES = 500

_UNKNOWN_KEY = "The API key is unknown, revoked or expired."
_UNKNOWN_SESSION = "The session is unknown, or it has ended."
_UNKNOWN_LOGIN = "The user or the password is unknown, or the integration is disabled."

_NO_HASH = ""
"""The hash of no password."""

_NOT_REVOKED = present() & lacks("revokedAt")
_HAS_NO_EXPIRY = lacks("expiresAt")
_HAS_NO_HOUR = lacks("windowEndsAt")


@dataclass(frozen=True, slots=True)
class Presented:
    """The credentials of a request, and where they are checked. `secret` is the key, the password or the
    access token.

    `organization_id` is what the legacy encoding of a key claims; `is_session` says that it is the token of a
    session. The credentials of an integration have a `password_hash`, or an `access_token` that is signed
    with it.
    """

    checked_at: keys.Key
    secret: str = field(repr=False)
    organization_id: str | None = None
    password_hash: str | None = field(default=None, repr=False)
    access_token: AccessToken | None = None
    is_session: bool = False

    @property
    def hourly_requests(self) -> int:
        """How many requests it may make in an hour."""
        return session_token.HOURLY_REQUESTS if self.is_session else HOURLY_REQUESTS

    @property
    def unknown(self) -> Unauthorized:
        """The fault for one that the service does not know, or knows no more."""
        if self.is_session:
            return Unauthorized(_UNKNOWN_SESSION)
        return Unauthorized(_UNKNOWN_LOGIN if self.is_integration else _UNKNOWN_KEY)

    @property
    def is_integration(self) -> bool:
        """Whether these are the credentials of an integration."""
        return self.password_hash is not None or self.access_token is not None


def authenticate(table: Table, presented: Presented, now: datetime) -> tuple[Caller, Quota]:
    """The caller of a request and the quota after it. One round trip; two at an hour's start, and
    one more for an access token or a session.

    Raises Unauthorized, RateLimitExceeded, ServiceUnavailable.
    """
    if presented.is_session:
        item = _count_request(table, presented, now)
        return _person(table, item), _quota(presented, item)
    return authenticate_key(table, presented, now)


def authenticate_key(table: Table, presented: Presented, now: datetime) -> tuple[Caller, Quota]:
    """As `authenticate`, of anything but a session."""
    if presented.access_token is not None:
        presented = _with_password_hash(table, presented, presented.access_token, now)
    item = _count_request(table, presented, now)
    if presented.organization_id not in (None, item["organizationId"]):
        raise Unauthorized("The API key does not belong to this organization.")
    credential_id = item["id"]
    if presented.is_integration:
        # Another password is another credential: what was sealed with the former one stays sealed.
        credential_id = derived_id(item["id"], item["passwordHash"])
    organization_id, team_id = item["organizationId"], item.get("teamId")
    if item.get("sandbox"):
        organization_id, team_id = sandbox_of(organization_id), team_id and sandbox_of(team_id)
    caller = Caller(
        credential_id=credential_id,
        organization_id=organization_id,
        team_id=team_id,
        user_id=item.get("userId"),
        scope=Scope(item["scope"]),
        permissions=frozenset(Permission(name) for name in item["permissions"]),
        integration_id=item["id"] if presented.is_integration else None,
    )
    return caller, _quota(presented, item)


def _quota(presented: Presented, item: Item) -> Quota:
    """The quota after the request that was counted in `item`."""
    most = presented.hourly_requests
    return Quota(most, most - item["used"], item["windowEndsAt"])


def _person(table: Table, session: Item) -> Caller:
    """The person who has signed in, with the rights that they have now. Raises Unauthorized for one who has
    left, or whose organization is closed."""
    organization_id, user_id = session["organizationId"], session["userId"]
    person, organization = user_key(organization_id, user_id), organization_key(organization_id)
    found = table.get_many([person, organization])
    user = found.get(person)
    has_left = user is None or user.get("archivedAt") or user.get("isApiUser")
    if user is None or has_left or found.get(organization, {}).get("closedAt"):
        raise Unauthorized(_UNKNOWN_SESSION)
    team_ids = user["teamIds"]
    return Caller(
        credential_id=session["id"],
        organization_id=organization_id,
        team_id=team_ids[0] if len(team_ids) == 1 else None,
        user_id=user_id,
        scope=Scope.GATHER,
        permissions=frozenset(Permission),
        signed_in=SignedIn(Role(user.get("role") or Role.REVIEWER), frozenset(team_ids)),
    )


def presented(headers: Mapping[str, str], basic: Basic, vendor: str = "") -> Presented:
    """The credentials of a request, on a route that takes `basic`; `headers` have lower-case names.

    `x-api-key` goes before Basic, also where it turns out to be of no use: nobody falls back to other
    credentials without knowing (interface: Authentication, rule 4). `vendor` is that of the path.
    Raises Unauthorized when there is nothing that the route takes.
    """
    key = headers.get(KEY_HEADER, "").strip()
    if key:
        return Presented(_checked_at(key), key)
    scheme, _, shown = headers.get("authorization", "").partition(" ")
    shown = shown.strip()
    if scheme.lower() == "bearer" and session_token.is_token(shown):
        return _session(shown)
    if basic is Basic.INTEGRATION and scheme.lower() == "bearer" and shown:
        return _bearer(vendor, shown)
    if basic is Basic.REFUSED or scheme.lower() != "basic" or not shown:
        raise Unauthorized("Send an API key in the x-api-key header.")
    user, separator, secret = _decoded(shown).partition(":")
    if basic is Basic.GATHER_KEY:
        return _legacy_key(user, secret)
    if not separator or not user or len((user + secret).encode()) > LONGEST_LOGIN_BYTES:
        raise Unauthorized(_UNKNOWN_LOGIN)
    # Suites send their key as the user, and no password.
    return _password(vendor, user, secret) if secret else _integration_key(vendor, user)


def _password(vendor: str, user: str, password: str) -> Presented:
    place = INTEGRATION_LOGIN.key(vendor, user)
    return Presented(place, password, password_hash=hash_of(password))


def _integration_key(vendor: str, key: str) -> Presented:
    user = user_of_key(vendor, key)
    if user is None or len(key) > LONGEST_LOGIN_BYTES:
        raise Unauthorized(_UNKNOWN_LOGIN)
    return _password(vendor, user, key)


def _bearer(vendor: str, shown: str) -> Presented:
    """An integration's key, or an access token of the vendor's."""
    token = read_access_token(shown)
    if token is None:
        return _integration_key(vendor, shown)
    return Presented(INTEGRATION_LOGIN.key(vendor, token.user), shown, access_token=token)


def _with_password_hash(table: Table, presented: Presented, token: AccessToken, now: datetime) -> Presented:
    """The credentials behind an access token. Raises Unauthorized for one that is not good any more.

    An update that is refused tells the item, so that a function needs no other right than for counting.
    """
    try:
        item = table.update(
            presented.checked_at, Update(add={"used": 1}, condition=equal("passwordHash", _NO_HASH))
        )
    except ConditionFailed as failure:
        item = failure.item or {}
    password_hash: str = item.get("passwordHash", "")
    if not password_hash or not token.is_good(password_hash, now):
        raise Unauthorized("The access token is unknown or has expired.")
    return replace(presented, password_hash=password_hash)


def _decoded(encoded: str) -> str:
    try:
        return base64.b64decode(encoded, validate=True).decode()
    except (binascii.Error, UnicodeDecodeError):
        return ""


def _legacy_key(organization_id: str, key: str) -> Presented:
    """The legacy transport: base64 of `organizationId:key` (interface: Authentication, rule 3)."""
    if not organization_id or not key:
        raise Unauthorized("The Authorization header is not Basic of organizationId:key.")
    return Presented(_checked_at(key), key, normal_id(organization_id))


def _checked_at(key: str) -> keys.Key:
    if len(key) > LONGEST_KEY:
        raise Unauthorized(_UNKNOWN_KEY)
    return CREDENTIAL.key(hash_of(key))


def _session(token: str) -> Presented:
    if len(token) > LONGEST_KEY:
        raise Unauthorized(_UNKNOWN_SESSION)
    return Presented(SESSION.key(hash_of(token)), token, is_session=True)


def _count_request(table: Table, presented: Presented, now: datetime) -> Item:
    for _ in range(ATTEMPTS):
        try:
            return table.update(presented.checked_at, _next_request(presented, now))
        except ConditionFailed as failure:
            stored = failure.item
        credential = _alive_credential(stored, presented, now)
        if credential.get("windowEndsAt", 0) > epoch_seconds(now):
            raise _exceeded(presented.hourly_requests, credential["windowEndsAt"], now)
        try:
            return table.update(presented.checked_at, _first_request(presented, now))
        except ConditionFailed as failure:
            _alive_credential(failure.item, presented, now)
    raise ServiceUnavailable("The service is busy. Try again in a moment.")


def _next_request(presented: Presented, now: datetime) -> Update:
    moment = timestamp(now)
    in_hour = after("windowEndsAt", epoch_seconds(now)) & below("used", presented.hourly_requests)
    return Update(set={"lastUsedAt": moment}, add={"used": 1}, condition=_alive(presented, moment) & in_hour)


def _first_request(presented: Presented, now: datetime) -> Update:
    moment = timestamp(now)
    hour_is_over = _HAS_NO_HOUR | at_most("windowEndsAt", epoch_seconds(now))
    return Update(
        set={"lastUsedAt": moment, "used": 1, "windowEndsAt": epoch_seconds(now + QUOTA_WINDOW)},
        condition=_alive(presented, moment) & hour_is_over,
    )


def _alive(presented: Presented, moment: str) -> Condition:
    """The condition that lets a request in. A key is found by its hash, a password is compared by it."""
    alive = _NOT_REVOKED & (_HAS_NO_EXPIRY | after("expiresAt", moment))
    return alive & equal("passwordHash", presented.password_hash) if presented.is_integration else alive


def _alive_credential(item: Item | None, presented: Presented, now: datetime) -> Item:
    """The stored credential. Raises Unauthorized for one that is absent, revoked, expired or another's."""
    if item is None or item.get("revokedAt"):
        raise presented.unknown
    expires_at = item.get("expiresAt")
    if expires_at and from_timestamp(expires_at) <= now:
        raise presented.unknown
    if presented.is_integration and item.get("passwordHash") != presented.password_hash:
        raise presented.unknown
    return item


def _exceeded(hourly_requests: int, resets_at_epoch: int, now: datetime) -> RateLimitExceeded:
    seconds = max(1, resets_at_epoch - epoch_seconds(now))
    reset_at = timestamp(now + timedelta(seconds=seconds))
    return RateLimitExceeded(hourly_requests, reset_at, seconds, resets_at_epoch)
