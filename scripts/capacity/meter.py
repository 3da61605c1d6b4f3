"""Counts what a world of the simulation needs: at the table, at the gate of calls, at queues and machines."""

import re
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from capacity.needs import FunctionNeed, InterviewNeeds, PartitionNeed, SharedBy
from simulation.deployment import Deployment
from simulation.functions import Invocation
from simulation.table.consumption import Consumption
from simulation.table.memory import TableChange
from simulation.thread_pools import is_in_pool
from simulation.world import World

_CHUNK: Final = "CHUNK"
_WORD: Final = re.compile(r"[A-Z_]+|[a-z][a-z_-]{1,24}")
"""A part of a key that is no id: the name of a kind, of a schedule or of a status."""
_CALLS: Final = {
    "GetItem": "read",
    "BatchGetItem": "read",
    "Query": "read",
    "PutItem": "write",
    "UpdateItem": "write",
    "DeleteItem": "write",
    "TransactWriteItems": "transaction",
    "SendMessageBatch": "message batch",
    "StartExecution": "state machine",
    "StopExecution": "state machine",
    "DescribeExecution": "state machine",
    "SendTaskSuccess": "state machine",
    "POST": "receiver",
}
"""What an operation calls, by its first word. Others name an engine and its method themselves."""
_OF_TEAM: Final = frozenset({"TEAM", "ORGANIZATION", "CREDENTIAL"})
"""What a key has that is of one team: its id, that of its organization, or a key of its program."""
_DIGITS: Final = 4
_HOURS_OF_SHARED: Final = 8


@dataclass(slots=True)
class _Taken:
    """The units of one partition, the transactions of each of its items, the hours in which it was used."""

    read_units: float = 0
    write_units: float = 0
    transactions: Counter[str] = field(default_factory=Counter)
    hours: set[int] = field(default_factory=set)

    @property
    def is_shared(self) -> bool:
        """Whether many candidate interviews use it: one alone is over within a few hours."""
        return len(self.hours) >= _HOURS_OF_SHARED


