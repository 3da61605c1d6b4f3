"""People with an account, and the service as they use it once they have signed in."""

from datetime import UTC, datetime

from gather.core.caller import OPERATOR, Role
from gather.core.identifiers import new_id
from gather.table.records import Records
from gather.tenancy.sessions import service as session_service
from gather.tenancy.users import service as user_service
from gather.tenancy.users.models import User, new_user
from gather.tenancy.users.storage import sign_in_address
from tests.builders.service import Service, Tenant


def make_person(
    records: Records,
    tenant: Tenant,
    role: Role = Role.REVIEWER,
    team_ids: tuple[str, ...] | None = None,
    email: str | None = None,
) -> User:
    """A person of a tenant's first team, or of other ones, who can sign in."""
    user = new_user(
        tenant.organization_id,
        role.value.capitalize(),
        "Example",
        email or f"{new_id()}@example.com",
        team_ids or (tenant.team_id,),
        datetime.now(UTC),
        is_api_user=False,
        role=role,
    )
    user_service.create_all(records, [user], [user.team_ids], OPERATOR)
    records.table.write(sign_in_address(user))
    return user


def token_of(records: Records, user: User, now: datetime | None = None) -> str:
    """The token of a new session of a person."""
    return session_service.begin(records, user, now=now or datetime.now(UTC)).token


def as_bearer(service: Service, token: str) -> Service:
    """The service, used with a session instead of a key."""
    return Service(service.transport, None, service.prefix, {"authorization": f"Bearer {token}"})


def signed_in(
    service: Service,
    records: Records,
    tenant: Tenant,
    role: Role = Role.REVIEWER,
    team_ids: tuple[str, ...] | None = None,
) -> Service:
    """The service, used by a new person who has signed in."""
    return as_bearer(service, token_of(records, make_person(records, tenant, role, team_ids)))
