"""Fixtures of every test: the service, on a table of its own, and a tenant to use it with.

With `--over-http`, the tests of routes, pages and guides use the local stack, in processes of its own, except
those that reach into the service. All others have the service in their own process.
"""

import json
import logging
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import hypothesis
import pytest
from moto import mock_aws

from dynamo.direct_client import DirectClient
from gather.aws.engines import AwsEngines
from gather.core.aws import AwsClients
from gather.core.caller import Scope
from gather.core.observability import NAMESPACE
from gather.table.concurrency import at_once
from gather.table.records import Records
from gather.table.store import Table
from gather.tenancy.organizations.models import JOB_WORKFLOW
from gather.wiring import Adapters, bootstrap
from local_stack.engine_server.process import EngineProcess
from local_stack.engines.server_client import EngineServer
from local_stack.models.catalogue import catalogue
from local_stack.models.store import ModelMissing, path_of
from local_stack.process.ports import free_port
from local_stack.seeding import example_ats
from openapi.__main__ import DOCUMENT
from openapi.recording import examples_of, kept_examples, write
from tests.builders.retention import Keep, set_retention
from tests.builders.service import Service, Tenant, Transport, make_key, make_tenant
from tests.doubles import aws_descriptions
from tests.doubles import run_table as run_tables
from tests.doubles.clock import HandClock
from tests.doubles.conforming import ConformingTransport, contradictions_of_events
from tests.doubles.counting import Counted
from tests.doubles.engines import InMemoryEncryption, ScriptedEngines
from tests.doubles.enrolling import Enrolling
from tests.doubles.gateway import InProcess
from tests.doubles.over_http import Http, StackProcess, await_ready, output_of
from tests.doubles.recording import Recording
from tests.doubles.run_table import RunTable
from tests.doubles.vendor_service import VendorService, vendor_service
from tests.support.waiting import wait_until
from tests.time_limit import TimeLimit

TABLE_NAME = "talent-screening-test"

# How fast an example runs is the machine's affair, not a promise of the service.
hypothesis.settings.register_profile("whole", deadline=None)
hypothesis.settings.register_profile("quick", deadline=None, max_examples=30)
hypothesis.settings.load_profile("whole")

aws_descriptions.read_once()


ENVIRONMENT = {
    "AWS_ACCESS_KEY_ID": "testing",
    "AWS_SECRET_ACCESS_KEY": "testing",
    "AWS_DEFAULT_REGION": "eu-west-1",
    "AWS_EC2_METADATA_DISABLED": "true",
    "BASE_URL": "https://gather.example.com",
    # Where botocore's client would be, a test in process has one that it can watch.
    "TABLE_CLIENT": "botocore",
    "TABLE_NAME": TABLE_NAME,
}


RECORDING = pytest.StashKey[Recording]()
"""The recorded exchanges for the document's examples."""

STACK = pytest.StashKey[StackProcess]()
"""The stack that the run has started."""

OVER_HTTP = ("routes", "browser", "guides")
"""The markers of the tests that use the service as its clients do."""

REACHES_INSIDE = {"adapters", "caplog", "capsys", "clock", "encryption", "engines", "monkeypatch", "table"}
"""Fixtures by which a test reaches into the process of the service."""


@pytest.fixture(autouse=True)
def _produces(request: pytest.FixtureRequest) -> Iterator[None]:
    """Compares a test's metrics with those that its marker `produces` names."""
    marks = list(request.node.iter_markers("produces"))
    if not marks:
        yield
        return
    seen: list[dict[str, Any]] = []
    reading = _Reading(seen)
    log = logging.getLogger("gather")
    log.addHandler(reading)
    yield
    log.removeHandler(reading)
    for mark in marks:
        [metric] = mark.args
        assert any(_is_count_of(line, metric, mark.kwargs) for line in seen), f"{metric} was not counted"


class _Reading(logging.Handler):
    """Keeps the members of each line, even those that a test clears meanwhile."""

    def __init__(self, seen: list[dict[str, Any]]) -> None:
        super().__init__()
        self._seen = seen

    def emit(self, record: logging.LogRecord) -> None:
        self._seen.append(vars(record))


