"""Organizations, their teams and their users (interface: Team, User)."""

from gather.domain.model import Model
from gather.domain.record import Identified

JOB_WORKFLOW = "jobWorkflow"
DEFAULT_EXPIRY_DAYS = 14


class Organization(Identified):
    """A customer. `features` names what is switched on; `default_expiry_days` is how long invites hold."""

    name: str
    features: tuple[str, ...] = ()
    default_expiry_days: int = DEFAULT_EXPIRY_DAYS


class Team(Identified):
    """A team of an organization with its branding; colors are hex without a leading #."""

    name: str
    display_name: str
    description: str | None = None
    logo_url: str | None = None
    accent_color: str | None = None
    button_color: str | None = None
    background_image: str | None = None
    organization_id: str
    archived_at: str | None = None


class Branding(Model):
    """How a team looks to candidates (answers: Records, branding)."""

    display_name: str
    logo_url: str | None = None
    accent_color: str | None = None
    button_color: str | None = None
    background_image: str | None = None

    @classmethod
    def of(cls, team: Team) -> "Branding":
        """The branding of a team."""
        return cls.model_validate(team.model_dump())


class User(Identified):
    """A person or a program that works for an organization."""

    first_name: str
    last_name: str
    email: str
    phone: str | None = None
    is_api_user: bool = False
    team_ids: tuple[str, ...] = ()
    organization_id: str
