"""Users in the table, in the partition of their organization.

An address leads to its user by an item of its own, so that no two users of an organization can have the same
one.
"""

from gather.core.tenant import is_sandbox
from gather.table import keys
from gather.table.item_kind import ItemKind
from gather.table.kind import Kind
from gather.table.readable import readable
from gather.table.records import Records
from gather.table.store import KeyRange, Table
from gather.tenancy.organizations.storage import user_key
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
    """The pointer from an e-mail address, by its hash, to the one user of an organization who has it."""
    return keys.pointer(f"ORGANIZATION#{organization_id}#EMAIL", email_hash)


USER_EMAIL = ItemKind("USER_EMAIL", user_email_key)


def list_users(table: Table, organization_id: str) -> list[User]:
    """List the users of an organization, newest first. One round trip for each megabyte."""
    first = USER.key(organization_id, "")
    of_organization = KeyRange(first.pk, begins_with=first.sk)
    items = table.query_all(of_organization, consistent=True, descending=True)
    return [*readable(User, items)]


def list_teams_and_users(table: Table, organization_id: str) -> tuple[list[Team], list[User]]:
    """List the teams and the users of an organization, newest first, read together.

    One round trip for each megabyte. A sandbox reads the organization's teams and has users of its own: one
    round trip more.
    """
    if is_sandbox(organization_id):
        return team_storage.list_teams(table, organization_id), list_users(table, organization_id)
    first, last = TEAM.key(organization_id, ""), USER.key(organization_id, "~")
    both = KeyRange(first.pk, between=(first.sk, last.sk))
    items = list(table.query_all(both, consistent=True, descending=True))
    return (
        [*readable(Team, filter(TEAM.includes, items))],
        [*readable(User, filter(USER.includes, items))],
    )


def list_teams_of_user(records: Records, organization_id: str, user_id: str) -> list[Team]:
    """List the teams that a user belongs to, newest first. Two round trips for up to a hundred.

    Raises NotFound, naming the query's `userId`.
    """
    user = records.get(USER, organization_id, user_id, "userId").record
    found = records.get_many(TEAM, organization_id, user.team_ids)
    return [found[team_id] for team_id in sorted(found, reverse=True)]
