"""What is not counted: how long calls take, how traffic is spread, what an engine is given.

Every value is an assumption, or another page's figure. None was measured on AWS.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bench.estimates import MEGABYTES_OF_A_PROCESSOR
from bench.latency import SECONDS_OF_AN_INSTRUCTION, TABLE_SECONDS
from capacity.needs import FunctionNeed
from simulation.engine_quotas import CALLS

CALL_SECONDS: Final[Mapping[str, float]] = {
    "read": TABLE_SECONDS,
    "write": TABLE_SECONDS,
    "transaction": 0.015,
    "message batch": 0.010,
    "state machine": 0.030,
    "receiver": 0.200,
    "email.send": 0.100,
    "sms.send": 0.100,
    "evaluation.evaluate": 7.0,
    "interviewer.respond": 0.700,
    "speech.synthesize": 0.150,
    "media.put": 0.040,
}
"""The seconds of a call. Those of the table are from docs/performance.md, those of a transaction, the
interviewer, speech and media from docs/latency.md. An evaluation writes 1,000 tokens at 150 a second, after
0.3 seconds. The others are round numbers."""
OTHER_CALL_SECONDS: Final = 0.020
"""The seconds of a call that is not named: a question to the media store, to Transcribe or to Polly."""

INSTRUCTIONS: Final = 1.3e6
INSTRUCTIONS_OF_A_CALL: Final = 0.6e6
"""What a function computes beside its calls, and for each of them: the line through the creates and reads
that docs/performance.md counts."""


@dataclass(frozen=True, slots=True)
class Traffic:
    """A number of candidate interviews a month, spread over working days, with a busiest hour in each."""

    interviews_a_month: float

    @property
    def peak(self) -> float:
        """Candidate interviews a second in the busiest hour."""
        return self.interviews_a_month * PEAK_OF_A_MONTH


WORKING_DAYS: Final = 21
SHARE_OF_BUSIEST_HOUR: Final = 0.2
"""How much of a working day comes in its busiest hour: with ten hours, twice the mean of them."""
PEAK_OF_A_MONTH: Final = SHARE_OF_BUSIEST_HOUR / WORKING_DAYS / 3600
"""The part of a month that comes in a second of the busiest hour."""
SHARE_OF_LARGEST_TEAM: Final = 0.01
"""How much of all candidate interviews the largest of many teams has."""

RECORDING_MINUTES: Final = 0.8
"""Five recordings have four minutes: docs/operations.md, Costs."""
JOB_SECONDS: Final = 90.0
"""How long Transcribe works on a recording."""
SLOWEST_JOB_SECONDS: Final = 120.0
"""How long the last of five recordings takes, by which the evaluation waits."""
SPOKEN_TURN_SECONDS: Final = 25.0
"""How long a candidate speaks in a turn: docs/operations.md, Costs. Each has a stream of Transcribe."""
TOKENS: Final[Mapping[str, tuple[int, int]]] = {
    "evaluation.evaluate": (3000, 1000),
    "interviewer.respond": (1830, 40),
}
"""The tokens that a model reads and writes for a call: docs/operations.md, Costs."""
TRANSACTIONS_OF_AN_ITEM: Final = 100.0
"""How many transactions a second may have one and the same item, one after another: each holds it for some
10 ms, and DynamoDB refuses another one meanwhile, which the service then tries again."""
RECOVERED_CALLS: Final = FunctionNeed("RecoveryFunction", 1, {"read": 1, "write": 1, "message batch": 1})
"""How recovery puts an entry or a delivery back: it reads it, moves its time on and sends its message."""
KEPT_MONTHS: Final = 24
"""For how many months candidate interviews are kept, while their recordings go earlier."""
WALKS: Final = 4
"""How often a round of retention reads what is kept: for recordings, uploads, transcripts and candidates."""
PAGE_SECONDS, RECORDS_OF_A_PAGE, INSTRUCTIONS_OF_A_RECORD = 0.05, 500, 1e5
"""Reading what is kept: a page of a megabyte, its records of two kilobytes, and the look at one of them."""
STREAM_SHARDS: Final = 4
"""The shards of the stream of a table that has just been made; DynamoDB adds more as it splits partitions."""
BATCH_SECONDS: Final = TABLE_SECONDS * 4 + CALL_SECONDS["message batch"] * 14
"""A full batch of the dispatcher: its entries are read at once, and sent in tens to some five queues."""


def seconds_of(need: FunctionNeed, megabytes: int) -> float:
    """The mean seconds of an invocation: its calls one after another, and its own instructions.

    Calls that a function makes side by side count one after another too, so it is an upper bound.
    """
    if not need.invocations:
        return 0.0
    waiting = sum(CALL_SECONDS.get(what, OTHER_CALL_SECONDS) * count for what, count in need.calls.items())
    return waiting / need.invocations + processor_seconds_of(need, megabytes)


def processor_seconds_of(need: FunctionNeed, megabytes: int) -> float:
    """The mean seconds that an invocation computes with its share of a processor."""
    share = min(1, megabytes / MEGABYTES_OF_A_PROCESSOR)
    calls = sum(need.calls.values()) / need.invocations
    return (INSTRUCTIONS + INSTRUCTIONS_OF_A_CALL * calls) * SECONDS_OF_AN_INSTRUCTION / share


def tokens_a_minute(engine_calls: Mapping[str, float], interviews_a_second: float) -> float:
    """The tokens that the model reads and writes in a minute of so many candidate interviews a second, with
    those that are reserved for the calls under way."""
    each = 0.0
    for call, (read, written) in TOKENS.items():
        reserved = (CALLS[call].most_written - written) * CALL_SECONDS[call]
        each += engine_calls.get(call, 0) * ((read + written) * 60 + reserved)
    return each * interviews_a_second
