"""Users in the table, in the partition of their organization.

An address leads to its user by an item of its own, so that no two users of an organization can have the same
one.
"""

import hashlib
from collections.abc import Iterable, Sequence

from gather.core.caller import Actor
from gather.core.clock import from_timestamp
from gather.core.email_address import normal_email
from gather.core.errors import Conflict, Fault
from gather.core.tenant import is_sandbox
from gather.events.task import TaskName
from gather.table import keys
from gather.table.item_kind import ItemKind, Place
from gather.table.kind import Kind
from gather.table.outbox import Task
from gather.table.readable import readable
from gather.table.records import Records
from gather.table.references import Reference, read_references
from gather.table.store import KeyRange, Table
from gather.table.unit_of_work import UnitOfWork
from gather.tenancy.audit import storage as audit_storage
from gather.tenancy.audit.models import AuditAction
from gather.tenancy.organizations.models import MOST_USERS
from gather.tenancy.organizations.storage import count_in, user_key
from gather.tenancy.teams import storage as team_storage
from gather.tenancy.teams.models import Team
from gather.tenancy.teams.storage import TEAM
from gather.tenancy.users.models import User

USER = Kind(
    resource="user",
    name="USER",
    model=User,
    team_of=lambda user: user.organization_id,
    listings=lambda user: [],
    key_of=user_key,
)


def user_email_key(organization_id: str, email_hash: str) -> keys.Key:
    """From an e-mail address, by its hash, to the one user of an organization who has it."""
    return keys.pointer(f"ORGANIZATION#{organization_id}#EMAIL", email_hash)


USER_EMAIL = ItemKind("USER_EMAIL", user_email_key)


class _AddressTaken(Exception):
    """Another request created a user with the address after it had been looked up."""


def create_users(
    records: Records, users: Sequence[User], team_ids: Sequence[Sequence[str]], actor: Actor
) -> None:
    """Store new users of one organization, and leave to a worker to make the accounts of those who are no
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
    count_in(unit, organization_id, "users", len(users), MOST_USERS)
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
    """Where the user's e-mail address is taken, by its hash: personal data has no place in a key."""
    text = f"{user.organization_id}\n{normal_email(user.email)}"
    return USER_EMAIL.at(user.organization_id, hashlib.sha256(text.encode()).hexdigest())


def _address_taken() -> Exception:
    return _AddressTaken()


def _taken(numbers: Iterable[int]) -> Conflict:
    reason = "is the address of another user of the organization"
    faults = [Fault(f"users[{number}].email", reason) for number in numbers]
    return Conflict("A user of the organization has this e-mail address already; see details.", faults)


def users(table: Table, organization_id: str) -> list[User]:
    """The users of an organization, newest first. One round trip for each megabyte."""
    first = USER.key(organization_id, "")
    of_organization = KeyRange(first.pk, begins_with=first.sk)
    items = table.query_all(of_organization, consistent=True, descending=True)
    return [*readable(User, items)]


def teams_and_users(table: Table, organization_id: str) -> tuple[list[Team], list[User]]:
    """The teams and the users of an organization, newest first, read together.

    One round trip for each megabyte. A sandbox reads the organization's teams and has users of its own: one
    round trip more.
    """
    if is_sandbox(organization_id):
        return team_storage.teams(table, organization_id), users(table, organization_id)
    first, last = TEAM.key(organization_id, ""), USER.key(organization_id, "~")
    both = KeyRange(first.pk, between=(first.sk, last.sk))
    items = list(table.query_all(both, consistent=True, descending=True))
    return (
        [*readable(Team, filter(TEAM.includes, items))],
        [*readable(User, filter(USER.includes, items))],
    )


def teams_of_user(records: Records, organization_id: str, user_id: str) -> list[Team]:
    """The teams that a user belongs to, newest first. Two round trips for up to a hundred.

    Raises NotFound, naming the query's `userId`.
    """
    user = records.get(USER, organization_id, user_id, "userId").record
    found = records.get_many(TEAM, organization_id, user.team_ids)
    return [found[team_id] for team_id in sorted(found, reverse=True)]
