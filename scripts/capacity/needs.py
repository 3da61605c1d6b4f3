"""What one candidate interview needs of each part, as it was counted in the simulation."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Literal

SharedBy = Literal["team", "whole", ""]
"""Who writes to one and the same partition of a kind: a team's candidate interviews, all of a deployment, or
nobody else."""


@dataclass(frozen=True, slots=True)
class PartitionNeed:
    """The units of the table that a kind of partition takes for a candidate interview.

    `kind` is the partition key with `*` in place of ids, and `index` the name of the index, empty for the
    table. `hottest_…` are of the one partition that takes the most, where `shared_by` says that many write
    to it. `hottest_transactions` counts the transactions that have the same item, which `hottest_item`
    names by its sort key.
    """

    index: str
    kind: str
    shared_by: SharedBy
    read_units: float
    write_units: float
    hottest_read_units: float = 0
    hottest_write_units: float = 0
    hottest_transactions: float = 0
    hottest_item: str = ""


@dataclass(frozen=True, slots=True)
class FunctionNeed:
    """The invocations of a function for a candidate interview, and their calls by what is called."""

    name: str
    invocations: float
    calls: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class InterviewNeeds:
    """Everything that a candidate interview needs, as the mean of `interviews` of them.

    `functions` are those behind routes, queues, the stream and state machines; `messages` are counted by
    queue, `transitions` and `starts` by state machine. `outbox_entries` are the changes of the table that the
    dispatcher takes. `engine_calls` are counted by engine and method, where they are no calls of a schedule.
    """

    interviews: int
    partitions: tuple[PartitionNeed, ...]
    functions: tuple[FunctionNeed, ...]
    requests: float
    requests_with_key: float
    messages: Mapping[str, float]
    transitions: Mapping[str, float]
    starts: Mapping[str, float]
    stream_records: float
    outbox_entries: float
    engine_calls: Mapping[str, float]
    spoken_characters: float
    removal: tuple[FunctionNeed, ...] = ()
    """The functions that remove a candidate interview of which nothing is kept any more."""

    def function(self, name: str) -> FunctionNeed:
        """The need of a function; nothing of one that was never invoked."""
        return next((each for each in self.functions if each.name == name), FunctionNeed(name, 0))

    @property
    def write_units(self) -> float:
        """The write units of the table and its indexes."""
        return sum(each.write_units for each in self.partitions)

    @property
    def read_units(self) -> float:
        """The read units of the table and its indexes."""
        return sum(each.read_units for each in self.partitions)

    def as_json(self) -> str:
        """The content of a file, a line for each partition and each function."""
        members: dict[str, Any] = asdict(self)
        lines = []
        for name, value in members.items():
            if isinstance(value, (list, tuple)):
                rows = ",\n".join(json.dumps(row) for row in value)
                lines.append(f"{json.dumps(name)}: [\n{rows}\n]")
            else:
                lines.append(f"{json.dumps(name)}: {json.dumps(value)}")
        return "{\n" + ",\n".join(lines) + "\n}\n"


def read_needs(path: Path) -> InterviewNeeds:
    """The needs that a file has."""
    members = json.loads(path.read_text(encoding="utf-8"))
    partitions = tuple(PartitionNeed(**each) for each in members.pop("partitions"))
    functions = tuple(FunctionNeed(**each) for each in members.pop("functions"))
    removal = tuple(FunctionNeed(**each) for each in members.pop("removal"))
    return InterviewNeeds(removal=removal, partitions=partitions, functions=functions, **members)