def _is_count_of(line: dict[str, Any], metric: str, dimensions: dict[str, str]) -> bool:
    """Whether CloudWatch takes the line as a count of the metric with exactly these dimensions."""
    directives = line.get("_aws", {}).get("CloudWatchMetrics", [])
    return (
        any(
            directive["Namespace"] == NAMESPACE
            and [each["Name"] for each in directive["Metrics"]] == [metric]
            and directive["Dimensions"] == [[*dimensions]]
            for directive in directives
        )
        and line[metric] >= 1
        and all(line[name] == value for name, value in dimensions.items())
    )


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--over-http", action="store_true", help="use the service through HTTP, on the local stack"
    )
    parser.addoption(
        "--table",
        choices=run_tables.KINDS,
        default="memory",
        help="the table of tests in process: the simulation's, the local stack's, or moto's",
    )
    parser.addoption(
        "--in-containers",
        action="store_true",
        help="the same, its API in containers by `sam local start-api`",
    )
    parser.addoption(
        "--record-examples",
        action="store_true",
        help="keep what is sent and answered as the examples of the OpenAPI document",
    )


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip a test whose models or their libraries are not on this machine, with what to do."""
    for name in [name for mark in item.iter_markers("models") for name in mark.args]:
        if missing := catalogue()[name].missing_libraries():
            pytest.skip(f"{', '.join(missing)} could not be installed: see `make setup`")
        try:
            path_of(name)
        except ModelMissing as error:
            pytest.skip(str(error))


@pytest.fixture(scope="session")
def engine_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EngineServer]:
    """The engine server of the local stack, in a process of its own."""
    with closing(EngineProcess(free_port(), tmp_path_factory.mktemp("engines") / "engines.log")) as process:
        wait_until(process.models)
        environment = process.environment
        yield EngineServer(environment["LOCAL_ENGINES_URL"], environment["LOCAL_ENGINES_KEY"])


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Order the tests of each worker. Slow tests come first, so that none of them delays the end of a run.
    Tests over HTTP come last, because the stack starts meanwhile."""
    if not config.getoption("--over-http"):
        return
    workers = int(getattr(config, "workerinput", {}).get("workercount", 1))
    slow = [item for item in items if item.get_closest_marker("slow")]
    rest = [item for item in items if not item.get_closest_marker("slow")]
    in_process = [item for item in rest if not _goes_over_http(item)]
    over_http = [item for item in rest if _goes_over_http(item)]
    items[:] = [
        item
        for worker in range(workers)
        for share in (
            slow[worker::workers],
            _part(in_process, worker, workers),
            _part(over_http, worker, workers),
        )
        for item in share
    ]


def _part(items: list[pytest.Item], number: int, parts: int) -> list[pytest.Item]:
    """Returns one of this many parts, in the order of the items."""
    return items[len(items) * number // parts : len(items) * (number + 1) // parts]


def _goes_over_http(item: pytest.Item) -> bool:
    """Whether the test uses the local stack, and not the service in its own process."""
    if not (item.config.getoption("--over-http") and any(map(item.get_closest_marker, OVER_HTTP))):
        return False
    return not (item.get_closest_marker("in_process") or _asked_for(item) & REACHES_INSIDE)


def _asked_for(item: pytest.Item) -> set[str]:
    """Returns the fixtures that a test names itself, without those behind them."""
    code = item.function.__code__ if isinstance(item, pytest.Function) else None
    return set(code.co_varnames[: code.co_argcount]) if code else set()


def pytest_configure(config: pytest.Config) -> None:
    """Try properties with fewer examples when slow tests are left out. Over HTTP, start the one stack of the
    run, which all its workers use."""
    if "not slow" in config.option.markexpr:
        hypothesis.settings.load_profile("quick")
    is_worker = hasattr(config, "workerinput")
    if config.getoption("--record-examples"):
        config.stash[RECORDING] = Recording()
    if not config.option.usepdb:
        config.pluginmanager.register(TimeLimit(config))
    config.option.over_http = config.option.over_http or config.option.in_containers
    if config.getoption("--over-http") and not is_worker and not config.option.collectonly:
        module = "sam_local" if config.getoption("--in-containers") else "local_stack"
        config.stash[STACK] = StackProcess(Path(tempfile.mkdtemp(prefix="talent-screening-stack-")), module)


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Tell a worker where the stack is."""
    if stack := node.config.stash.get(STACK, None):
        node.workerinput["stack"] = (str(stack.state), stack.process_id)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Write the recorded examples. Stop the stack; after a failure keep its output."""
    if recording := session.config.stash.get(RECORDING, None):
        paths = json.loads(DOCUMENT.read_text(encoding="utf-8"))["paths"]
        write({**kept_examples(), **examples_of(recording.exchanges, paths)})
    if stack := session.config.stash.get(STACK, None):
        stack.stop()
        if exitstatus == pytest.ExitCode.OK:
            shutil.rmtree(stack.state)


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, exitstatus: int, config: pytest.Config
) -> None:
    """After a failure, print the place of the functions' output."""
    stack = config.stash.get(STACK, None)
    if stack and exitstatus != pytest.ExitCode.OK:
        terminalreporter.write_line(f"The stack printed {output_of(stack.state)}")


