"""The one bootstrap: what stands behind each protocol, and the entry of every function.

A function's entry runs with the adapters of its process. A test runs the same function with its own:

    handler.run(event, context, Adapters(settings, clock))
"""

import os
from collections.abc import Callable, Mapping
from functools import cache, cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from aws_lambda_powertools.utilities.typing import LambdaContext

from dynamo.aws_access import find_access, goes_through_proxy
from dynamo.client import TableClient
from dynamo.direct_client import DirectClient
from gather.core.aws import AwsClients
from gather.core.clock import Clock, SystemClock
from gather.core.settings import Settings, load
from gather.table.concurrency import Start, Threads
from gather.table.known_callers import KnownCallers
from gather.table.records import Records
from gather.table.store import Table
from gather.table.visitor_usage import VisitorRequests

if TYPE_CHECKING:
    # At run time a request need not pay for the protocols of engines that it does not use.
    from gather.ports.provider import EngineChoice, EngineProvider

Outcome = TypeVar("Outcome")

_SERVERS = "gather.compatible.engines"
"""The provider of engines on servers. No function loads it that has none."""


class Adapters:
    """The dependencies of the service: settings, clock, AWS clients, records and engines.

    Records and engines are made at their first use, as `settings` say. `start` starts calls to the table that
    are made side by side. A test may set its own.
    """

    def __init__(
        self, settings: Settings, clock: Clock | None = None, clients: AwsClients | None = None
    ) -> None:
        self.settings = settings
        self.clock = clock or SystemClock()
        self.clients = clients or AwsClients()
        self.client_requests = VisitorRequests()
        self.known_callers = KnownCallers()
        self.start: Start = Threads()

    @cached_property
    def records(self) -> Records:
        """The records of the table."""
        return Records(Table(self.table_client, self.settings.table_name, start=self.start))

    @cached_property
    def table_client(self) -> TableClient:
        """The table's client: the direct one, or botocore's where settings say so or a proxy is between."""
        if self.settings.table_client == "direct":
            access = find_access(os.environ)
            if not goes_through_proxy(os.environ, access.endpoint.url):
                return DirectClient(access)
        client: TableClient = self.clients.dynamodb
        return client

    @cached_property
    def engines(self) -> "EngineProvider":
        """The engines of who has chosen none: those on servers where there are any, else the default ones."""
        if not self.settings.has_servers:
            return self._default_engines
        provider: EngineProvider = import_module(_SERVERS).provide(self.settings, self._default_engines)
        return provider

    def chosen_engines(self, choice: "EngineChoice") -> "EngineProvider":
        """The engines in the order of `choice`. Where there are no servers, there is nothing to choose."""
        if not self.settings.has_servers:
            return self.engines
        if choice not in self._chosen:
            self._chosen[choice] = import_module(_SERVERS).provide(
                self.settings, self._default_engines, choice
            )
        return self._chosen[choice]

    @cached_property
    def _default_engines(self) -> "EngineProvider":
        """Those of AWS, or the local stack's."""
        provider: EngineProvider = import_module(self.settings.engines).provide(self.settings)
        return provider

    @cached_property
    def _chosen(self) -> "dict[EngineChoice, EngineProvider]":
        return {}


def bootstrap(environment: Mapping[str, str] = os.environ) -> Adapters:
    """The adapters that the variables of a function ask for."""
    return Adapters(load(environment))


@cache
def process_adapters() -> Adapters:
    """The adapters of this process."""
    return bootstrap()


class Entry(Generic[Outcome]):
    """The entry of a function, as Lambda calls it. `run` is the same with adapters of one's own."""

    def __init__(self, run: Callable[[dict[str, Any], LambdaContext, Adapters], Outcome]) -> None:
        self.run = run

    def __call__(self, event: dict[str, Any], context: LambdaContext) -> Outcome:
        """Run the function with the adapters of this process."""
        return self.run(event, context, process_adapters())
