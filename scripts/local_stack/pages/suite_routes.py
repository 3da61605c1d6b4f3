"""The routes of the recruiting suites of the local stack, below `/_local/suites`.

`/_local/suites/{vendor}` is both the address of a suite's API and of its page.
"""

import json
import threading
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from flask import Flask, Response, request

from local_stack.pages.layout import PAGE_POLICY
from local_stack.settings import SUITES_PATH

if TYPE_CHECKING:
    from local_stack.suites.simulator import SuiteSimulator

_METHODS: Final = ("DELETE", "GET", "PATCH", "POST", "PUT")


class LocalSuites:
    """The suites, which are made when the first one is asked for: their models would delay the start."""

    def __init__(self, base_url: str, address_for_functions: str) -> None:
        self._addresses = (base_url, address_for_functions)
        self._suites: Mapping[str, SuiteSimulator] | None = None
        self._lock = threading.Lock()

    def all(self) -> Mapping[str, "SuiteSimulator"]:
        """The suites by their vendors."""
        with self._lock:
            if self._suites is None:
                from local_stack.suites.local_suites import create_suites

                self._suites = create_suites(*self._addresses)
            return self._suites


def add_suite_routes(application: Flask, suites: LocalSuites) -> None:
    """Registers the routes on the gateway's application."""

    def index() -> Response:
        from local_stack.pages.suites import list_of_suites_page

        return _page(list_of_suites_page(suites.all().values()))

    def suite_page(vendor: str) -> Response:
        from local_stack.pages.suites import suite_page

        suite = suites.all().get(vendor)
        return _page(suite_page(suite)) if suite else _no_suite()

    def list_orders(vendor: str) -> Response:
        suite = suites.all().get(vendor)
        if suite is None:
            return _no_suite()
        orders = [order.view for order in suite.orders.values()]
        return _json(200, {"orders": orders[::-1], "refusals": suite.refused[::-1]})

    def order(vendor: str) -> Response:
        suite = suites.all().get(vendor)
        return _order(suite) if suite else _no_suite()

    def api(vendor: str, path: str) -> Response:
        suite = suites.all().get(vendor)
        if suite is None:
            return _no_suite()
        given = (request.args.to_dict(), dict(request.headers), request.get_data())
        status, headers, body = suite.answer(request.method, f"/{path}", *given)
        response = Response(body, status, headers=dict(headers))
        if "Content-Type" not in headers:
            del response.headers["Content-Type"]
        return response

    for path, view, methods in (
        (SUITES_PATH, index, ("GET",)),
        (f"{SUITES_PATH}/<vendor>", suite_page, ("GET",)),
        (f"{SUITES_PATH}/<vendor>/orders", list_orders, ("GET",)),
        (f"{SUITES_PATH}/<vendor>/orders", order, ("POST",)),
        (f"{SUITES_PATH}/<vendor>/<path:path>", api, _METHODS),
    ):
        application.add_url_rule(
            path,
            endpoint=f"{view.__name__} {path}",
            view_func=view,
            methods=list(methods),
            provide_automatic_options=False,
        )


def _order(suite: "SuiteSimulator") -> Response:
    """Play a recruiter who orders an interview."""
    from local_stack.suites.simulator import PartnerAnswerWrong, PartnerRefused, SuiteRefused

    try:
        document = json.loads(request.get_data())
    except ValueError:
        return _json(400, {"message": "The body is not JSON"})
    try:
        return _json(201, {"order": suite.order_by_hand(document).view})
    except SuiteRefused as wrong:
        return _json(400, {"message": wrong.reason})
    except (PartnerRefused, PartnerAnswerWrong) as failure:
        return _json(502, {"message": f"The service did not take the order: {failure}"})


def _no_suite() -> Response:
    return _json(404, {"message": "There is no such suite"})


def _page(content: str) -> Response:
    headers = {"Content-Security-Policy": PAGE_POLICY, "Cache-Control": "no-store"}
    return Response(content, mimetype="text/html", headers=headers)


def _json(status: int, body: object) -> Response:
    return Response(json.dumps(body, ensure_ascii=False), status, mimetype="application/json")