@pytest.fixture(scope="session")
def stack(request: pytest.FixtureRequest) -> Any:
    """The content of the local stack's ready file, or None where the service runs in process."""
    config = request.config
    if not config.getoption("--over-http"):
        return None
    if STACK in config.stash:
        started = config.stash[STACK]
        return await_ready(started.state, started.process_id)
    state, process_id = config.workerinput["stack"]  # type: ignore[attr-defined]  # xdist adds it
    return await_ready(Path(state), process_id)


@pytest.fixture(scope="session")
def stack_adapters(stack: Any) -> Iterator[Adapters]:
    """Adapters for the stack's table. A test's changes of them have no effect on the service."""
    with pytest.MonkeyPatch.context() as environment:
        for name, value in ENVIRONMENT.items():
            environment.setenv(name, value)
        environment.setenv("AWS_ENDPOINT_URL_DYNAMODB", stack["endpoints"]["AWS_ENDPOINT_URL_DYNAMODB"])
        environment.setenv("TABLE_NAME", stack["tableName"])
        environment.setenv("TABLE_CLIENT", "direct")
        made = bootstrap()
        # Clients are made at their first use, by the environment of that moment.
        queried, client = made.clients.dynamodb, made.table_client
    yield made
    queried.close()
    assert isinstance(client, DirectClient)
    client.close()


@pytest.fixture(scope="session")
def run_table(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunTable]:
    """The DynamoDB of the tests that have the service in their own process."""
    started = run_tables.start(tmp_path_factory.mktemp("table"), request.config.getoption("--table"))
    yield started
    started.close()


@pytest.fixture
def encryption(monkeypatch: pytest.MonkeyPatch) -> InMemoryEncryption:
    """The encryption behind the service in process, where a deployment has that of AWS."""
    in_memory = InMemoryEncryption()
    monkeypatch.setattr(AwsEngines, "encryption", lambda engines: in_memory)
    return in_memory


@pytest.fixture
def adapters(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Adapters]:
    """The adapters of the test's service: an empty table in process, that of the stack over HTTP."""
    if _goes_over_http(request.node):
        yield request.getfixturevalue("stack_adapters")
        return
    for name, value in ENVIRONMENT.items():
        monkeypatch.setenv(name, value)
    request.getfixturevalue("encryption")
    run_table: RunTable = request.getfixturevalue("run_table")
    monkeypatch.delenv("AWS_ENDPOINT_URL_DYNAMODB", raising=False)
    for name, value in run_table.environment.items():
        monkeypatch.setenv(name, value)
    with mock_aws(), run_table.table(TABLE_NAME):
        # Commands of operators, which a test runs in process, make adapters of their own.
        monkeypatch.setattr(AwsClients, "dynamodb", run_table.client())
        made = bootstrap()
        # So that the calls of a test have one order.
        made.start = at_once
        yield made


@pytest.fixture
def records(adapters: Adapters) -> Records:
    """The records of the service."""
    return adapters.records


@pytest.fixture
def table(records: Records) -> Table:
    """The table of the service."""
    return records.table


