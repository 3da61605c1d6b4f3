"""The whole service in one process and in virtual time: functions, table, queues, machines, engines, people.

    world = World(read_deployment(), seed=7)
    world.live("a candidate", candidate.live)
    world.run(hours=2)

One seed decides everything that is not in the code. The process belongs to the world: a second one needs a
second process.
"""

import logging
import traceback
from collections.abc import Callable, Container, Mapping
from datetime import UTC, datetime, timedelta
from functools import partial
from io import StringIO
from random import Random
from typing import Any, Final, cast
from urllib.parse import urlsplit

from botocore.exceptions import BotoCoreError, ClientError

from gather.core.clock import timestamp
from gather.core.errors import GatherError
from gather.core.settings import load
from gather.outgoing import transport
from gather.outgoing.result import AttemptResult
from gather.ports.provider import EngineProvider
from gather.screening.evaluations.steps import RetryableEngineFailure
from gather.table.concurrency import at_once
from gather.table.records import Records
from gather.table.store import Table
from gather.tenancy.sessions.issuer import Issuer, issuer_of
from gather.wiring import Adapters
from local_stack.template.resources import EventSource, Function
from simulation.aws_clients import SimulatedClients, SimulatedQueues, SimulatedStates, SimulatedTableClient
from simulation.clocks import Clocks, EnvironmentClock
from simulation.concurrency import InvocationSlots
from simulation.conditions import STORMY, Conditions
from simulation.deployment import Deployment
from simulation.determinism import take_over
from simulation.earlier_release.release import EarlierRelease
from simulation.engine_quotas import DAY_SECONDS, QuotaGate
from simulation.engines import GatedEngines, WorldEngines
from simulation.event_bus import matches_pattern, transcription_ended
from simulation.faults import CallFaults
from simulation.functions import FaultGate, Functions, Invocation
from simulation.gateway import RouteThrottle, SimulatedGateway
from simulation.issuer import SimulatedIssuer
from simulation.latencies import Latencies
from simulation.machines.executions import SimulatedExecutions
from simulation.own_addresses import OWN_HOSTS, OwnAddresses
from simulation.queues import SimulatedQueue
from simulation.receivers import Receivers
from simulation.sources import SimulatedQueueSource, SimulatedScheduleSource, SimulatedStreamSource
from simulation.suites.servers import SUITE, SuiteServers
from simulation.table.held_items import HELD_SECONDS
from simulation.table.index import Key
from simulation.table.memory import MemoryDynamoDb, TableChange
from simulation.table.stale_reads import StaleReads
from simulation.table.throughput import PartitionThroughput
from simulation.table.time_to_live import TimeToLive
from simulation.table.values import Attributes
from simulation.thread_pools import replace_thread_pools
from simulation.unreliable_hosts import UnreliableHosts
from simulation.virtual_time import Process, VirtualTime

BEGINNING: Final = datetime(2026, 3, 2, 8, 0, tzinfo=UTC)
_SHARDS: Final = 3
_FAILING_ENGINES: Final = ("transcription", "evaluation", "email", "sms", "media", "ledger", "speech")
_UNRELIABLE: Final = (0.0, 0.05, 0.3)
"""How likely a request to a customer's system fails, one for each seed."""
_UNRELIABLE_SUITES: Final = (0.0, 0.3, 0.5)
"""The same for recruiting suites, which are told of an order less often."""
_UNRELIABLE_ISSUER: Final = 0.1
_OUTAGE_SECONDS: Final = (60.0, 7200.0)
_LATEST_EVENT_SECONDS: Final = 5.0
_STORM_PAUSE_SECONDS: Final = 3600.0
_CALM_PAUSE_SECONDS: Final = 4 * 3600.0
_DUE_INDEX: Final = "due"
_NO_MISTAKES: Final = (GatherError, BotoCoreError, ClientError, RetryableEngineFailure)
"""What functions raise where what they call fails, or refuses what they ask for."""


