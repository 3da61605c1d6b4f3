"""The service as a client of its HTTP interface sees it, and tenants to use it with.

The same tests run in process (handlers on a moto table) or over HTTP (the local stack): a test talks to
a `Service`, and a fixture decides what stands behind it.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol
from urllib.parse import urlencode

from gather.core.caller import Permission, Scope
from gather.core.identifiers import new_id
from gather.table.changes import Update
from gather.table.records import Records
from gather.table.store import Table
from gather.tenancy.api_keys.lookup_storage import CREDENTIAL
from gather.tenancy.api_keys.secret import hash_of
from gather.tenancy.organizations import storage as organization_storage
from gather.tenancy.organizations.models import Organization
from gather.tenancy.organizations.storage import organization_key
from gather.tenancy.teams.models import Team
from gather.tenancy.teams.storage import TEAM
from gather.tenancy.users.models import User
from gather.tenancy.users.storage import USER

GATHER = "/qsi/gather"

UNKNOWN_ID = "0190a0b0-c0d0-7123-8456-789abcdef012"
"""The id of no record."""


@dataclass(frozen=True)
class Reply:
    """An HTTP answer. Header names are lower case."""

    status: int
    headers: Mapping[str, str]
    body: Any

    @property
    def data(self) -> Any:
        """The success envelope's data."""
        assert "data" in self.body, self.body
        return self.body["data"]

    @property
    def error(self) -> Any:
        """The error envelope's error."""
        assert "error" in self.body, self.body
        return self.body["error"]

    @property
    def faulty_fields(self) -> set[str]:
        """The fields that the error's details name."""
        return {detail["field"] for detail in self.error["details"]}


class Transport(Protocol):
    """Carries one request to the service."""

    def send(self, method: str, path: str, headers: Mapping[str, str], body: str | None) -> Reply: ...


@dataclass
class Service:
    """A client with a key; `path` is below /qsi/gather unless it says otherwise."""

    transport: Transport
    key: str | None = None
    prefix: str = GATHER
    extra_headers: dict[str, str] = field(default_factory=dict)

    def request(
        self,
        method: str,
        path: str,
        body: object = None,
        query: Mapping[str, object] | None = None,
        headers: Mapping[str, str] | None = None,
        raw: str | None = None,
    ) -> Reply:
        sent = {"content-type": "application/json", **self.extra_headers, **(headers or {})}
        if self.key is not None:
            sent.setdefault("x-api-key", self.key)
        text = raw if raw is not None else (None if body is None else json.dumps(body))
        target = f"{self.prefix}{path}" + (f"?{urlencode(query)}" if query else "")
        return self.transport.send(method, target, sent, text)

    def get(self, path: str, **query: object) -> Reply:
        return self.request("GET", path, query=query)

    def post(self, path: str, body: object = None, **options: Any) -> Reply:
        return self.request("POST", path, {} if body is None else body, **options)

    def patch(self, path: str, body: object, **options: Any) -> Reply:
        return self.request("PATCH", path, body, **options)

    def put(self, path: str, body: object, **options: Any) -> Reply:
        return self.request("PUT", path, body, **options)

    def delete(self, path: str, **query: object) -> Reply:
        return self.request("DELETE", path, query=query)

    def using(self, key: str | None) -> "Service":
        """The same service with another key, or with none."""
        return Service(self.transport, key, self.prefix, self.extra_headers)

    def public(self) -> "Service":
        """The addresses without a prefix and without a key: the candidate's side."""
        return Service(self.transport, None, "", self.extra_headers)


@dataclass(frozen=True)
class Tenant:
    """An organization with two teams, a user and keys, of its own for each test."""

    organization_id: str
    team_id: str
    second_team_id: str
    user_id: str
    key: str
    organization_key: str


def make_key(
    table: Table,
    organization_id: str,
    team_id: str | None,
    *,
    user_id: str | None = None,
    scope: Scope = Scope.GATHER,
    permissions: tuple[Permission, ...] = (Permission.READ, Permission.WRITE),
    expires_at: str | None = None,
    used: int | None = None,
    window_ends_at: int | None = None,
    sandbox: bool = False,
) -> str:
    """A key straight in the table, in any state."""
    secret = f"qapi_{new_id()}"
    table.write(
        CREDENTIAL.at(hash_of(secret)).put(
            id=new_id(),
            name="test",
            organizationId=organization_id,
            teamId=team_id,
            userId=user_id,
            scope=scope.value,
            permissions=[permission.value for permission in permissions],
            createdAt="2026-01-01T00:00:00.000Z",
            expiresAt=expires_at,
            used=used,
            windowEndsAt=window_ends_at,
            sandbox=sandbox,
        )
    )
    return secret


def without_supplement(table: Table, tenant: Tenant) -> None:
    """Let the organization be one of an earlier release, whose records may lack lookups."""
    table.update(organization_key(tenant.organization_id), Update(remove=["supplement"]))


def make_tenant(table: Table, features: tuple[str, ...] = (), expiry_days: int = 14) -> Tenant:
    """A new tenant straight in the table."""
    organization_id, user_id = new_id(), new_id()
    team_ids = (new_id(), new_id())
    moment = {"created_at": "2026-01-01T00:00:00.000Z", "updated_at": "2026-01-01T00:00:00.000Z"}

    organization = Organization(
        id=organization_id, name="Example Works", features=features, default_expiry_days=expiry_days, **moment
    )
    organization_storage.create(table, organization)
    unit = Records(table).unit_of_work()
    for number, team_id in enumerate(team_ids, start=1):
        team = Team(
            id=team_id,
            organization_id=organization_id,
            name=f"Team {number}",
            display_name=f"Example Team {number}",
            accent_color="3366ff",
            **moment,
        )
        unit.create(TEAM, team)
    user = User(
        id=user_id,
        organization_id=organization_id,
        first_name="Grace",
        last_name="Hopper",
        email="grace@example.com",
        is_api_user=True,
        team_ids=team_ids,
        **moment,
    )
    unit.create(USER, user)
    unit.commit()
    return Tenant(
        organization_id,
        *team_ids,
        user_id,
        key=make_key(table, organization_id, team_ids[0], user_id=user_id),
        organization_key=make_key(table, organization_id, None, user_id=user_id),
    )