@pytest.fixture
def engines(adapters: Adapters, encryption: InMemoryEncryption) -> ScriptedEngines:
    """Engines behind the service that do as the test says."""
    scripted = ScriptedEngines(the_encryption=encryption)
    adapters.engines = scripted
    return scripted


@pytest.fixture
def private_addresses(adapters: Adapters) -> None:
    """Allows the service to call addresses of this machine, as on the local stack."""
    adapters.settings = replace(adapters.settings, allow_private_webhook_addresses=True)


@pytest.fixture
def ats(private_addresses: None) -> Iterator[VendorService]:
    """The example vendor's service, on loopback, which the service may call."""
    with vendor_service(example_ats.respond) as running:
        yield running


@pytest.fixture
def clock(adapters: Adapters) -> HandClock:
    """The service's clock, which the test controls."""
    hand = HandClock()
    adapters.clock = hand
    return hand


def _features(request: pytest.FixtureRequest) -> tuple[str, ...]:
    marker = request.node.get_closest_marker("features")
    return marker.args if marker else ()


@pytest.fixture
def tenant(table: Table, request: pytest.FixtureRequest) -> Tenant:
    """A new organization, with the features that the test is marked with."""
    return make_tenant(table, features=_features(request))


@pytest.fixture
def other_tenant(table: Table, request: pytest.FixtureRequest) -> Tenant:
    """Another organization, which must not see the first one's records."""
    return make_tenant(table, features=_features(request))


@pytest.fixture(scope="session")
def http(stack: Any) -> Iterator[Http]:
    """The one connection to the stack."""
    address = urlsplit(stack["baseUrl"])
    with closing(Http(address.hostname or "", address.port or 80)) as connected:
        yield connected


@pytest.fixture
def transport(request: pytest.FixtureRequest, adapters: Adapters) -> Iterator[Transport]:
    """The transport to the service. Each exchange on it and each event that it causes must conform to
    the OpenAPI document."""
    conforming = ConformingTransport(_way_to(request, adapters))
    yield conforming
    if request.node.get_closest_marker("beyond_the_document") is None:
        assert conforming.contradictions == []
    if not _goes_over_http(request.node):
        assert contradictions_of_events(adapters.records.table) == []


def _way_to(request: pytest.FixtureRequest, adapters: Adapters) -> Transport:
    if _goes_over_http(request.node):
        http: Http = request.getfixturevalue("http")
        return http
    is_example = not any(map(request.node.get_closest_marker, ("generated", "beyond_the_document")))
    if request.config.getoption("--record-examples") and is_example:
        return request.config.stash[RECORDING].of(InProcess(adapters))
    return InProcess(adapters)


@pytest.fixture
def service(transport: Transport, tenant: Tenant) -> Service:
    """The service, used with the tenant's team key."""
    return Service(transport, tenant.key)


@pytest.fixture
def counted() -> Iterator[Counted]:
    """The metrics that the service counts."""
    counting, log = Counted(), logging.getLogger("gather")
    log.addHandler(counting)
    yield counting
    log.removeHandler(counting)


@pytest.fixture
def keep(records: Records, tenant: Tenant, clock: HandClock) -> Keep:
    """Sets the organization's retention in days; uploads stay for ten years unless the test names them."""

    def set_days(**days: int) -> None:
        set_retention(records, tenant, clock, {"uploads": 3650, **days})

    return set_days


@pytest.fixture
def enrolling(
    adapters: Adapters, clock: HandClock, engines: ScriptedEngines, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Enrolling]:
    """A team with a workflow. After the test it checks that nobody was invited twice."""
    tenant = make_tenant(adapters.records.table, features=(JOB_WORKFLOW,))
    made = Enrolling(adapters, Service(InProcess(adapters), tenant.key), tenant, clock, engines, monkeypatch)
    made.apply()
    yield made
    made.check_nobody_was_invited_twice()


@pytest.fixture
def admin(service: Service, table: Table, tenant: Tenant) -> Service:
    """The service, used with an admin key."""
    return service.using(make_key(table, tenant.organization_id, None, scope=Scope.ADMIN))
