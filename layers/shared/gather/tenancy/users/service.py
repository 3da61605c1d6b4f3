"""The use cases of users.

users = service.create(records, organization_id, request, actor, now=now)
members = service.list_users(records, organization_id, team_id=team_id, include_teams=False)
"""

import hashlib
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime

from gather.core.caller import Actor
from gather.core.clock import from_timestamp, timestamp
from gather.core.email_address import normal_email
from gather.core.errors import Conflict, Fault, NotFound
from gather.core.precondition import Precondition
from gather.core.tenant import is_sandbox
from gather.events.task import TaskName
from gather.ports.identity import DashboardAccount, Identity
from gather.table.item_kind import Place
from gather.table.kind import Stored
from gather.table.outbox import Task
from gather.table.records import Records
from gather.table.references import Reference, read_references
from gather.table.unit_of_work import UnitOfWork
from gather.tenancy.audit import storage as audit_storage
from gather.tenancy.audit.models import AuditAction
from gather.tenancy.organizations.models import MOST_USERS
from gather.tenancy.organizations.storage import add_to_count
from gather.tenancy.teams.storage import TEAM
from gather.tenancy.users import storage as user_storage
from gather.tenancy.users.models import CreateUsers, ListedUser, UpdateUser, User, new_users
from gather.tenancy.users.storage import USER, USER_EMAIL


class _AddressTaken(Exception):
    """Another request created a user with the address after it had been looked up."""


def create(
    records: Records, organization_id: str, request: CreateUsers, actor: Actor, *, now: datetime
) -> list[User]:
    """Create the users that the request asks for. As `create_all`."""
    users = new_users(request, organization_id, now)
    create_all(records, users, [user.team_ids for user in request.users], actor)
    return users


def update(
    records: Records,
    organization_id: str,
    user_id: str,
    request: UpdateUser,
    actor: Actor,
    *,
    now: datetime,
    precondition: Precondition,
) -> Stored[User]:
    """Change how a user hears of candidates. Raises NotFound, PreconditionFailed and Conflict."""

    def changed(stored: Stored[User], unit: UnitOfWork) -> User:
        precondition.check(stored.version)
        user = stored.record.changed(**request.supplied())
        if user == stored.record:
            return user
        audit_storage.save(unit, organization_id, actor, AuditAction.USER_UPDATED, user_id, now)
        return user.changed(updated_at=timestamp(now))

    return records.change(USER, organization_id, user_id, changed)


def create_dashboard_account(
    records: Records, organization_id: str, user_id: str, identity: Callable[[], Identity]
) -> None:
    """Create the account that a user signs in to the dashboard with, and send its invitation.

    An account that exists stays as it is. One round trip, and one call of `identity`. Raises NotFound.
    """
    user = records.get(USER, organization_id, user_id).record
    identity().create_account(DashboardAccount(user.email, user.first_name, user.last_name))


def list_users(
    records: Records, organization_id: str, *, team_id: str | None, include_teams: bool
) -> list[ListedUser]:
    """List the users of an organization, or of a team, newest first; with their teams, or with the ids of
    these alone. One round trip for each megabyte. Raises NotFound, naming `teamId`."""
    if team_id is None and not include_teams:
        users = user_storage.list_users(records.table, organization_id)
        return [ListedUser.with_ids(user) for user in users]
    teams, users = user_storage.list_teams_and_users(records.table, organization_id)
    by_id = {team.id: team for team in teams}
    if team_id is not None:
        if team_id not in by_id:
            raise NotFound("team", team_id, "teamId")
        users = [user for user in users if team_id in user.team_ids]
    if include_teams:
        return [ListedUser.with_teams(user, by_id) for user in users]
    return [ListedUser.with_ids(user) for user in users]


def create_all(
    records: Records, users: Sequence[User], team_ids: Sequence[Sequence[str]], actor: Actor
) -> None:
    """Create users of one organization, and leave to a worker to create the accounts of those who are no
    API users. A sandbox gets no accounts, because each comes with an invitation by e-mail. `team_ids[0]` are
    the teams of `users[0]` as the request names them, and so on.

    All or nothing, two round trips. Raises NotFound for the organization and for a team that is not of
    it, named as `users[0].teamIds[1]`, and Conflict with every `users[0].email` that the organization has
    already, or when it has too many users.
    """
    references = [
        Reference(
            "team", team_id, f"users[{number}].teamIds[{position}]", TEAM.key(user.organization_id, team_id)
        )
        for number, (user, named) in enumerate(zip(users, team_ids, strict=True))
        for position, team_id in enumerate(named)
    ]
    addresses = [_address(user).key for user in users]
    while True:
        found = read_references(records.table, references, also=addresses)
        taken = [number for number, address in enumerate(addresses) if address in found]
        if taken:
            raise _taken(taken)
        try:
            _transaction_of(records, users, actor).commit()
        except _AddressTaken:
            continue
        return


def _transaction_of(records: Records, users: Sequence[User], actor: Actor) -> UnitOfWork:
    unit = records.unit_of_work()
    organization_id, made_at = users[0].organization_id, from_timestamp(users[0].created_at)
    add_to_count(unit, organization_id, "users", len(users), MOST_USERS)
    made = [user.id for user in users]
    audit_storage.save_all(unit, organization_id, actor, AuditAction.USER_CREATED, made, made_at)
    for user in users:
        unit.write(_address(user).new(userId=user.id), _address_taken())
        unit.create(USER, user)
        if not (user.is_api_user or is_sandbox(user.organization_id)):
            unit.send(_account_task(user))
    return unit


def _account_task(user: User) -> Task:
    return Task(
        name=TaskName.CREATE_DASHBOARD_ACCOUNT,
        organization_id=user.organization_id,
        team_id=user.team_ids[0],
        payload={"userId": user.id},
        at=from_timestamp(user.created_at),
    )


def _address(user: User) -> Place:
    """The item that holds a user's e-mail address, by its hash: personal data has no place in a key."""
    text = f"{user.organization_id}\n{normal_email(user.email)}"
    return USER_EMAIL.at(user.organization_id, hashlib.sha256(text.encode()).hexdigest())


def _address_taken() -> Exception:
    return _AddressTaken()


def _taken(numbers: Iterable[int]) -> Conflict:
    reason = "is the address of another user of the organization"
    faults = [Fault(f"users[{number}].email", reason) for number in numbers]
    return Conflict("A user of the organization has this e-mail address already; see details.", faults)
