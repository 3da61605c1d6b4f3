"""The limits of the parts: quotas of AWS, settings of the template, constants of the code.

A limit says what it allows in a second of the busiest hour, and how much of that one candidate interview a
second takes. Both are of the whole deployment, or of one team.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Final

from bench.estimates import MEGABYTES_OF_A_PROCESSOR
from bench.latency import SECONDS_OF_AN_INSTRUCTION
from capacity.assumptions import (
    BATCH_SECONDS,
    INSTRUCTIONS_OF_A_RECORD,
    JOB_SECONDS,
    KEPT_MONTHS,
    PAGE_SECONDS,
    PEAK_OF_A_MONTH,
    RECORDS_OF_A_PAGE,
    RECOVERED_CALLS,
    SLOWEST_JOB_SECONDS,
    SPOKEN_TURN_SECONDS,
    STREAM_SHARDS,
    TRANSACTIONS_OF_AN_ITEM,
    WALKS,
    processor_seconds_of,
    seconds_of,
)
from capacity.needs import InterviewNeeds, PartitionNeed
from capacity.queueing import WorkerPool
from capacity.usual_life import QUESTIONS
from cloudformation.template import TEMPLATE
from gather.deliveries.attempt_queues import PROVEN_TIMES
from gather.rights.retention import worker as retention_worker
from gather.table import due
from gather.table.counted_filter import SHARDS
from gather.tenancy.api_keys.quota import HOURLY_REQUESTS
from gather.workers import recovery
from local_stack.template.resources import EventSource, Template
from simulation.deployment import BASE_URL


class RaisedBy(StrEnum):
    """Who can raise a limit, and how."""

    AWS = "AWS on request"
    SETTING = "setting"
    CODE = "code"
    KEYS = "more keys"


@dataclass(frozen=True, slots=True)
class CapacityLimit:
    """A limit: `allowed` of `unit`, of which one candidate interview a second takes `taken`.

    `of_team` says that each team has it for itself. `source` is the page, the setting or the constant.
    """

    name: str
    allowed: float
    unit: str
    taken: float
    raised_by: RaisedBy
    source: str
    of_team: bool = False

    def usage(self, interviews_a_second: float) -> float:
        """The part of it that is taken."""
        return self.taken * interviews_a_second / self.allowed

    @property
    def most_a_month(self) -> float:
        """How many candidate interviews a month it allows, by their busiest hour."""
        return self.allowed / (self.taken * PEAK_OF_A_MONTH)


@dataclass(frozen=True, slots=True)
class QueuePool:
    """A queue with its workers, and the messages of a candidate interview."""

    name: str
    pool: WorkerPool
    messages: float


_DYNAMODB: Final = "Best practices for designing and using partition keys effectively in DynamoDB"
_DYNAMODB_QUOTAS: Final = "Quotas in Amazon DynamoDB"
_LAMBDA: Final = "AWS Lambda Operator Guide: Scaling and concurrency in Lambda"
_STATES: Final = "AWS Step Functions Developer Guide: Quotas (us-east-1)"
_TRANSCRIBE: Final = "Amazon Transcribe: Guidelines and quotas"
_POLLY: Final = "Quotas in Amazon Polly"
_GATEWAY: Final = "Amazon API Gateway quotas"
PARTITION_WRITES, PARTITION_READS = 1000.0, 3000.0
_TABLE_UNITS: Final = 40_000.0
INTERVIEWS_A_DAY_OF_ONE_A_SECOND: Final = 1 / PEAK_OF_A_MONTH / 30
"""How many candidate interviews a day there are, if there is one a second in the busiest hour."""
_SMALL: Final = 0.05
"""A limit that one candidate interview a second takes so little of is not listed."""


_COUNTS: Final = "#STATUS#"
_OF_FAN_OUT: Final = (
    "LISTING#TEAM#*#WEBHOOK_DELIVERY",
    "LISTING#TEAM#*#WEBHOOK_DELIVERY#WEBHOOK#*",
    "TEAM#*#WEBHOOKS",
)
"""What has a write, or a condition, in each transaction that stores deliveries."""


class DeployedLimits:
    """The limits of the deployment that the template describes, for candidate interviews with `needs`.

    `parameters` of the template have other values than their defaults.
    """

    def __init__(self, needs: InterviewNeeds, parameters: Mapping[str, str] = MappingProxyType({})) -> None:
        self._needs = needs
        template = Template(TEMPLATE, BASE_URL, "queues.example.com", parameters)
        self._functions: Mapping[str, Any] = dict(template.named("AWS::Lambda::Function"))
        self._sources = template.event_sources()

    def seconds(self, function: str) -> float:
        """The mean seconds of an invocation of a function."""
        return seconds_of(self._needs.function(function), self.megabytes(function))

    def megabytes(self, function: str) -> int:
        """The memory of a function."""
        return int(self._functions[function]["MemorySize"])

    def queues(self) -> list[QueuePool]:
        """The queues that a candidate interview uses."""
        return [
            QueuePool(queue, WorkerPool(self._at_once(source), self._seconds_of_message(source)), count)
            for source in self._sources
            if (count := self._needs.messages.get(queue := _last(source.source_arn)))
        ]

    def limits(self) -> list[CapacityLimit]:
        """All limits, in no order."""
        every = (
            self._of_functions,
            self._of_table,
            self._of_engines,
            self._of_machines,
            self._of_schedules,
            self._of_teams,
        )
        return [limit for some in every for limit in some() if limit.taken > 0]

    def _of_functions(self) -> Iterator[CapacityLimit]:
        needs = self._needs
        at_once = sum(each.invocations * self.seconds(each.name) for each in needs.functions)
        yield CapacityLimit(
            "Lambda: functions at work at once", 1000, "at once", at_once, RaisedBy.AWS, _LAMBDA
        )
        for each in needs.functions:
            reserved = self._functions[each.name].get("ReservedConcurrentExecutions")
            if isinstance(reserved, (int, float, str)):
                taken = each.invocations * self.seconds(each.name)
                name = f"{_plain(each.name)}: requests at once"
                setting = "template: PublicConcurrency"
                yield CapacityLimit(name, float(reserved), "at once", taken, RaisedBy.SETTING, setting)
        for queue in self.queues():
            taken = queue.messages * queue.pool.seconds
            setting = "template: MaximumConcurrency"
            name = f"{queue.name}: workers"
            yield CapacityLimit(name, queue.pool.workers, "at once", taken, RaisedBy.SETTING, setting)
        for source in self._sources:
            if "/stream/" in source.source_arn and _function_of(source) == "DispatcherFunction":
                lanes = STREAM_SHARDS * int(source.properties.get("ParallelizationFactor", 1))
                entries = lanes * int(source.properties["BatchSize"]) / BATCH_SECONDS
                yield CapacityLimit(
                    "Dispatcher: entries of the outbox a second",
                    entries,
                    "a second",
                    needs.outbox_entries,
                    RaisedBy.SETTING,
                    "template: BatchSize, ParallelizationFactor; calculated",
                )
        requests = needs.requests
        yield CapacityLimit("API Gateway: requests", 10_000, "a second", requests, RaisedBy.AWS, _GATEWAY)

    def _of_table(self) -> Iterator[CapacityLimit]:
        needs = self._needs
        for what, units in (("write", needs.write_units), ("read", needs.read_units)):
            name = f"Table with its indexes: {what} units"
            yield CapacityLimit(name, _TABLE_UNITS, "a second", units, RaisedBy.AWS, _DYNAMODB_QUOTAS)
        together = self._events_together()
        for each in needs.partitions:
            if each.shared_by:
                yield from _of_partition(each, together)

    def _of_engines(self) -> Iterator[CapacityLimit]:
        calls = self._needs.engine_calls
        jobs, streams = calls.get("transcription.start", 0), calls.get("transcription.stream", 0)
        for name, allowed, unit, taken, source in (
            ("Transcribe: jobs at once", 250, "at once", jobs * JOB_SECONDS, _TRANSCRIBE),
            ("Transcribe: StartTranscriptionJob", 25, "a second", jobs, _TRANSCRIBE),
            (
                "Transcribe: GetTranscriptionJob",
                30,
                "a second",
                calls.get("transcription.result", 0),
                _TRANSCRIBE,
            ),
            ("Transcribe: streams at once", 25, "at once", streams * SPOKEN_TURN_SECONDS, _TRANSCRIBE),
            ("Polly: neural voices", 8, "a second", calls.get("speech.synthesize", 0), _POLLY),
        ):
            yield CapacityLimit(name, allowed, unit, taken, RaisedBy.AWS, source)

    def _of_machines(self) -> Iterator[CapacityLimit]:
        needs = self._needs
        starts, transitions = sum(needs.starts.values()), sum(needs.transitions.values())
        for name, allowed, taken in (
            ("Step Functions: StartExecution", 300, starts),
            ("Step Functions: state transitions", 1500, transitions),
        ):
            yield CapacityLimit(name, allowed, "a second", taken, RaisedBy.AWS, _STATES)

    def _of_schedules(self) -> Iterator[CapacityLimit]:
        needs, megabytes = self._needs, self.megabytes("RecoveryFunction")
        yield CapacityLimit(
            "Recovery: lost messages put back, at the speed at which they come",
            min(
                recovery.AT_ONCE / seconds_of(RECOVERED_CALLS, megabytes),
                1 / processor_seconds_of(RECOVERED_CALLS, megabytes),
            ),
            "a second",
            needs.outbox_entries + needs.messages.get("DeliveryQueue", 0),
            RaisedBy.CODE,
            "gather.workers.recovery; calculated",
        )
        retention, erasing = needs.removal
        megabytes = self.megabytes("RetentionFunction")
        removal = max(
            seconds_of(retention, megabytes) / due.WORKERS,
            processor_seconds_of(retention, megabytes),
        )
        for name, seconds, source in (
            (
                "Retention: reads what is kept, within a day",
                KEPT_MONTHS * 30 * WALKS * _seconds_of_kept_record(megabytes),
                "gather.rights.retention; assumption",
            ),
            ("Retention: removes what is due, within a day", removal, "gather.rights.retention; calculated"),
            (
                "DataRightsQueue: erases what retention has found, within a day",
                erasing.invocations
                * seconds_of(erasing, self.megabytes(erasing.name))
                / self._workers(erasing.name),
                "template: MaximumConcurrency",
            ),
        ):
            # Of each day, as everything that is removed came at some time.
            taken = seconds * INTERVIEWS_A_DAY_OF_ONE_A_SECOND
            yield CapacityLimit(name, 86_400, "seconds a day", taken, RaisedBy.CODE, source)

    def _workers(self, function: str) -> int:
        return next(self._at_once(each) for each in self._sources if _function_of(each) == function)

    def _of_teams(self) -> Iterator[CapacityLimit]:
        evaluations = self._needs.engine_calls.get("evaluation.evaluate", 0)
        spoken = self._needs.engine_calls.get("transcription.start", 0) > 0
        share = _share_with_recordings(self._needs) if spoken else 0
        task = self._needs.function("EvaluationTaskFunction")
        taken = evaluations * share * SLOWEST_JOB_SECONDS + task.invocations * self.seconds(task.name)
        yield CapacityLimit(
            "A team's evaluations at once",
            self._parameter("EvaluationFunction", "TEAM_EVALUATIONS"),
            "at once",
            taken,
            RaisedBy.SETTING,
            "template: TeamEvaluations",
            of_team=True,
        )
        yield CapacityLimit(
            "A team's delivery attempts at once",
            PROVEN_TIMES * self._parameter("DeliveriesFunction", "TEAM_DELIVERIES"),
            "at once",
            self._needs.messages.get("DeliveryQueue", 0) * self.seconds("DeliveriesFunction"),
            RaisedBy.SETTING,
            "template: TeamDeliveries, for receivers that take events",
            of_team=True,
        )
        yield CapacityLimit(
            "Requests of one key",
            HOURLY_REQUESTS / 3600,
            "a second",
            self._needs.requests_with_key,
            RaisedBy.KEYS,
            "gather.tenancy.api_keys.quota",
            of_team=True,
        )

    def _parameter(self, function: str, variable: str) -> float:
        """The number that a function's environment has."""
        return float(self._functions[function]["Environment"]["Variables"][variable])

    def _at_once(self, source: EventSource) -> int:
        return int(source.properties.get("ScalingConfig", {}).get("MaximumConcurrency", 1000))

    def _seconds_of_message(self, source: EventSource) -> float:
        """The seconds of a message: those of a batch are worked on one after another."""
        need = self._needs.function(_function_of(source))
        messages = self._needs.messages[_last(source.source_arn)]
        return self.seconds(need.name) * need.invocations / messages

    def _events_together(self) -> int:
        """How many events of a busy team the fan-out takes in one transaction at most."""
        source = next(each for each in self._sources if _function_of(each) == "FanOutFunction")
        return int(source.properties["BatchSize"])


