"""Users in the table, in the partition of their organization.

An address leads to its user by an item of its own, so that no two users of an organization can have the same
one. Another item leads from an address to everybody who signs in with it, of whatever organization.
"""

import hashlib
from collections.abc import Iterable

from gather.core.email_address import normal_email
from gather.core.tenant import is_sandbox
from gather.table import keys
from gather.table.conversion import Item
from gather.table.item_kind import ItemKind, Place
from gather.table.kind import Kind
from gather.table.readable import readable
from gather.table.records import Records
from gather.table.store import KeyRange, Table, Write
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


def sign_in_address_key(email_hash: str, organization_id: str, user_id: str) -> keys.Key:
    """The pointers from an e-mail address, by its hash, to the users who sign in with it."""
    return keys.Key(f"SIGNIN#{email_hash}", f"{organization_id}#{user_id}")


USER_EMAIL = ItemKind("USER_EMAIL", user_email_key)
SIGN_IN_ADDRESS = ItemKind("SIGN_IN_ADDRESS", sign_in_address_key)


def email_place(user: User) -> Place:
    """The item that holds a user's e-mail address, by its hash: personal data has no place in a key."""
    text = f"{user.organization_id}\n{normal_email(user.email)}"
    return USER_EMAIL.at(user.organization_id, hashlib.sha256(text.encode()).hexdigest())


def sign_in_place(user: User) -> Place:
    """The item that leads from the address that a user signs in with to them."""
    return SIGN_IN_ADDRESS.at(_hash_of_address(user.email), user.organization_id, user.id)


def sign_in_address(user: User) -> Write:
    """The write of that item, whether it is there or not."""
    return sign_in_place(user).put(organizationId=user.organization_id, userId=user.id)


def list_accounts(table: Table, email: str) -> list[User]:
    """List the users who sign in with an address, those of the longest standing first. Two round trips."""
    first = sign_in_address_key(_hash_of_address(email), "", "")
    pointers = table.query_all(KeyRange(first.pk), consistent=True)
    places = [USER.key(pointer["organizationId"], pointer["userId"]) for pointer in pointers]
    found = table.get_many(places)
    users = [*readable(User, found.values())]
    signing_in = [user for user in users if user.archived_at is None and not user.is_api_user]
    return sorted(signing_in, key=lambda user: user.created_at)


def _hash_of_address(email: str) -> str:
    return hashlib.sha256(normal_email(email).encode()).hexdigest()


def list_users(table: Table, organization_id: str) -> list[User]:
    """List the users of an organization who are not archived, newest first. One round trip for each
    megabyte."""
    first = USER.key(organization_id, "")
    of_organization = KeyRange(first.pk, begins_with=first.sk)
    items = table.query_all(of_organization, consistent=True, descending=True)
    return _present(items)


def list_teams_and_users(table: Table, organization_id: str) -> tuple[list[Team], list[User]]:
    """List the teams and the users of an organization who are not archived, newest first, read together.

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
        _present(filter(USER.includes, items)),
    )


def _present(items: Iterable[Item]) -> list[User]:
    return [user for user in readable(User, items) if user.archived_at is None]


def list_teams_of_user(records: Records, organization_id: str, user_id: str) -> list[Team]:
    """List the teams that a user belongs to, newest first. Two round trips for up to a hundred.

    Raises NotFound, naming the query's `userId`.
    """
    user = records.get(USER, organization_id, user_id, "userId").record
    found = records.get_many(TEAM, organization_id, user.team_ids)
    return [found[team_id] for team_id in sorted(found, reverse=True)]
