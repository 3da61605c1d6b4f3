"""Teams in the table, in the partition of their organization."""

from gather.core.caller import TeamScope
from gather.core.errors import NotFound
from gather.table.kind import Kind
from gather.table.readable import readable
from gather.table.store import KeyRange, Table
from gather.tenancy.organizations.storage import team_key
from gather.tenancy.teams.models import Branding, Team

TEAM = Kind(
    resource="team",
    name="TEAM",
    model=Team,
    team_of=lambda team: team.organization_id,
    listings=lambda team: [],
    key_of=team_key,
)


def list_teams(table: Table, organization_id: str) -> list[Team]:
    """List the teams of an organization, newest first. One round trip for each megabyte."""
    first = team_key(organization_id, "")
    of_organization = KeyRange(first.pk, begins_with=first.sk)
    items = table.query_all(of_organization, consistent=True, descending=True)
    return [*readable(Team, items)]


def get_branding(table: Table, team: TeamScope) -> Branding:
    """How a team looks to candidates. One round trip. Raises NotFound."""
    item = table.get(team_key(team.organization_id, team.team_id))
    if item is None:
        raise NotFound(TEAM.resource, team.team_id)
    return Branding.of(Team.model_validate(item))
