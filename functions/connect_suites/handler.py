"""The recruiting suites' own routes, as each suite's module declares them.

They take and answer the suite's members, never our envelope. Suites: Two kinds of routes.
"""

from collections.abc import Callable
from typing import Any

from gather.connect.integrations import service
from gather.connect.integrations.door import IntegrationDoor
from gather.connect.integrations.selection import VendorDataQuery, select_integration
from gather.connect.orders.desk import OrderDesk
from gather.connect.suite_protocol import (
    KeylessVisit,
    NoSuiteBody,
    Suite,
    SuiteAnswer,
    SuiteRoute,
    SuiteVisit,
)
from gather.connect.suite_registry import suites
from gather.core.caller import Basic, Scope
from gather.http.call import Call, KeyCall
from gather.http.routes import Api
from gather.http.suite_form import SuiteForm

api = Api(
    "connect-suites",
    prefix="/connect",
    scopes=frozenset({Scope.INTEGRATIONS}),
    basic=Basic.INTEGRATION,
)
handler = api.handler


def _declare(suite: Suite[Any, Any], route: SuiteRoute) -> None:
    """Declare a route of a suite."""
    body, query = route.models
    answer = _with_key(suite, route) if route.takes_key else _without_key(suite, route)
    call = KeyCall if route.takes_key else Call
    answer.__annotations__["call"] = call[body, query]
    answer.__name__, answer.__doc__ = route.answer.__name__, route.answer.__doc__
    declare = api.declare(
        route.method,
        f"/{suite.name}{route.path}",
        SuiteAnswer,
        form=SuiteForm(route.refusal or suite.refuse),
        vendor=suite.name,
        takes_form=route.takes_form,
    )
    declare(answer)


def _with_key(suite: Suite[Any, Any], route: SuiteRoute) -> Callable[[KeyCall[Any, Any]], SuiteAnswer]:
    def answer(call: KeyCall[NoSuiteBody, VendorDataQuery]) -> SuiteAnswer:
        integration = select_integration(call.records, call.caller, suite.name, call.query.integration_id)
        desk = OrderDesk(
            records=call.records,
            integration=integration,
            user_id=call.caller.user_id,
            base_url=call.base_url,
            now=call.now,
        )

        def disable() -> None:
            service.disable(call.records, call.caller, integration, call.actor, now=call.now)

        visit = SuiteVisit(
            body=call.body,
            query=call.query,
            path=call.path,
            integration=integration,
            desk=desk,
            disable=disable,
        )
        return route.answer(visit)

    return answer


def _without_key(suite: Suite[Any, Any], route: SuiteRoute) -> Callable[[Call[Any, Any]], SuiteAnswer]:
    def answer(call: Call[NoSuiteBody, VendorDataQuery]) -> SuiteAnswer:
        door = IntegrationDoor(adapters=call.adapters, vendor=suite, vendor_name=suite.name, now=call.now)
        return route.answer(KeylessVisit(body=call.body, query=call.query, path=call.path, door=door))

    return answer


for each in suites():
    for declared in each.routes:
        _declare(each, declared)
