"""A parameter of a path that is too long for a key of the table names nothing; no route answers 500."""

import base64
from collections.abc import Mapping

import pytest

from gather.core.caller import Scope
from gather.http.routes import LONGEST_PATH_PARAMETER
from gather.table.records import Records
from openapi.declarations import DeclaredRoute, declared_routes
from tests.builders.service import UNKNOWN_ID, Reply, Service, Tenant, Transport, make_key
from tests.builders.worst_paths import parameters, with_one_parameter, with_parameters

pytestmark = pytest.mark.routes

WITH_PARAMETERS = [each for each in declared_routes() if parameters(each.route.path)]
FAR_TOO_LONG = "a" * 3000
LONGEST = "a" * LONGEST_PATH_PARAMETER


@pytest.fixture
def keys(records: Records, tenant: Tenant) -> Mapping[Scope, str]:
    """A key of each scope."""
    return {
        scope: make_key(records.table, tenant.organization_id, tenant.team_id, scope=scope) for scope in Scope
    }


def _ask(transport: Transport, declared: DeclaredRoute, keys: Mapping[Scope, str], path: str) -> Reply:
    route = declared.route
    key = keys[min(route.scopes)] if route.takes_key else None
    return Service(transport, key, "").request(route.method, path, None if route.method == "GET" else {})


@pytest.mark.parametrize("declared", WITH_PARAMETERS, ids=lambda each: each.route.key)
def test_a_parameter_that_is_too_long_names_nothing(
    transport: Transport, keys: Mapping[Scope, str], declared: DeclaredRoute
) -> None:
    path = declared.route.path

    for name in parameters(path):
        reply = _ask(transport, declared, keys, with_one_parameter(path, name, FAR_TOO_LONG, UNKNOWN_ID))
        assert reply.status == 404, name
        assert not declared.route.is_ours or reply.error["code"] == "NOT_FOUND"
    longest = _ask(transport, declared, keys, with_parameters(path, LONGEST))
    assert longest.status < 500


def test_neither_a_vendor_nor_its_user_is_too_long_for_the_table(service: Service) -> None:
    for vendor, user in ((FAR_TOO_LONG, "user"), (LONGEST, "\N{GRINNING FACE}" * 400)):
        basic = base64.b64encode(f"{user}:password".encode()).decode()

        reply = service.public().request(
            "GET", f"/connect/{vendor}/catalog", headers={"authorization": f"Basic {basic}"}
        )

        assert reply.status in (401, 404)
