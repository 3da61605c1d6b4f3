"""Integrations to use the Connect routes with, and a client of those routes."""

import base64
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from gather.core.caller import Scope
from gather.table.store import Table
from local_stack.seeding import example_ats
from tests.builders.service import Service, Tenant, make_key

EXAMPLE = "example-ats"
PARTNER = "assessment-partner"
CONNECT = "/connect"


def basic(user: str, password: str) -> dict[str, str]:
    """The header of Basic credentials."""
    return {"Authorization": f"Basic {base64.b64encode(f'{user}:{password}'.encode()).decode()}"}


def bearer(token: str) -> dict[str, str]:
    """The header of a bearer token."""
    return {"Authorization": f"Bearer {token}"}


def connect(service: Service, key: str | None = None) -> Service:
    """The Connect routes of the service, used with a key."""
    return Service(service.transport, key, CONNECT)


def customer_key(table: Table, tenant: Tenant, **options: Any) -> str:
    """An integrations key of the tenant's first team, or of `team_id`."""
    team_id = options.pop("team_id", tenant.team_id)
    return make_key(table, tenant.organization_id, team_id, scope=Scope.INTEGRATIONS, **options)


def configuration_of(vendor: str, base_url: str) -> dict[str, Any]:
    """A valid configuration for the vendor, whose service is at `base_url`."""
    if vendor == EXAMPLE:
        return {"baseUrl": base_url, "apiToken": example_ats.TOKEN}
    return {"statusUrl": f"{base_url}/status", "apiKey": "partner-key"}


@dataclass(frozen=True)
class Connected:
    """An integration, its Basic credentials and the Connect routes to use it through."""

    id: str
    vendor: str
    user: str
    password: str
    customer: Service

    @property
    def login(self) -> Service:
        """The Connect routes, used with Basic alone."""
        return Service(self.customer.transport, None, CONNECT, basic(self.user, self.password))


def integrate(
    customer: Service, base_url: str, vendor: str = EXAMPLE, name: str = "Our ATS", **fields: Any
) -> Connected:
    """A new integration, made through its route."""
    body = {"name": name, "configuration": configuration_of(vendor, base_url), **fields}
    reply = customer.post(f"/{vendor}/integrations", body)
    assert reply.status == 201, reply.body
    made: Mapping[str, Any] = reply.data["integration"]
    return Connected(made["id"], vendor, made["user"], made["password"], customer)


def order_body(interview_id: str, **fields: Any) -> dict[str, Any]:
    """An order in the example vendor's words."""
    candidate = {"id": "C-1", "firstName": "Ada", "lastName": "Lovelace", "email": "ada@example.com"}
    return {"interviewId": interview_id, "reference": "O-1", "candidate": candidate, **fields}