class World:
    """Everything there is.

    `trace` tells what has happened, with the seconds at which it did, and `changes` what was written. A world
    without faults keeps neither.
    """

    def __init__(
        self,
        deployment: Deployment,
        seed: int,
        kept_faults: Container[int] | None = None,
        conditions: Conditions = STORMY,
    ) -> None:
        self.seed = seed
        self.conditions = conditions
        self.trace: list[tuple[float, str]] = []
        self.changes: list[TableChange] = []
        self.mistakes: list[str] = []
        self.sees_newest = False
        """Whether every read sees the newest, whatever the conditions are."""
        self.log = StringIO()
        self.time = VirtualTime(BEGINNING)
        take_over(seed, self.time)
        self.faults = CallFaults.of(seed, kept_faults)
        self.random = Random(f"world {seed}")
        self.latencies = Latencies(seed)
        self.gate = FaultGate(self.time, self.faults, self.latencies, self.tell, conditions.most_calls)
        self.engines = WorldEngines(self.time, self.random, deployment.kept_days)
        quotas = conditions.quotas.of(seed)
        self.engines.email.rate, self.engines.sms.rate = quotas.emails, quotas.texts
        self.engines.email.most_a_day = quotas.emails_a_day
        self.quotas = QuotaGate(self.time, quotas, self.engines.transcription.under_way)
        receiver_chance, suite_chance = Random(f"receivers {seed}"), Random(f"suites {seed}")
        self.receivers = Receivers(self._hosts(receiver_chance, self.random.choice(_UNRELIABLE)))
        self.suites = SuiteServers(
            self._hosts(suite_chance, suite_chance.choice(_UNRELIABLE_SUITES)),
            suite_chance,
            is_strict=self.faults.rate == 0,
        )
        login = self._hosts(Random(f"issuer's host {seed}"), _UNRELIABLE_ISSUER)
        self.issuer = SimulatedIssuer(self.time, Random(f"issuer {seed}"), login)
        self._take_ways_out()
        self._deployment = deployment
        self._keep_logs()
        self._build()
        replace_thread_pools("gather", self.time)
        if not conditions.has_faults:
            self.calm_down()
        self.engines.transcription.on_end = self._announce
        self.time.after(DAY_SECONDS - BEGINNING.hour * 3600, self._end_day)

    def items(self) -> Mapping[Key, Attributes]:
        """What the table has, by keys."""
        return self.dynamodb.items(self._deployment.table_name)

    @property
    def is_faultless(self) -> bool:
        """Whether nothing goes wrong in this world but receivers."""
        return self.faults.rate == 0 and not self.quotas.used_up

    def tell(self, text: str) -> None:
        """Add a line to the trace."""
        if self.conditions.has_faults:
            self.trace.append((self.time.elapsed, text))

    def live(self, name: str, life: Callable[[], object]) -> Process:
        """Have somebody live in the world; `life` may pause and send requests."""
        return self.time.start(name, life)

    def run(self, **period: float) -> None:
        """Let time pass."""
        self.time.run(until=self.time.now() + timedelta(**period))

    def plan_outages(self, within_seconds: float) -> None:
        """Let engines be down for a while, if anything goes wrong in this world."""
        if self.faults.rate == 0:
            return
        for name in self.random.sample(_FAILING_ENGINES, self.random.randint(0, 3)):
            begin = self.random.uniform(0, within_seconds)
            self.time.after(begin, partial(self._go_down, name))
            self.time.after(begin + self.random.uniform(*_OUTAGE_SECONDS), partial(self._come_back, name))

    def _go_down(self, name: str) -> None:
        self.tell(f"the engine of {name} goes down")
        self._gated_engines.down.add(name)

    def _come_back(self, name: str) -> None:
        self.tell(f"the engine of {name} is back")
        self._gated_engines.down.discard(name)

    def calm_down(self) -> None:
        """From now on nothing goes wrong any more."""
        self.tell("nothing goes wrong any more")
        self._gated_engines.down.clear()
        self.quotas.raise_spend_limit()
        self.faults.is_quiet = self.receivers.hosts.is_quiet = True
        self.suites.hosts.is_quiet = self.issuer.hosts.is_quiet = True

    def _hosts(self, chance: Random, unreliable: float) -> UnreliableHosts:
        return UnreliableHosts(self.time, chance, self.gate, unreliable, self.tell)

    def _take_ways_out(self) -> None:
        """Have all requests to other systems sent within the world."""

        def ask(_issuer: Issuer, *request: Any) -> tuple[int, Mapping[str, Any]]:
            return self.issuer.request(*request)

        transport.send = self._send_out
        Issuer._request = ask  # type: ignore[method-assign, assignment]  # of each issuer that a process makes
        issuer_of.cache_clear()

    def _send_out(self, url: str, *request: Any, **options: Any) -> AttemptResult:
        """Send a request to who is at its address."""
        host = urlsplit(url).netloc
        if host in OWN_HOSTS:
            return self._own_addresses.send(url, *request, **options)
        receiver = self.suites if host.endswith(SUITE) else self.receivers
        return receiver.send(url, *request, **options)

    def _announce(self, job_id: str) -> None:
        """Tell of the end of a transcription, as EventBridge does: twice or not at all at times."""
        event = transcription_ended(job_id)
        for rule in self._deployment.event_rules:
            if not matches_pattern(rule, event):
                continue
            times = self.random.choice((0, 1, 1, 1, 2)) if not self.faults.is_quiet else 1
            for arn in [arn for arn in rule.targets.values() for _ in range(times)]:
                delay = self.random.uniform(0, _LATEST_EVENT_SECONDS)
                self.time.after(delay, partial(self._bring, self.queues[arn], event))

    def _bring(self, queue: SimulatedQueue, event: Mapping[str, Any]) -> None:
        queue.send(event, self.time.now())

    def _end_day(self) -> None:
        """What happens at midnight."""
        self.engines.media.remove_expired()
        self.time.after(DAY_SECONDS, self._end_day)

    def _keep_logs(self) -> None:
        """Have everything that functions log in one place."""
        for handler in logging.getLogger("gather").handlers:
            assert isinstance(handler, logging.StreamHandler)
            handler.setStream(self.log)

    def _build(self) -> None:
        deployment = self._deployment
        self.dynamodb = MemoryDynamoDb(lambda: self.time.elapsed, HELD_SECONDS)
        self.dynamodb.call("CreateTable", dict(deployment.table))
        self.throughput: PartitionThroughput | None = None
        if not self.conditions.has_faults:
            self.throughput = PartitionThroughput(deployment.table, lambda: self.time.elapsed)
            self.dynamodb.listeners.append(self.throughput.see)
        if self.conditions.has_expiry:
            chance = Random(f"time to live {self.seed}")
            time_to_live = TimeToLive(self.dynamodb, deployment.expiry_attribute, self.time, chance)
            self.dynamodb.listeners.append(time_to_live.see)
        if self.conditions.has_stale_reads:
            self._stale_reads = StaleReads(lambda: self.time.elapsed, Random(f"stale reads {self.seed}"))
            self.dynamodb.listeners.append(self._stale_reads.see)
            self.dynamodb.past = self._past
        definition_of, call = deployment.state_machines.__getitem__, self.dynamodb.call
        if self.conditions.has_upgrade:
            chance = Random(f"upgrade {self.seed}")
            self.earlier_release = EarlierRelease(self.time, chance, deployment.state_machines, self.tell)
            definition_of, call = self.earlier_release.definition_of, self._call_as_written
        client = SimulatedTableClient(self.gate, call, self.throughput)
        self.records = Records(Table(client, deployment.table_name, start=at_once))
        self._client = client
        self._build_queues()
        self.functions = Functions(
            list(deployment.functions),
            self.time,
            self.random,
            self._adapters_of,
            Clocks(
                self.time,
                Random(f"clocks {self.seed}"),
                self.conditions.most_skew_seconds,
                self._is_quiet,
                self.tell,
                self.random,
            ),
            self._tell_of_end,
            InvocationSlots(deployment.reserved),
        )
        by_url = {queue.url: self.queues[queue.arn] for queue in deployment.queues}
        self.executions = SimulatedExecutions(
            definition_of, self.time, self.random, self.functions, by_url, self.tell
        )
        self._clients = SimulatedClients(
            sqs=SimulatedQueues(self.gate, self.time, by_url),
            stepfunctions=SimulatedStates(self.gate, self.executions),
        )
        self._gated_engines = GatedEngines(self.gate, self.engines, self.quotas)
        throttle = RouteThrottle(deployment.route_rate, deployment.route_burst)
        self.gateway = SimulatedGateway(
            deployment.routes, self.functions, self.time, self.random, self.latencies, throttle
        )
        own_hosts = self._hosts(Random(f"own addresses {self.seed}"), unreliable=0.0)
        self._own_addresses = OwnAddresses(own_hosts, self.gateway, self.engines.media)
        self._build_sources()

    def _call_as_written(self, operation: str, parameters: Mapping[str, Any]) -> dict[str, Any]:
        return self.dynamodb.call(operation, self.earlier_release.written(parameters))

    def _past(self, table: str) -> Mapping[Key, Attributes | None]:
        """What a function's read sees in place of the newest. Who judges the world sees the newest."""
        is_newest = self.sees_newest or not isinstance(self.time.owner(), Invocation)
        return {} if is_newest else self._stale_reads.past(table)

    def _tell_of_end(self, invocation: Invocation, failure: Exception) -> None:
        """A function has raised something. What is no fault of what it calls is a mistake."""
        self.tell(f"{invocation.name} raises {failure!r}")
        if not isinstance(failure, _NO_MISTAKES):
            told = "".join(traceback.format_exception(failure))
            self.mistakes.append(f"{invocation.name} raises {told}")

    def _build_queues(self) -> None:
        self.queues: dict[str, SimulatedQueue] = {}
        for queue in self._deployment.queues:
            name = queue.arn.rpartition(":")[2].rpartition("-")[2]
            order = self.conditions.order(self.random)
            self.queues[queue.arn] = SimulatedQueue(
                name, order, queue.visibility_seconds, queue.most_receives
            )
        for queue in self._deployment.queues:
            if queue.dead_letters is not None:
                self.queues[queue.arn].dead_letters = self.queues[queue.dead_letters]

    def _build_sources(self) -> None:
        self._stream_sources: list[SimulatedStreamSource] = []
        for source in self._deployment.event_sources:
            if source.source_arn in self.queues:
                self._listen_to_queue(source, self.queues[source.source_arn])
            else:
                listening = SimulatedStreamSource(
                    source,
                    _SHARDS,
                    self.functions,
                    self.time,
                    self.random,
                    self.conditions.stream_seconds,
                    self.tell,
                )
                self._stream_sources.append(listening)
        self.dynamodb.listeners.append(self._tell_of_change)
        for schedule in self._deployment.schedules:
            SimulatedScheduleSource(
                schedule, self.functions, self.time, self.random, self._is_due, self._longest_pause
            )

    def _listen_to_queue(self, source: EventSource, queue: SimulatedQueue) -> None:
        listening = SimulatedQueueSource(
            source,
            queue,
            self.functions,
            self.time,
            self.random,
            self.conditions.queue_seconds,
            self._comes_twice,
            self.tell,
        )
        queue.on_message = listening.look

    def _is_quiet(self) -> bool:
        return self.is_faultless or self.faults.is_quiet

    def _comes_twice(self) -> bool:
        return not self.faults.is_quiet and self.random.random() < self.faults.rate * 6

    def _tell_of_change(self, change: TableChange) -> None:
        if self.conditions.has_faults:
            self.changes.append(change)
        if change.is_expiry:
            self.tell(f"the time of {' '.join(change.key)} is over, and the table removes it")
        for source in self._stream_sources:
            source.add(change)

    def _longest_pause(self) -> float:
        """After how many seconds a schedule runs that has nothing to do. It finds out little in the calm."""
        return _CALM_PAUSE_SECONDS if self._is_quiet() else _STORM_PAUSE_SECONDS

    def _is_due(self, now: datetime) -> bool:
        first = self.dynamodb.lowest(self._deployment.table_name, _DUE_INDEX)
        return first is not None and first <= timestamp(now)

    def _adapters_of(self, function: Function, clock: EnvironmentClock) -> Adapters:
        """What a new environment of a function has: what its own variables ask for, in this world."""
        adapters = Adapters(load(function.environment), clock, self._clients)
        adapters.start = at_once
        adapters.table_client = self._client
        adapters.engines = cast("EngineProvider", self._gated_engines)
        return adapters