def _of_partition(need: PartitionNeed, events_together: int) -> Iterator[CapacityLimit]:
    place = f"index {need.index}: {need.kind}" if need.index else need.kind
    of_team = need.shared_by == "team"
    for what, allowed, taken in (
        ("write units of one partition", PARTITION_WRITES, need.hottest_write_units),
        ("read units of one partition", PARTITION_READS, need.hottest_read_units),
    ):
        if taken > _SMALL:
            name = f"{place}: {what}"
            yield CapacityLimit(name, allowed, "a second", taken, RaisedBy.CODE, _DYNAMODB, of_team)
    if need.hottest_transactions > _SMALL:
        yield CapacityLimit(
            f"{place}, {need.hottest_item}: transactions of one item",
            TRANSACTIONS_OF_AN_ITEM * _items_or_events(need, events_together),
            "a second",
            need.hottest_transactions,
            RaisedBy.CODE,
            "assumption",
            of_team,
        )


def _items_or_events(need: PartitionNeed, events_together: int) -> int:
    """Over how many items a busy team's counts are spread, or how many of its events share a transaction."""
    if _COUNTS in need.kind:
        return len(SHARDS)
    return events_together if need.kind in _OF_FAN_OUT else 1


def _seconds_of_kept_record(megabytes: int) -> float:
    """How long a round takes for a record that it reads and keeps: some places wait for pages side by side,
    on one processor."""
    waiting = PAGE_SECONDS / RECORDS_OF_A_PAGE / retention_worker.PLACES_AT_ONCE
    share = min(1, megabytes / MEGABYTES_OF_A_PROCESSOR)
    return max(waiting, INSTRUCTIONS_OF_A_RECORD * SECONDS_OF_AN_INSTRUCTION / share)


def _share_with_recordings(needs: InterviewNeeds) -> float:
    """The part of the evaluations that wait for transcriptions."""
    return min(1.0, needs.engine_calls["transcription.start"] / QUESTIONS)


def _last(arn: str) -> str:
    return arn.rpartition(":")[2].rpartition("-")[2]


def _function_of(source: EventSource) -> str:
    return source.function.rpartition("-")[2]


def _plain(function: str) -> str:
    return function.removesuffix("Function")
