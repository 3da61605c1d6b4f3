"""The recruiting suites of the local stack, each with what it has issued to its one customer.

They stand for services of somebody else, and have their state in memory: it ends with the stack.
"""

import http.client
import threading
from collections.abc import Callable, Mapping
from typing import Final
from urllib.parse import urlsplit

from local_stack.settings import SUITES_PATH
from local_stack.suites.ashby import AshbySimulator
from local_stack.suites.greenhouse import GreenhouseSimulator
from local_stack.suites.lever import LeverClient, LeverSimulator
from local_stack.suites.simulator import Connection, HttpAnswer, SuiteSimulator
from local_stack.suites.smartrecruiters import SmartRecruitersSimulator
from local_stack.suites.workable import WorkableSimulator

_SECONDS: Final = 60
# They open these simulators, on this machine.
_ASHBY_KEY: Final = "example-ashby-key"
_WORKABLE_TOKEN: Final = "example-workable-token"  # noqa: S105
_SMARTRECRUITERS_SECRET: Final = "example-smartrecruiters-secret"  # noqa: S105
_LEVER_KEY: Final = "example-lever-key"


def create_suites(base_url: str, address_for_functions: str) -> Mapping[str, SuiteSimulator]:
    """The suites by their vendors. They call the service at `base_url`, and are called at the other one."""

    def connection(vendor: str) -> Connection:
        return Connection(
            api_url=f"{address_for_functions}{SUITES_PATH}/{vendor}",
            connect_url=f"{base_url}/connect/{vendor}",
            send=send_over_http,
            defer=run_soon,
        )

    client = LeverClient("example-lever-client", "example-lever-secret", "example-lever-refresh-token")
    suites: tuple[SuiteSimulator, ...] = (
        GreenhouseSimulator(connection("greenhouse")),
        AshbySimulator(connection("ashby"), api_key=_ASHBY_KEY),
        WorkableSimulator(connection("workable"), access_token=_WORKABLE_TOKEN),
        SmartRecruitersSimulator(
            connection("smartrecruiters"),
            company_id="example-company",
            client_id="example-smartrecruiters-client",
            client_secret=_SMARTRECRUITERS_SECRET,
        ),
        LeverSimulator(connection("lever"), api_key=_LEVER_KEY, client=client, users=("example-user",)),
    )
    return {suite.vendor: suite for suite in suites}


def send_over_http(method: str, url: str, headers: Mapping[str, str], body: bytes | None) -> HttpAnswer:
    """Send a request on a connection of its own. Raises OSError and http.client.HTTPException."""
    parts = urlsplit(url)
    connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=_SECONDS)
    try:
        target = f"{parts.path}?{parts.query}" if parts.query else parts.path
        connection.request(method, target, body, dict(headers))
        response = connection.getresponse()
        return HttpAnswer(response.status, dict(response.getheaders()), response.read())
    finally:
        connection.close()


def run_soon(work: Callable[[], None]) -> None:
    """Run something in a thread of its own."""
    threading.Thread(target=work, daemon=True).start()
