"""Organizations with their teams, a user and keys, written straight to the table."""

from dataclasses import dataclass

from gather.clock import timestamp
from gather.domain.caller import Permission, Scope
from gather.domain.credential import hash_of, new_credential, new_key
from gather.domain.organization import Organization, Team, User
from gather.identifiers import new_id
from gather.table import credentials, keys
from gather.wiring import clock, records, table

Record = Organization | Team | User


@dataclass(frozen=True)
class SeededOrganization:
    """A new organization; its keys are made when they are asked for."""

    organization_id: str
    team_ids: tuple[str, ...]
    user_id: str

    def team_key(self) -> str:
        return self._key("Team", Scope.GATHER, self.team_ids[0])

    def organization_key(self) -> str:
        return self._key("Organization", Scope.GATHER, None)

    def admin_key(self) -> str:
        return self._key("Administration", Scope.ADMIN, None)

    def accounts_key(self) -> str:
        return self._key("Partner", Scope.ACCOUNTS, None)

    def integrations_key(self) -> str:
        return self._key("Integrations", Scope.INTEGRATIONS, None)

    def _key(self, name: str, scope: Scope, team_id: str | None) -> str:
        credential = new_credential(
            self.organization_id,
            team_id,
            name,
            (Permission.READ, Permission.WRITE),
            clock().now(),
            scope=scope,
            user_id=self.user_id,
        )
        key = new_key()
        credentials.create(records(), credential, hash_of(key))
        return key


def make_organization(name: str, features: tuple[str, ...], team_count: int = 1) -> SeededOrganization:
    """Writes an organization, its teams and a user who belongs to all of them."""
    now = timestamp(clock().now())
    organization = Organization(id=new_id(), name=name, features=features, created_at=now, updated_at=now)
    teams = [
        Team(
            id=new_id(),
            name=f"{name} {place}",
            display_name=f"{name} {place}",
            organization_id=organization.id,
            created_at=now,
            updated_at=now,
        )
        for place in ("North", "South")[:team_count]
    ]
    user = User(
        id=new_id(),
        first_name="Robin",
        last_name="Example",
        email="robin@example.com",
        team_ids=tuple(team.id for team in teams),
        organization_id=organization.id,
        created_at=now,
        updated_at=now,
    )
    _put(keys.organization(organization.id), "ORGANIZATION", organization)
    for team in teams:
        _put(keys.team(organization.id, team.id), "TEAM", team)
    _put(keys.user(organization.id, user.id), "USER", user)
    return SeededOrganization(organization.id, tuple(team.id for team in teams), user.id)


def _put(key: keys.Key, entity: str, record: Record) -> None:
    table().put({**record.model_dump(by_alias=True), "pk": key.pk, "sk": key.sk, "entity": entity})
