"""Who calls: the key's check, its quota and its last use, in one conditional write.

The credential's item is updated under the condition that the key is alive and has requests left, so
authentication is one round trip, never cached: a revoked key fails on its very next request. A
key's hour begins with the first request after the last hour ended; opening it takes a second write.
"""

import base64
import binascii
from collections.abc import Mapping
from datetime import datetime, timedelta

from gather.clock import epoch_seconds, from_timestamp, timestamp
from gather.domain.caller import Caller, Permission, Quota, Scope
from gather.domain.credential import hash_of
from gather.errors import Forbidden, RateLimitExceeded, ServiceUnavailable, Unauthorized
from gather.table import keys
from gather.table.conversion import Item
from gather.table.store import ConditionFailed, Table, Update

WINDOW = timedelta(hours=1)
HOURLY_REQUESTS = 1000
"""What a key may ask in an hour (interface: Limits, request rate)."""

ATTEMPTS = 3
KEY_HEADER = "x-api-key"
LONGEST_KEY = 200

_ALIVE = (
    "attribute_exists(pk) AND attribute_not_exists(revokedAt)"
    " AND (attribute_not_exists(expiresAt) OR expiresAt > :now)"
)


def authenticate(table: Table, headers: Mapping[str, str], now: datetime) -> tuple[Caller, Quota]:
    """The caller of a request and the key's quota after it. One round trip; two at an hour's start.

    `headers` have lower-case names. Raises Unauthorized, RateLimitExceeded, ServiceUnavailable.
    """
    key, claimed_organization = presented_key(headers)
    item = _count_request(table, keys.credential(hash_of(key)), now)
    if claimed_organization is not None and claimed_organization != item["organizationId"]:
        raise Unauthorized("The API key does not belong to this organization.")
    caller = Caller(
        credential_id=item["id"],
        organization_id=item["organizationId"],
        team_id=item.get("teamId"),
        user_id=item.get("userId"),
        scope=Scope(item["scope"]),
        permissions=frozenset(Permission(name) for name in item["permissions"]),
    )
    return caller, Quota(HOURLY_REQUESTS, HOURLY_REQUESTS - item["used"], item["windowEndsAt"])


def authorize(caller: Caller, scopes: frozenset[Scope], method: str) -> None:
    """Raises Forbidden unless the key's scope and permissions allow the request (answers: Keys)."""
    if caller.scope not in scopes:
        raise Forbidden(f"A key of scope {caller.scope.value} may not use this route.")
    needed = Permission.READ if method == "GET" else Permission.WRITE
    if needed not in caller.permissions:
        raise Forbidden(f"This key has no {needed.value} permission.")


def require_feature(table: Table, caller: Caller, feature: str) -> None:
    """Raises Forbidden unless the caller's organization has `feature` switched on. One round trip."""
    organization = table.get(keys.organization(caller.organization_id))
    if organization is None or feature not in organization.get("features", ()):
        raise Forbidden(f"The organization does not have the feature {feature}.")


def presented_key(headers: Mapping[str, str]) -> tuple[str, str | None]:
    """The key that a request shows, and the organization that it claims where it comes by Basic.

    `x-api-key` goes before Basic. Raises Unauthorized when there is neither.
    """
    key = headers.get(KEY_HEADER, "").strip()
    if key:
        return _plausible(key), None
    scheme, _, encoded = headers.get("authorization", "").partition(" ")
    if scheme.lower() == "basic" and encoded:
        return _basic_key(encoded.strip())
    raise Unauthorized("Send an API key in the x-api-key header.")


def _basic_key(encoded: str) -> tuple[str, str]:
    """The legacy transport: base64 of `organizationId:key` (interface: Authentication, rule 4)."""
    try:
        organization_id, separator, key = base64.b64decode(encoded, validate=True).decode().partition(":")
    except (binascii.Error, UnicodeDecodeError):
        organization_id = separator = key = ""
    if not separator or not organization_id:
        raise Unauthorized("The Authorization header is not Basic of organizationId:key.")
    return _plausible(key), organization_id


def _plausible(key: str) -> str:
    if not key or len(key) > LONGEST_KEY:
        raise Unauthorized("The API key is unknown, revoked or expired.")
    return key


def _count_request(table: Table, key: keys.Key, now: datetime) -> Item:
    for _ in range(ATTEMPTS):
        try:
            return table.update(key, _next_request(now))
        except ConditionFailed as failure:
            stored = failure.item
        _check_alive(stored, now)
        assert stored is not None
        if stored.get("windowEndsAt", 0) > epoch_seconds(now):
            raise _exceeded(stored["windowEndsAt"], now)
        try:
            return table.update(key, _first_request(now))
        except ConditionFailed as failure:
            _check_alive(failure.item, now)
    raise ServiceUnavailable("The service is busy. Try again in a moment.")


def _next_request(now: datetime) -> Update:
    return Update(
        "SET lastUsedAt = :now ADD used :one",
        {":now": timestamp(now), ":one": 1, ":limit": HOURLY_REQUESTS, ":epoch": epoch_seconds(now)},
        condition=f"{_ALIVE} AND windowEndsAt > :epoch AND used < :limit",
    )


def _first_request(now: datetime) -> Update:
    values = {
        ":now": timestamp(now),
        ":one": 1,
        ":epoch": epoch_seconds(now),
        ":end": epoch_seconds(now + WINDOW),
    }
    return Update(
        "SET lastUsedAt = :now, used = :one, windowEndsAt = :end",
        values,
        condition=f"{_ALIVE} AND (attribute_not_exists(windowEndsAt) OR windowEndsAt <= :epoch)",
    )


def _check_alive(item: Item | None, now: datetime) -> None:
    expires_at = item.get("expiresAt") if item else None
    if item is None or item.get("revokedAt") or (expires_at and from_timestamp(expires_at) <= now):
        raise Unauthorized("The API key is unknown, revoked or expired.")


def _exceeded(resets_at_epoch: int, now: datetime) -> RateLimitExceeded:
    seconds = max(1, resets_at_epoch - epoch_seconds(now))
    reset_at = timestamp(now + timedelta(seconds=seconds))
    return RateLimitExceeded(HOURLY_REQUESTS, reset_at, seconds, resets_at_epoch)
