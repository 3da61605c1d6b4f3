"""Teams of an organization and how they look (interface: Teams, rule 1)."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Annotated, Any

from pydantic import Field, StringConstraints

from gather.core.clock import timestamp
from gather.core.errors import Fault
from gather.core.formats import EmailAddress, HexColor, HttpUrl, RecordId, Title
from gather.core.identifiers import new_id
from gather.core.model import UNSET, LeftOutWhenNull, Model, RequestModel, RequestPart
from gather.core.record import Identified

MOST_TEAMS_IN_A_CALL = 25
MOST_MEMBERS_IN_A_CALL = 70
"""How many users the teams of one call may name: each is a write of the one transaction, of a hundred."""

Description = Annotated[str, StringConstraints(max_length=2_000)]


class Team(Identified):
    """A team of an organization with its branding; colors are hex without a leading #."""

    name: str
    """The name that the organization gives the team."""
    display_name: str
    """The name that candidates see."""
    description: str | None = None
    """The team in a few sentences."""
    logo_url: str | None = None
    """Address of the team's logo; null for none."""
    accent_color: str | None = None
    """Color of highlights: three or six hex digits without `#`."""
    button_color: str | None = None
    """Color of buttons: three or six hex digits without `#`."""
    background_image: str | None = None
    """Address of the image behind candidates' pages; null for none."""
    contact_email: Annotated[str | None, LeftOutWhenNull] = None
    """Whom candidates may write to; left out for nobody."""
    contact_name: Annotated[str | None, LeftOutWhenNull] = None
    """The name of the person at `contactEmail`; left out where there is none."""
    privacy_notice_url: Annotated[str | None, LeftOutWhenNull] = None
    """Address of the privacy notice for candidates; left out where there is none."""
    reply_within_days: Annotated[int | None, LeftOutWhenNull] = None
    """Within how many days of the completion candidates hear from the team; left out where nothing is
    promised."""
    organization_id: str
    """The organization that the team belongs to."""
    archived_at: str | None = None
    """When the team was archived; null unless it is archived."""

    def change_branding(self, request: "ChangeBranding", moment: str) -> "Team":
        """The team with the branding of a PATCH; the same one when nothing is different."""
        changes = {_MEMBERS.get(name, name): value for name, value in request.supplied().items()}
        changed = self.changed(**changes)
        return self if changed == self else changed.changed(updated_at=moment)


class Branding(Model):
    """How a team looks to candidates (interface: Teams, rule 4)."""

    display_name: str
    logo_url: str | None = None
    accent_color: str | None = None
    button_color: str | None = None
    background_image: str | None = None
    contact_email: Annotated[str | None, LeftOutWhenNull] = None
    """Whom candidates may write to; left out for nobody."""
    contact_name: Annotated[str | None, LeftOutWhenNull] = None
    """The name of the person at `contactEmail`; left out where there is none."""
    privacy_notice_url: Annotated[str | None, LeftOutWhenNull] = None
    """Address of the privacy notice for candidates; left out where there is none."""
    reply_within_days: Annotated[int | None, LeftOutWhenNull] = None
    """Within how many days of the completion candidates hear from the team; left out where nothing is
    promised."""

    @classmethod
    def of(cls, team: Team) -> "Branding":
        """The branding of a team."""
        return cls.model_validate(team.model_dump())

    @property
    def contact(self) -> str | None:
        """Whom candidates may write to, with the name where there is one; None for nobody."""
        if self.contact_email is None or self.contact_name is None:
            return self.contact_email
        return f"{self.contact_name} ({self.contact_email})"


class TeamToCreate(RequestPart):
    """One of the teams that a POST asks for; `user_ids` are the users who belong to it from the start."""

    name: Title
    display_name: Title
    description: Description | None = None
    user_ids: tuple[RecordId, ...] = Field(default=(), max_length=MOST_MEMBERS_IN_A_CALL)
    """The users who become members."""


class CreateTeams(RequestModel):
    """Body of POST /teams."""

    teams: tuple[TeamToCreate, ...] = Field(min_length=1, max_length=MOST_TEAMS_IN_A_CALL)
    """The teams to create. They name at most 70 users in all."""

    @classmethod
    def cross_field_faults(cls, raw: Mapping[str, Any]) -> Iterable[Fault]:
        teams = raw.get("teams")
        if not isinstance(teams, list):
            return
        lists = [team.get("userIds") for team in teams if isinstance(team, dict)]
        named = {
            user for users in lists if isinstance(users, list) for user in users if isinstance(user, str)
        }
        if len(named) > MOST_MEMBERS_IN_A_CALL:
            yield Fault("teams", f"must name at most {MOST_MEMBERS_IN_A_CALL} users in all")


class ChangeBranding(RequestModel):
    """Body of PATCH /teams/{teamId}/branding; null clears a member, but for the name."""

    accent_color: HexColor | None = None
    team_button_color: HexColor | None = None
    """Color of buttons: three or six hex digits without `#`."""
    team_background_image: HttpUrl | None = None
    """Address of the image behind candidates' pages; null removes it."""
    logo_url: HttpUrl | None = None
    contact_email: EmailAddress | None = None
    """Whom candidates may write to with questions or for help; null for nobody."""
    contact_name: Title | None = None
    """The name of the person at `contactEmail`; null for none."""
    privacy_notice_url: HttpUrl | None = None
    """Address of the privacy notice for candidates; null for none. The consent links it."""
    reply_within_days: Annotated[int, Field(ge=1, le=365)] | None = None
    """Within how many days of the completion candidates hear from the team; null where nothing is promised.
    The candidate's page says it."""
    display_name: Title = UNSET
    description: Description | None = None


_MEMBERS = {"team_button_color": "button_color", "team_background_image": "background_image"}
"""The names of the request's members in the record, where they differ (interface: Teams, rule 3)."""


def new_teams(request: CreateTeams, organization_id: str, now: datetime) -> list[Team]:
    """New teams from a request, in its order."""
    return [
        new_team(team.name, team.display_name, organization_id, now, description=team.description)
        for team in request.teams
    ]


def new_team(
    name: str, display_name: str, organization_id: str, now: datetime, **branding: str | None
) -> Team:
    """A new team; `branding` holds further members of `Team`."""
    moment = timestamp(now)
    return Team(
        id=new_id(),
        name=name,
        display_name=display_name,
        organization_id=organization_id,
        created_at=moment,
        updated_at=moment,
        **branding,
    )
