"""Teams in the table, in the partition of their organization."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from gather.core.caller import TeamScope
from gather.core.errors import NotFound
from gather.core.identifiers import is_id
from gather.table import store
from gather.table.changes import Update
from gather.table.conditions import present
from gather.table.kind import Kind
from gather.table.readable import readable
from gather.table.records import Records
from gather.table.store import KeyRange, Table
from gather.tenancy.organizations.models import MOST_TEAMS
from gather.tenancy.organizations.storage import count_in, team_key, user_key
from gather.tenancy.teams.models import Branding, Team

TEAM = Kind(
    resource="team",
    name="TEAM",
    model=Team,
    team_of=lambda team: team.organization_id,
    listings=lambda team: [],
    key_of=team_key,
)


def create_teams(records: Records, teams: Sequence[Team], members: Sequence[Sequence[str]] = ()) -> None:
    """Store new teams of one organization; the users `members[0]` come to belong to `teams[0]`, and so on.

    All or nothing, one round trip. Raises NotFound for the organization and for a user who is not of it,
    named as `teams[0].userIds[1]`, and Conflict when the organization has too many teams.
    """
    organization_id, moment = teams[0].organization_id, teams[0].created_at
    unit = records.unit_of_work()
    for joining in _joining(teams, members):
        join = Update(
            append={"teamIds": joining.team_ids},
            set={"updatedAt": moment},
            add={"revision": 1},
            condition=present(),
        )
        refused = NotFound("user", joining.user_id, joining.named_at)
        unit.write(store.update(user_key(organization_id, joining.user_id), join), refused)
    count_in(unit, organization_id, "teams", len(teams), MOST_TEAMS)
    for team in teams:
        unit.create(TEAM, team)
    unit.commit()


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


def teams(table: Table, organization_id: str) -> list[Team]:
    """The teams of an organization, newest first. One round trip for each megabyte."""
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
