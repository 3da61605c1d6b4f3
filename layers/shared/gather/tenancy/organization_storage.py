"""Organizations, their teams and their users in the table: one partition for each organization.

Requests and the administration write them by the functions here. An organization's item counts its teams
and users, which bounds what a list has to read. An address leads to its user by an item of its own, so
that no two users of an organization can have the same one.
"""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from gather.core.clock import from_timestamp
from gather.core.errors import Conflict, Fault, GatherError, NotFound
from gather.core.identifiers import is_id
from gather.events.task import TaskName
from gather.table import keys, store
from gather.table.conversion import Item
from gather.table.outbox import Task
from gather.table.records import Kind, Records, Refusal, Transaction, absent
from gather.table.references import Reference, read_references
from gather.table.store import KeyRange, Table, Update
from gather.tenancy.organization import MOST_TEAMS, MOST_USERS, Organization
from gather.tenancy.team import Team
from gather.tenancy.user import User, normal_email


class _TeamKind(Kind[Team]):
    """Teams: records of an organization, which stands where others have their team."""

    def key(self, team_id: str, record_id: str) -> keys.Key:
        """The primary key of a team; `team_id` is the organization's."""
        return keys.team(team_id, record_id)


class _UserKind(Kind[User]):
    """Users: records of an organization, which stands where others have their team."""

    def key(self, team_id: str, record_id: str) -> keys.Key:
        """The primary key of a user; `team_id` is the organization's."""
        return keys.user(team_id, record_id)


TEAM = _TeamKind("team", "TEAM", Team, lambda team: team.organization_id, lambda team: [])
USER = _UserKind("user", "USER", User, lambda user: user.organization_id, lambda user: [])


class _AddressTaken(Exception):
    """Somebody else's user got the address after it had been looked for."""


def create_organization(table: Table, organization: Organization) -> None:
    """Store a new organization. One round trip."""
    table.put(_organization_item(organization), "attribute_not_exists(pk)")


def add_organization(transaction: Transaction, organization: Organization, team: Team) -> None:
    """Store a new organization with its first team, as part of `transaction`."""
    item = {**_organization_item(organization), "teamsCount": 1}
    transaction.write(store.put(item, "attribute_not_exists(pk)"))
    transaction.create(TEAM, team)


def _organization_item(organization: Organization) -> Item:
    key = keys.organization(organization.id)
    return {
        **organization.model_dump(by_alias=True),
        "pk": key.pk,
        "sk": key.sk,
        "entity": "ORGANIZATION",
        "searchPk": keys.ORGANIZATIONS,
        "searchSk": organization.id,
    }


def create_teams(records: Records, teams: Sequence[Team], members: Sequence[Sequence[str]] = ()) -> None:
    """Store new teams of one organization; the users `members[0]` come to belong to `teams[0]`, and so on.

    All or nothing, one round trip. Raises NotFound for the organization and for a user who is not of it,
    named as `teams[0].userIds[1]`, and Conflict when the organization has too many teams.
    """
    organization_id, moment = teams[0].organization_id, teams[0].created_at
    transaction = records.transaction()
    for joining in _joining(teams, members):
        join = Update(
            "SET teamIds = list_append(teamIds, :teams), updatedAt = :now ADD revision :one",
            {":teams": joining.team_ids, ":now": moment, ":one": 1},
            condition="attribute_exists(pk)",
        )
        refused = absent("user", joining.user_id, joining.named_at)
        transaction.write(store.update(keys.user(organization_id, joining.user_id), join), refused)
    count_in(transaction, organization_id, "teams", len(teams), MOST_TEAMS)
    for team in teams:
        transaction.create(TEAM, team)
    transaction.commit()


@dataclass(slots=True)
class _Joining:
    """A user who joins teams; `named_at` is the first member of the request that names them."""

    user_id: str
    named_at: str
    team_ids: list[str] = field(default_factory=list)


def _joining(teams: Sequence[Team], members: Sequence[Sequence[str]]) -> Iterable[_Joining]:
    """Each user once, because a transaction writes an item once. Raises NotFound for what is no id."""
    found: dict[str, _Joining] = {}
    for number, (team, user_ids) in enumerate(zip(teams, members, strict=False)):
        for position, user_id in enumerate(user_ids):
            place = f"teams[{number}].userIds[{position}]"
            if not is_id(user_id):
                raise NotFound("user", user_id, place)
            joining = found.setdefault(user_id, _Joining(user_id, place))
            if team.id not in joining.team_ids:
                joining.team_ids.append(team.id)
    return found.values()


