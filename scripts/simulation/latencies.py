"""How long what is called takes, where nothing goes wrong.

A median for each kind of call, and a spread that the seed draws. No figure was measured on AWS:
docs/decisions/simulation.md says where each comes from.
"""

from dataclasses import dataclass
from random import Random
from typing import Final


@dataclass(frozen=True, slots=True)
class CallTime:
    """The seconds of half of all calls, and the standard deviation of their logarithm.

    With the usual spread one call in twenty takes more than twice the median.
    """

    median: float
    spread: float = 0.42


TABLE: Final = {
    "GetItem": CallTime(0.006),
    "BatchGetItem": CallTime(0.006),
    "Query": CallTime(0.006),
    "PutItem": CallTime(0.006),
    "UpdateItem": CallTime(0.006),
    "DeleteItem": CallTime(0.006),
    # Then it holds its items for another ten.
    "TransactWriteItems": CallTime(0.005),
}
QUEUES_AND_MACHINES: Final = {
    "SendMessageBatch": CallTime(0.01),
    "StartExecution": CallTime(0.03),
    "StopExecution": CallTime(0.03),
    "DescribeExecution": CallTime(0.03),
    "SendTaskSuccess": CallTime(0.03),
}
ENGINES: Final = {
    "media": CallTime(0.02),
    "media.put": CallTime(0.04),
    "speech": CallTime(0.15),
    "transcription": CallTime(0.1),
    "evaluation": CallTime(4.0, spread=0.15),
    "interviewer": CallTime(0.7, spread=0.15),
    "assistant": CallTime(0.7, spread=0.15),
    "email": CallTime(0.1),
    "sms": CallTime(0.1),
    "identity": CallTime(0.2),
    "encryption": CallTime(0.01),
    "ledger": CallTime(0.04),
}
"""By the engine, or by its method where that has a time of its own."""
OTHERS: Final = {
    "gateway": CallTime(0.02),
    **{method: CallTime(0.1) for method in ("PATCH", "POST", "PUT")},
}
"""A request's way through the gateway to its function, and a customer's system that works."""
TIMES: Final = {**TABLE, **QUEUES_AND_MACHINES, **ENGINES, **OTHERS}
UNKNOWN: Final = CallTime(0.01)


class Latencies:
    """Draws how long calls take. Each kind of call has chance of its own, which no other call changes."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._chances: dict[str, tuple[CallTime, Random]] = {}

    def seconds(self, operation: str) -> float:
        """How long a call takes; `operation` begins with its name, such as `GetItem` or `media.put`."""
        name = operation.partition(" ")[0]
        if name not in self._chances:
            time = TIMES.get(name) or TIMES.get(name.partition(".")[0], UNKNOWN)
            self._chances[name] = (time, Random(f"latencies of {name} {self._seed}"))
        time, random = self._chances[name]
        return time.median * random.lognormvariate(0, time.spread)
