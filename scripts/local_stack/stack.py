"""Puts the parts together: the services, the functions, the API, the event sources."""

import os
import threading
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, ExitStack
from datetime import UTC, datetime
from functools import partial
from typing import Any

from local_stack.aws.backend import AwsBackend
from local_stack.aws.object_files import ObjectFiles
from local_stack.aws.time_scale import scale_waits
from local_stack.clients import ACCESS_KEY, local_client
from local_stack.engine_server.in_use import Models, describe_engines, engines_in_use
from local_stack.engine_server.process import EngineProcess
from local_stack.functions.log import FunctionLog
from local_stack.functions.pool import FunctionPool
from local_stack.functions.recovery import recover_interrupted_work
from local_stack.functions.scheduler import Scheduler
from local_stack.gateway.http_api import HttpApi
from local_stack.gateway.server import Gateway
from local_stack.pages.routes import add_local_routes
from local_stack.pages.sign_in import add_sign_in_routes
from local_stack.pages.suite_routes import LocalSuites, add_suite_routes
from local_stack.pages.turns import add_turns_route
from local_stack.permissions.access_rules import AccessRules
from local_stack.process.ports import choose_ports
from local_stack.process.ready_file import RUNNING_FILE, write_private
from local_stack.process.state_lock import lock_state
from local_stack.process.stop_request import StopRequest
from local_stack.queues.indexed_queues import index_queues
from local_stack.queues.queue_source import QueueSource
from local_stack.seeding.seed_process import Seed
from local_stack.seeding.story_process import StoryProcess
from local_stack.settings import CLIENT_ID, ISSUER_PATH, REGION, StackError, StackSettings
from local_stack.streams.stream_source import StreamSource
from local_stack.table import server as table_server
from local_stack.template.resources import Template

_GRACE_SECONDS = 2
_HOUSEKEEPING_SECONDS = 15
_ENDPOINT_PREFIX = "AWS_ENDPOINT_URL"
_SERVICES = (
    "BEDROCK_RUNTIME",
    "CLOUDWATCH",
    "EVENTS",
    "LAMBDA",
    "PINPOINT_SMS_VOICE_V2",
    "POLLY",
    "S3",
    "SCHEDULER",
)
_MORE_SERVICES = ("SECRETS_MANAGER", "SESV2", "SFN", "SNS", "SQS", "SSM", "STS", "TRANSCRIBE")


Environments = Mapping[str, Mapping[str, str]]
"""The variables of each function, by its logical id."""

ApiServer = Callable[[Environments, tuple[int, ...], StopRequest], AbstractContextManager[int]]
"""Serves the API in place of the stack's processes while its context is open, on the port of loopback that it
yields. It is given the functions' variables and the ports of the services and of the stack."""