def create_users(records: Records, users: Sequence[User], team_ids: Sequence[Sequence[str]]) -> None:
    """Store new users of one organization, and leave to a worker to make the accounts of those who are no
    API users. `team_ids[0]` are the teams of `users[0]` as the request names them, and so on.

    All or nothing, two round trips. Raises NotFound for the organization and for a team that is not of
    it, named as `users[0].teamIds[1]`, and Conflict with every `users[0].email` that the organization has
    already, or when it has too many users.
    """
    references = [
        Reference(
            "team", team_id, f"users[{number}].teamIds[{position}]", keys.team(user.organization_id, team_id)
        )
        for number, (user, named) in enumerate(zip(users, team_ids, strict=True))
        for position, team_id in enumerate(named)
    ]
    addresses = [_address(user) for user in users]
    while True:
        found = read_references(records.table, references, also=addresses)
        taken = [number for number, address in enumerate(addresses) if address in found]
        if taken:
            raise _taken(taken)
        try:
            _transaction_of(records, users).commit()
        except _AddressTaken:
            continue
        return


def _transaction_of(records: Records, users: Sequence[User]) -> Transaction:
    transaction = records.transaction()
    count_in(transaction, users[0].organization_id, "users", len(users), MOST_USERS)
    for user in users:
        address = _address(user)
        pointer = {"pk": address.pk, "sk": address.sk, "entity": "USER_EMAIL", "userId": user.id}
        transaction.write(store.put(pointer, "attribute_not_exists(pk)"), _address_taken)
        transaction.create(USER, user)
        if not user.is_api_user:
            transaction.send(_account_task(user))
    return transaction


def _account_task(user: User) -> Task:
    return Task(
        name=TaskName.CREATE_DASHBOARD_ACCOUNT,
        organization_id=user.organization_id,
        team_id=user.team_ids[0],
        payload={"userId": user.id},
        at=from_timestamp(user.created_at),
    )


def _address(user: User) -> keys.Key:
    """Where the user's e-mail address is taken, by its hash: personal data has no place in a key."""
    text = f"{user.organization_id}\n{normal_email(user.email)}"
    return keys.user_email(user.organization_id, hashlib.sha256(text.encode()).hexdigest())


def _address_taken(_item: Item | None) -> Exception:
    return _AddressTaken()


def _taken(numbers: Iterable[int]) -> Conflict:
    reason = "is the address of another user of the organization"
    faults = [Fault(f"users[{number}].email", reason) for number in numbers]
    return Conflict("A user of the organization has this e-mail address already; see details.", faults)


def count_in(transaction: Transaction, organization_id: str, what: str, more: int, most: int) -> None:
    """Count new teams, users or integrations on their organization's item, as long as there are not too many;
    `more` is negative for what is removed."""
    count = Update(
        "ADD #count :more",
        {":more": more, ":room": most - more},
        {"#count": f"{what}Count"},
        condition="attribute_exists(pk) AND (attribute_not_exists(#count) OR #count <= :room)",
    )
    refused = _no_room(organization_id, f"An organization may have {most} {what}.")
    transaction.write(store.update(keys.organization(organization_id), count), refused)


def _no_room(organization_id: str, message: str) -> Refusal:
    def refused(item: Item | None) -> GatherError:
        return NotFound("organization", organization_id) if item is None else Conflict(message)

    return refused


def organizations(table: Table) -> list[Organization]:
    """Every organization, oldest first; one that was made a moment ago may be missing."""
    places = table.query_all(KeyRange(keys.ORGANIZATIONS, "search"))
    wanted = [keys.Key(place["pk"], place["sk"]) for place in places]
    found = table.get_many(wanted)
    return [Organization.model_validate(found[key]) for key in wanted if key in found]


def teams(table: Table, organization_id: str) -> list[Team]:
    """The teams of an organization, newest first. One round trip for each megabyte."""
    first = keys.team(organization_id, "")
    return [
        Team.model_validate(item) for item in _newest_first(table, KeyRange(first.pk, begins_with=first.sk))
    ]


def users(table: Table, organization_id: str) -> list[User]:
    """The users of an organization, newest first. One round trip for each megabyte."""
    first = keys.user(organization_id, "")
    return [
        User.model_validate(item) for item in _newest_first(table, KeyRange(first.pk, begins_with=first.sk))
    ]


def teams_and_users(table: Table, organization_id: str) -> tuple[list[Team], list[User]]:
    """Both, newest first, read together: one round trip for each megabyte."""
    first, last = keys.team(organization_id, ""), keys.user(organization_id, "~")
    items = list(_newest_first(table, KeyRange(first.pk, between=(first.sk, last.sk))))
    return (
        [Team.model_validate(item) for item in items if item["entity"] == TEAM.name],
        [User.model_validate(item) for item in items if item["entity"] == USER.name],
    )


def teams_of_user(records: Records, organization_id: str, user_id: str) -> list[Team]:
    """The teams that a user belongs to, newest first. Two round trips for up to a hundred.

    Raises NotFound, naming the query's `userId`.
    """
    user = records.get(USER, organization_id, user_id, "userId").record
    found = records.get_many(TEAM, organization_id, user.team_ids)
    return [found[team_id] for team_id in sorted(found, reverse=True)]


def _newest_first(table: Table, members: KeyRange) -> Iterable[dict[str, Any]]:
    return table.query_all(members, consistent=True, descending=True)
