"""Users: the people and programs that work for an organization (interface: Users, rules 1 and 2)."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from enum import StrEnum
from typing import Annotated, Any

from pydantic import Field

from gather.core.caller import Role
from gather.core.clock import timestamp
from gather.core.email_address import normal_email
from gather.core.errors import Fault
from gather.core.formats import EmailAddress, PhoneNumber, RecordId, TimeZone, Title
from gather.core.identifiers import new_id
from gather.core.model import UNSET, LeftOutWhenNull, RequestModel, RequestPart
from gather.core.record import Identified
from gather.core.repetition import repeated, texts
from gather.core.tenant import TenantId
from gather.tenancy.teams.models import Team

MOST_USERS_IN_A_CALL = 25
"""A user takes up to three writes of the call's one transaction, of a hundred."""

MOST_TEAMS_OF_A_NEW_USER = 100
LONGEST_SIGN_IN_ADDRESS = 128
"""How long an e-mail address may be that a person signs in with: Cognito's bound of a username."""


class Notifications(StrEnum):
    """How a user hears of candidates."""

    EACH = "each"
    """By an e-mail each."""
    DAILY = "daily"
    """By one e-mail a day with all that is new."""
    NONE = "none"
    """Not at all."""


def _first_role(known: Mapping[str, Any]) -> Role | None:
    """The role of a user for whom none is stored: those with an account read and judge."""
    return None if known.get("is_api_user") else Role.REVIEWER


class UserFields(Identified):
    """The members of a user that every response shows. API users may not use the dashboard."""

    first_name: str
    """The user's first name."""
    last_name: str
    """The user's last name."""
    email: str
    """The user's e-mail address, which no other user of the organization has."""
    phone: str | None = None
    """The user's telephone number in E.164 form; null when it is not known."""
    is_api_user: bool = False
    """Whether the user stands for a program."""
    role: Role | None = Field(default_factory=_first_role)
    """What the user may do in the console; null for API users, who have no account."""
    notifications: Notifications = Notifications.EACH
    """How the user hears of results, requests and meetings."""
    timezone: str | None = None
    """The user's time zone, an IANA name such as `Europe/London`; null when it is not known."""
    organization_id: TenantId
    """The organization that the user belongs to."""
    archived_at: str | None = None
    """When the user was archived: ISO 8601 in UTC; null unless it is so."""

    @property
    def is_administrator(self) -> bool:
        """Whether the user counts as an administrator of the organization."""
        return self.role is Role.ADMINISTRATOR and self.archived_at is None


class User(UserFields):
    """A user with the ids of the teams that they belong to, as it is stored."""

    team_ids: tuple[str, ...] = ()
    """The teams that the user is a member of."""


class ListedUser(UserFields):
    """A user in a list: with their teams, or with the ids of these alone."""

    team_ids: Annotated[tuple[str, ...] | None, LeftOutWhenNull] = None
    teams: Annotated[tuple[Team, ...] | None, LeftOutWhenNull] = None
    """The teams that the user is a member of, with their names; there with `includeTeams=true`."""

    @classmethod
    def with_ids(cls, user: User) -> "ListedUser":
        """The user with the ids of their teams."""
        return cls(**user.model_dump())

    @classmethod
    def with_teams(cls, user: User, teams: Mapping[str, Team]) -> "ListedUser":
        """The user with those of `teams` (by id) that they belong to."""
        theirs = tuple(teams[team_id] for team_id in user.team_ids if team_id in teams)
        return cls(**user.model_dump(exclude={"team_ids"}), teams=theirs)


class UserToCreate(RequestPart):
    """One of the users that a POST asks for. `dashboard` asks for an account to sign in with."""

    first_name: Title
    last_name: Title
    email: EmailAddress
    phone: PhoneNumber | None = None
    team_ids: tuple[RecordId, ...] = Field(min_length=1, max_length=MOST_TEAMS_OF_A_NEW_USER)
    dashboard: bool = Field(default=False, alias="createAuth0Account")
    """Whether the user gets an account of the dashboard."""
    role: Role = Role.REVIEWER
    """What the user may do in the console. Only a user with an account has a role."""


class UpdateUser(RequestModel):
    """Body of PATCH /users/{userId}."""

    first_name: Title = UNSET
    last_name: Title = UNSET
    phone: PhoneNumber | None = None
    team_ids: tuple[RecordId, ...] = Field(default=UNSET, min_length=1, max_length=MOST_TEAMS_OF_A_NEW_USER)
    """The teams that the user is a member of."""
    role: Role = UNSET
    """What the user may do in the console. API users have no role."""
    notifications: Notifications = UNSET
    timezone: TimeZone | None = None


class CreateUsers(RequestModel):
    """Body of POST /users."""

    users: tuple[UserToCreate, ...] = Field(min_length=1, max_length=MOST_USERS_IN_A_CALL)
    """The users to create."""

    @classmethod
    def cross_field_faults(cls, raw: Mapping[str, Any]) -> Iterable[Fault]:
        users = raw.get("users")
        if isinstance(users, list):
            yield from _repeated_addresses(users)
            yield from _addresses_too_long_to_sign_in_with(users)
            yield from _roles_without_account(users)


def _repeated_addresses(users: list[Any]) -> Iterator[Fault]:
    for position, before in repeated(email and normal_email(email) for email in _addresses(users)):
        yield Fault(f"users[{position}].email", f"is the address of users[{before}] already")


def _addresses_too_long_to_sign_in_with(users: list[Any]) -> Iterator[Fault]:
    for position, email in enumerate(_addresses(users)):
        if (
            email
            and users[position].get("createAuth0Account") is True
            and len(email) > LONGEST_SIGN_IN_ADDRESS
        ):
            reason = f"must have at most {LONGEST_SIGN_IN_ADDRESS} characters to sign in with"
            yield Fault(f"users[{position}].email", reason)


def _roles_without_account(users: list[Any]) -> Iterator[Fault]:
    for position, user in enumerate(users):
        if isinstance(user, dict) and "role" in user and user.get("createAuth0Account") is not True:
            yield Fault(f"users[{position}].role", "needs createAuth0Account")


def _addresses(users: list[Any]) -> Iterator[str | None]:
    return texts(user.get("email") if isinstance(user, dict) else None for user in users)


def new_users(request: CreateUsers, organization_id: str, now: datetime) -> list[User]:
    """New users from a request, in its order."""
    return [
        new_user(
            organization_id,
            user.first_name,
            user.last_name,
            user.email,
            user.team_ids,
            now,
            phone=user.phone,
            is_api_user=not user.dashboard,
            role=user.role,
        )
        for user in request.users
    ]


def new_user(
    organization_id: str,
    first_name: str,
    last_name: str,
    email: str,
    team_ids: Iterable[str],
    now: datetime,
    *,
    phone: str | None = None,
    is_api_user: bool = True,
    role: Role = Role.REVIEWER,
) -> User:
    """A new user. `role` is that of one with an account."""
    moment = timestamp(now)
    return User(
        id=new_id(),
        first_name=first_name,
        last_name=last_name,
        email=email,
        phone=phone,
        is_api_user=is_api_user,
        role=None if is_api_user else role,
        team_ids=tuple(dict.fromkeys(team_ids)),
        organization_id=organization_id,
        created_at=moment,
        updated_at=moment,
    )
