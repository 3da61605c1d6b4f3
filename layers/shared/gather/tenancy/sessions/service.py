"""The use cases of sessions (interface: Console).

session = service.sign_in(records, issuer, request, base_url, now=now)
service.end(records, token, now=now)
"""

from datetime import datetime, timedelta
from urllib.parse import urlsplit

from gather.core.caller import Actor
from gather.core.clock import epoch_seconds, timestamp
from gather.core.errors import Forbidden, Unauthorized, ValidationFailed
from gather.core.identifiers import new_id
from gather.table.conditions import present
from gather.table.records import Records
from gather.tenancy.api_keys.secret import hash_of
from gather.tenancy.audit import storage as audit_storage
from gather.tenancy.audit.models import AuditAction
from gather.tenancy.sessions.issuer import Issuer
from gather.tenancy.sessions.lookup_storage import SESSION
from gather.tenancy.sessions.models import CreatedSession, CreateSession, EndedSession, SignedInUser
from gather.tenancy.sessions.token import LIFETIME, is_token, new_session_token
from gather.tenancy.users import storage as user_storage
from gather.tenancy.users.models import User


def sign_in(
    records: Records, issuer: Issuer, request: CreateSession, base_url: str, *, now: datetime
) -> CreatedSession:
    """Begin a session for the person whose code the issuer takes. Three round trips besides the issuer's.

    Who has accounts in several organizations signs in to the first that made one. Raises ValidationFailed for
    a `redirectUri` of another origin, Unauthorized for a code that the issuer does not take, Forbidden for a
    person without an account here, and ServiceUnavailable.
    """
    if _origin_of(request.redirect_uri) != _origin_of(base_url):
        raise ValidationFailed.of("redirectUri", "must be an address of this service")
    email = issuer.redeem(request.code, request.code_verifier, request.redirect_uri, now)
    users = user_storage.list_accounts(records.table, email)
    if not users:
        raise Forbidden("There is no account here for this person.")
    return begin(records, users[0], now=now)


def begin(records: Records, user: User, *, now: datetime, lifetime: timedelta = LIFETIME) -> CreatedSession:
    """Begin a session for a user with an account. One round trip."""
    token, session_id, ends = new_session_token(), new_id(), now + lifetime
    unit = records.unit_of_work()
    unit.write(
        SESSION.at(hash_of(token)).new(
            id=session_id,
            organizationId=user.organization_id,
            userId=user.id,
            createdAt=timestamp(now),
            expiresAt=timestamp(ends),
            expiresAtEpoch=epoch_seconds(ends),
        )
    )
    actor = Actor(None, user.id)
    audit_storage.save(unit, user.organization_id, actor, AuditAction.SESSION_CREATED, session_id, now)
    unit.commit()
    return CreatedSession(token=token, expires_at=timestamp(ends), user=SignedInUser.of(user))


def end(records: Records, token: str, *, now: datetime) -> EndedSession:
    """End a session at once. Two round trips. Raises Unauthorized for one that has ended."""
    place = SESSION.at(hash_of(token))
    item = records.table.get_many([place.key]).get(place.key) if is_token(token) else None
    if item is None or item["expiresAt"] <= timestamp(now):
        raise _has_ended()
    unit = records.unit_of_work()
    unit.write(place.delete(present()), _has_ended())
    actor = Actor(None, item["userId"])
    audit_storage.save(unit, item["organizationId"], actor, AuditAction.SESSION_ENDED, item["id"], now)
    unit.commit()
    return EndedSession(ended_at=timestamp(now))


def _has_ended() -> Unauthorized:
    return Unauthorized("The session is unknown, or it has ended.")


def _origin_of(address: str) -> tuple[str, str]:
    """The scheme and the host with its port; empty for what is no address."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return "", ""
    return parts.scheme, parts.netloc