class LocalStack:
    """The whole service on this machine: `start`, then `close`. `ready` is the content of the ready file."""

    def __init__(
        self, settings: StackSettings, stop: StopRequest, api_server: ApiServer | None = None
    ) -> None:
        self._settings = settings
        self._stop = stop
        self._api_server = api_server
        self._parts = ExitStack()
        self._engine_server: EngineProcess | None = None
        self.ready: dict[str, Any] = {}
        self.notes: list[str] = []

    def start(self) -> None:
        """Starts everything and serves requests.

        Raises StackError, or StopRequested when it is stopped meanwhile, with nothing left running.
        """
        try:
            self._start()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Stops everything, in the reverse order of its start."""
        self._parts.close()

    def _start(self) -> None:
        settings, parts, stop = self._settings, self._parts, self._stop
        parts.enter_context(lock_state(settings.state_directory))
        scale_waits(settings.time_scale)
        index_queues()
        ports = choose_ports(settings.state_directory)
        backend = AwsBackend(ports["services"], ObjectFiles(settings.state_directory / "objects"))
        parts.callback(backend.close)
        self._start_engine_server(ports["engines"], backend.endpoint)
        template = Template(settings.template, settings.base_url, backend.address)
        stop.raise_if_made()

        log = FunctionLog()
        access = AccessRules(template)
        pool = FunctionPool(template.functions(), settings.project, log, access.rights_of)
        parts.callback(pool.close)
        table_endpoint = self._start_table(ports["table"], backend)
        environment = self._environment(template, backend, table_endpoint)
        declared = {
            name: value for function in template.functions() for name, value in function.environment.items()
        }
        seed = Seed(settings, {**declared, **environment})
        parts.callback(seed.close)
        backend.start(table_endpoint, access.rights_of)
        table = _create_table(template, table_endpoint)
        if self._table_server:
            self._table_server.index_stream()
        stop.raise_if_made()

        backend.build(template, pool)
        pool.configure(environment)
        parts.callback(pool.wait_until_idle, _GRACE_SECONDS)
        stop.raise_if_made()

        gateway = Gateway(settings.port, HttpApi(template.routes(), pool, log, settings.port))
        table_client = partial(local_client, "dynamodb", table_endpoint)
        known: dict[str, object] = {}
        add_local_routes(
            gateway.application,
            pool,
            settings.state_directory,
            table_client,
            table.name,
            known,
            self._engines,
        )
        add_sign_in_routes(gateway.application, settings.base_url, table_client, table.name, known)
        add_suite_routes(gateway.application, LocalSuites(settings.base_url, settings.address_for_functions))
        add_turns_route(gateway.application, self._engine_server)
        gateway.start()
        parts.callback(gateway.close)
        stop.raise_if_made()

        if table.is_new:
            seed.forget()
        seeded = seed.result(stop)
        known.update(seeded)
        if "integrationId" in seeded:
            # The service itself is imported only where there is one: the stack's own tests have a sample.
            from local_stack.seeding.integration_address import update_ats_address

            client = local_client("dynamodb", table_endpoint)
            update_ats_address(client, table.name, seeded, settings.address_for_functions)
        if self._api_server:
            environments = {
                function.logical_id: {**function.environment, **environment}
                for function in template.functions()
            }
            served = self._api_server(environments, (*ports.values(), settings.port), stop)
            gateway.forward_to(parts.enter_context(served))
        self._start_sources(template, backend, table_endpoint, pool)
        self.ready = {
            "baseUrl": settings.base_url,
            "connectUrl": settings.base_url,
            **seeded,
            "tableName": table.name,
            "mediaBucket": _bucket_name(template, "MediaBucket"),
            "ledgerBucket": _bucket_name(template, "LedgerBucket"),
            "endpoints": {
                key: value for key, value in environment.items() if key.startswith(_ENDPOINT_PREFIX)
            },
        }
        self.notes += describe_engines(settings.engine_servers, self._models())
        for ready_file in (settings.state_directory / RUNNING_FILE, settings.ready_file):
            if ready_file:
                parts.callback(ready_file.unlink, missing_ok=True)
                write_private(ready_file, self.ready)
        if settings.seed == "demo" and "jobId" in seeded:
            parts.callback(StoryProcess(settings, {**declared, **environment}).close)

    def _start_engine_server(self, port: int, events_url: str) -> None:
        if self._settings.runs_models:
            log = self._settings.state_directory / "engines.log"
            self._engine_server = EngineProcess(port, log, events_url=events_url)
            self._parts.callback(self._engine_server.close)

    def _engines(self) -> dict[str, str]:
        return engines_in_use(self._settings.engine_servers, self._models())

    def _models(self) -> Models:
        return self._engine_server.models() if self._engine_server else {}

    def _start_table(self, port: int, backend: AwsBackend) -> str:
        self._table_server: table_server.TableServer | None = None
        program = None if self._settings.table_in_memory else table_server.dynoxide_program()
        if program is None:
            self.notes.append(table_server.WITHOUT_DYNOXIDE)
            return backend.endpoint
        self._table_server = table_server.TableServer(
            program, self._settings.state_directory / "table.sqlite", port
        )
        self._parts.callback(self._table_server.close)
        return self._table_server.endpoint

    def _environment(self, template: Template, backend: AwsBackend, table_endpoint: str) -> dict[str, str]:
        """The variables that override the template's own for each function."""
        endpoints = {
            f"{_ENDPOINT_PREFIX}_{service}": backend.endpoint for service in (*_SERVICES, *_MORE_SERVICES)
        }
        endpoints[f"{_ENDPOINT_PREFIX}_DYNAMODB"] = self._settings.table_endpoint or table_endpoint
        endpoints[f"{_ENDPOINT_PREFIX}_DYNAMODB_STREAMS"] = table_endpoint
        client = self._settings.table_client
        return {
            _ENDPOINT_PREFIX: backend.endpoint,
            **endpoints,
            **({"TABLE_CLIENT": client} if client else {}),
            **(self._engine_server.environment if self._engine_server else {}),
            "ALLOW_PRIVATE_WEBHOOK_ADDRESSES": "true",
            # All clients of a local stack have one address.
            "LIMITS_CLIENTS": str(self._settings.client_requests_an_hour > 0).lower(),
            "CLIENT_REQUESTS_PER_HOUR": str(self._settings.client_requests_an_hour),
            "AWS_ACCESS_KEY_ID": ACCESS_KEY,
            "AWS_SECRET_ACCESS_KEY": ACCESS_KEY,
            "AWS_CONFIG_FILE": os.devnull,
            "AWS_SHARED_CREDENTIALS_FILE": os.devnull,
            "AWS_DEFAULT_REGION": REGION,
            "AWS_REGION": REGION,
            "AWS_EC2_METADATA_DISABLED": "true",
            "AVATAR_PLAYER_URL": self._settings.avatar_player_url,
            **self._settings.engine_servers,
            "BASE_URL": self._settings.base_url,
            "ENGINES": "local_stack.engines",
            "ISSUER_URL": f"{self._settings.address_for_functions}{ISSUER_PATH}",
            "SIGN_IN_CLIENT_ID": CLIENT_ID,
            "OFFERS_CONSOLE": "true",
            "EMAIL_SENDER": "no-reply@example.com",
            "SMS_ORIGINATION_IDENTITY": "+15550100",
            "GATHER_STATE_DIR": str(self._settings.state_directory),
            "GATHER_TIME_SCALE": f"{self._settings.time_scale:g}",
        }

    def _start_sources(
        self, template: Template, backend: AwsBackend, table_endpoint: str, pool: FunctionPool
    ) -> None:
        settings = self._settings
        sources: list[QueueSource | StreamSource | Scheduler] = []
        for source in template.event_sources():
            kind = source.source_arn.split(":")[2]
            if kind == "sqs":
                sources.append(QueueSource(source, backend.queues, pool, settings.time_scale))
            elif kind == "dynamodb":
                checkpoints = settings.state_directory / "streams"
                sources.append(
                    StreamSource(
                        source,
                        table_endpoint,
                        checkpoints,
                        backend.queues,
                        pool,
                        settings.time_scale,
                        self._table_server.watch if self._table_server else table_server.watch_nothing,
                    )
                )
            else:
                raise StackError(
                    f"template.yaml: {source.logical_id} polls {kind}, which the local stack cannot"
                )
        sources.append(Scheduler(template.schedules(), pool, settings.time_scale))
        lost_before = datetime.now(UTC)
        for started in sources:
            started.start()
            self._parts.callback(started.stop)
        stopped = threading.Event()
        self._parts.callback(stopped.set)
        threading.Thread(target=_retire_idle_processes, args=(pool, stopped), daemon=True).start()
        threading.Thread(
            target=recover_interrupted_work, args=(pool, lost_before, stopped), daemon=True
        ).start()


def _create_table(template: Template, endpoint: str) -> table_server.ReadyTable:
    """Creates the template's one table unless it is there."""
    [(logical_id, properties)] = template.named("AWS::DynamoDB::Table")
    name = template.intrinsics.physical_name(logical_id)
    table = table_server.create_table(local_client("dynamodb", endpoint), name, properties)
    if table.stream_arn:
        template.intrinsics.stream_arns[logical_id] = table.stream_arn
    return table


def _bucket_name(template: Template, logical_id: str) -> str:
    """The name of a bucket; empty where the template has none of this logical id."""
    has_it = any(name == logical_id for name, _ in template.named("AWS::S3::Bucket"))
    return template.intrinsics.physical_name(logical_id) if has_it else ""


def _retire_idle_processes(pool: FunctionPool, stopped: threading.Event) -> None:
    while not stopped.wait(_HOUSEKEEPING_SECONDS):
        pool.retire_idle()
