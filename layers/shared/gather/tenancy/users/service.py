"""The use cases of users.

users = service.create(records, organization_id, request, actor, now=now)
members = service.list_users(records, organization_id, team_id=team_id, include_teams=False)
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import datetime

from gather.core.caller import Actor
from gather.core.clock import from_timestamp, timestamp
from gather.core.errors import Conflict, Fault, NotFound, ValidationFailed
from gather.core.precondition import Precondition
from gather.core.tenant import is_sandbox
from gather.events.task import TaskName
from gather.ports.identity import DashboardAccount, Identity
from gather.table.kind import Stored
from gather.table.outbox import Task
from gather.table.records import Records
from gather.table.references import Reference, read_references
from gather.table.unit_of_work import UnitOfWork
from gather.tenancy.audit import storage as audit_storage
from gather.tenancy.audit.models import AuditAction
from gather.tenancy.organizations.storage import count_users
from gather.tenancy.teams.storage import TEAM
from gather.tenancy.users import storage as user_storage
from gather.tenancy.users.models import CreateUsers, ListedUser, UpdateUser, User, new_users
from gather.tenancy.users.storage import USER, email_place


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
    """Change the members of a user that are supplied.

    Raises NotFound, also for a team that is not of the organization, PreconditionFailed, Conflict, and
    ValidationFailed for the role of an API user. A person who has signed in (`actor` without a key) cannot
    lower the last administrator: that is a Conflict, too.
    """

    def changed(stored: Stored[User], unit: UnitOfWork) -> User:
        precondition.check(stored.version)
        before = _not_archived(stored.record)
        fields = request.supplied()
        if before.is_api_user and "role" in fields:
            raise ValidationFailed.of("role", "is for users with an account")
        user = before.changed(**{**fields, **_teams_of(request)})
        if user == before:
            return user
        _check_teams(unit, user, before)
        _count(unit, before, user, actor)
        audit_storage.save(unit, organization_id, actor, AuditAction.USER_UPDATED, user_id, now)
        return user.changed(updated_at=timestamp(now))

    return records.change(USER, organization_id, user_id, changed)


def archive(
    records: Records,
    organization_id: str,
    user_id: str,
    actor: Actor,
    *,
    now: datetime,
    precondition: Precondition,
) -> Stored[User]:
    """Archive a user: they are in no list any more, their sessions end, and their address is free.

    Keys that they own go on. Archiving again leaves the first time in place. Raises NotFound,
    PreconditionFailed and Conflict; also where a person who has signed in archives the last administrator.
    """

    def archived(stored: Stored[User], unit: UnitOfWork) -> User:
        precondition.check(stored.version)
        before, moment = stored.record, timestamp(now)
        if before.archived_at is not None:
            return before
        user = before.changed(archived_at=moment, updated_at=moment)
        unit.write(user_storage.email_place(before).delete())
        unit.write(user_storage.sign_in_place(before).delete())
        _count(unit, before, user, actor)
        audit_storage.save(unit, organization_id, actor, AuditAction.USER_ARCHIVED, user_id, now)
        return user

    return records.change(USER, organization_id, user_id, archived)


def _not_archived(user: User) -> User:
    if user.archived_at is not None:
        raise NotFound(USER.resource, user.id)
    return user


def _teams_of(request: UpdateUser) -> dict[str, tuple[str, ...]]:
    """The teams that a request names, each once."""
    supplied = request.supplied().get("team_ids")
    return {} if supplied is None else {"team_ids": tuple(dict.fromkeys(supplied))}


def _check_teams(unit: UnitOfWork, user: User, before: User) -> None:
    """Check that the teams that a user joins are of the organization. One round trip where there are any."""
    references = [
        Reference("team", team_id, f"teamIds[{position}]", TEAM.key(user.organization_id, team_id))
        for position, team_id in enumerate(user.team_ids)
        if team_id not in before.team_ids
    ]
    if references:
        read_references(unit.table, references)


def _count(unit: UnitOfWork, before: User, after: User, actor: Actor) -> None:
    """Count a user anew. A person may not take the last administrator away, a key and the operator may."""
    users = (after.archived_at is None) - (before.archived_at is None)
    administrators = after.is_administrator - before.is_administrator
    is_person = actor.credential_id is None and not actor.is_operator
    count_users(unit, before.organization_id, users, administrators, keeps_one=is_person)


def create_dashboard_account(
    records: Records, organization_id: str, user_id: str, identity: Callable[[], Identity]
) -> None:
    """Create the account that a user signs in to the console with, and send its invitation.

    An account that exists stays as it is; an archived user gets none. Two round trips, and one call of
    `identity`. Raises NotFound.
    """
    user = records.get(USER, organization_id, user_id).record
    if user.archived_at is not None:
        return
    records.table.write(user_storage.sign_in_address(user))
    identity().create_account(DashboardAccount(user.email, user.first_name, user.last_name))


def list_users(
    records: Records,
    organization_id: str,
    *,
    team_id: str | None,
    include_teams: bool,
    visible: Collection[str] | None = None,
) -> list[ListedUser]:
    """List the users of an organization, or of a team, newest first; with their teams, or with the ids of
    these alone. With `visible` only those teams and their members are there.

    One round trip for each megabyte. Raises NotFound, naming `teamId`."""
    if team_id is None and not include_teams:
        users = _visible(user_storage.list_users(records.table, organization_id), visible)
        return [ListedUser.with_ids(user) for user in users]
    teams, users = user_storage.list_teams_and_users(records.table, organization_id)
    by_id = {team.id: team for team in teams if visible is None or team.id in visible}
    users = _visible(users, visible)
    if team_id is not None:
        if team_id not in by_id:
            raise NotFound("team", team_id, "teamId")
        users = [user for user in users if team_id in user.team_ids]
    if include_teams:
        return [ListedUser.with_teams(user, by_id) for user in users]
    return [ListedUser.with_ids(user) for user in users]


def _visible(users: list[User], visible: Collection[str] | None) -> list[User]:
    """The users who are in one of the visible teams, and of their teams those."""
    if visible is None:
        return users
    theirs = [
        user.changed(team_ids=tuple(each for each in user.team_ids if each in visible)) for user in users
    ]
    return [user for user in theirs if user.team_ids]


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
    addresses = [email_place(user).key for user in users]
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
    count_users(unit, organization_id, len(users), sum(user.is_administrator for user in users))
    made = [user.id for user in users]
    audit_storage.save_all(unit, organization_id, actor, AuditAction.USER_CREATED, made, made_at)
    for user in users:
        unit.write(email_place(user).new(userId=user.id), _address_taken())
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


def _address_taken() -> Exception:
    return _AddressTaken()


def _taken(numbers: Iterable[int]) -> Conflict:
    reason = "is the address of another user of the organization"
    faults = [Fault(f"users[{number}].email", reason) for number in numbers]
    return Conflict("A user of the organization has this e-mail address already; see details.", faults)