class WorldMeter:
    """Counts what a world does from now on."""

    def __init__(self, world: World, deployment: Deployment) -> None:
        self._world = world
        self._deployment = deployment
        self._partitions: dict[tuple[str, str], _Taken] = defaultdict(_Taken)
        self._calls: dict[str, Counter[str]] = defaultdict(Counter)
        self._on_threads: Counter[str] = Counter()
        self._invocations: Counter[str] = Counter()
        self._starts: Counter[str] = Counter()
        self._messages = self._counted_messages()
        self._transitions = world.executions.transitions()
        self._characters = world.engines.speech.characters
        self._stream_records = self._outbox_entries = 0
        self._scheduled = {schedule.function for schedule in deployment.schedules}
        self._names = {function.name: function.logical_id for function in deployment.functions}
        world.dynamodb.meters.append(self._take)
        world.dynamodb.listeners.append(self._count_change)
        world.gate.on_call = self._count_call
        world.functions.on_invocation = self._count_invocation

    def needs(self, interviews: int) -> InterviewNeeds:
        """What was counted, for one of `interviews` candidate interviews."""
        behind_routes = {self._names[name] for name in self._deployment.routes.values()}
        working = sorted(self._invocations)
        machines = self._world.executions.transitions() - self._transitions

        def each(count: float) -> float:
            return round(count / interviews, _DIGITS)

        engines: Counter[str] = Counter()
        for calls in self._calls.values():
            engines.update({name: count for name, count in calls.items() if "." in name})
        return InterviewNeeds(
            interviews=interviews,
            partitions=tuple(self._partition_needs(interviews)),
            functions=tuple(
                FunctionNeed(
                    name,
                    each(self._invocations[name]),
                    {what: each(count) for what, count in sorted(self._calls[name].items())},
                )
                for name in working
            ),
            requests=each(sum(self._invocations[name] for name in behind_routes)),
            requests_with_key=each(self._requests_with_key()),
            messages={
                name: each(count)
                for name, count in sorted((self._counted_messages() - self._messages).items())
            },
            transitions={_short(name): each(count) for name, count in sorted(machines.items())},
            starts={name: each(count) for name, count in sorted(self._starts.items())},
            stream_records=each(self._stream_records),
            outbox_entries=each(self._outbox_entries),
            engine_calls={name: each(count) for name, count in sorted(engines.items())},
            spoken_characters=each(self._world.engines.speech.characters - self._characters),
        )

    def removal_need(self, name: str, interviews: int) -> FunctionNeed:
        """The calls on threads of their own, for one of `interviews` candidate interviews, as one invocation
        of the function `name`: while nothing else happens in the world they are retention's."""
        calls = {what: round(count / interviews, _DIGITS) for what, count in sorted(self._on_threads.items())}
        return FunctionNeed(name, 1, calls)

    def _take(self, consumption: Consumption) -> None:
        invocation = self._world.time.owner()
        if not isinstance(invocation, Invocation) or invocation.function.name in self._scheduled:
            return
        taken = self._partitions[consumption.index, consumption.partition]
        taken.hours.add(int(self._world.time.elapsed // 3600))
        taken.read_units += consumption.read_units
        taken.write_units += consumption.write_units
        if consumption.in_transaction:
            taken.transactions[_without_shard(consumption.sort)] += 1

    def _count_change(self, change: TableChange) -> None:
        self._stream_records += 1
        self._outbox_entries += change.before is None and change.key[1] == "OUTBOX"

    def _count_call(self, invocation: Invocation, operation: str) -> None:
        first = operation.partition(" ")[0]
        if invocation.function.name in self._scheduled:
            if is_in_pool(self._world.time):
                self._on_threads[_CALLS.get(first, first)] += 1
        else:
            self._calls[invocation.function.logical_id][_CALLS.get(first, first)] += 1
            if first == "StartExecution":
                self._starts[invocation.function.logical_id] += 1

    def _count_invocation(self, invocation: Invocation) -> None:
        if invocation.function.name not in self._scheduled:
            self._invocations[invocation.function.logical_id] += 1

    def _counted_messages(self) -> Counter[str]:
        return Counter({queue.name: queue.sent for queue in self._world.queues.values()})

    def _requests_with_key(self) -> float:
        """The requests that one key was counted for: the writes of its item."""
        return sum(
            taken.write_units
            for (index, partition), taken in self._partitions.items()
            if not index and partition.startswith("CREDENTIAL#")
        )

    def _partition_needs(self, interviews: int) -> list[PartitionNeed]:
        by_kind: dict[tuple[str, str], dict[str, _Taken]] = defaultdict(dict)
        for (index, partition), taken in self._partitions.items():
            by_kind[index, kind_of(partition)][partition] = taken
        return sorted(
            (_need(index, kind, of_kind, interviews) for (index, kind), of_kind in by_kind.items()),
            key=lambda need: (-need.write_units, need.index, need.kind),
        )


def _without_shard(sort: str) -> str:
    """The chunk of counts to which a shard belongs; each other item's sort key as it is."""
    parts = sort.split("#")
    return "#".join(parts[:2]) if parts[0] == _CHUNK else sort


def kind_of(partition: str) -> str:
    """A partition's key with `*` in place of ids: `TEAM#*#CANDIDATE#*` of a candidate's."""
    return "#".join(part if _WORD.fullmatch(part) else "*" for part in partition.split("#"))


def _need(index: str, kind: str, of_kind: Mapping[str, _Taken], interviews: int) -> PartitionNeed:
    reads = sum(taken.read_units for taken in of_kind.values())
    writes = sum(taken.write_units for taken in of_kind.values())
    shared = [taken for taken in of_kind.values() if taken.is_shared]
    counts = [(count, sort) for taken in shared for sort, count in taken.transactions.items()]
    hottest_count, item = max(counts, default=(0, ""))

    def each(units: float) -> float:
        return round(units / interviews, _DIGITS)

    return PartitionNeed(
        index=index,
        kind=kind,
        shared_by=_shared_by(kind) if shared else "",
        read_units=each(reads),
        write_units=each(writes),
        hottest_read_units=each(max((taken.read_units for taken in shared), default=0)),
        hottest_write_units=each(max((taken.write_units for taken in shared), default=0)),
        hottest_transactions=each(hottest_count),
        hottest_item=kind_of(item) if item else "",
    )


def _shared_by(kind: str) -> SharedBy:
    is_of_team = any(part in _OF_TEAM for part in kind.split("#"))
    return "team" if is_of_team else "whole"


def _short(arn: str) -> str:
    """The logical id of a state machine, from its ARN."""
    return arn.rpartition(":")[2].rpartition("-")[2]
