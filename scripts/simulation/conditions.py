"""Under which conditions a world lives: those in which faults are found, or waiting is measured."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Final

from simulation.engine_quotas import DEFAULT_RATES, LOW_RATES, QuotaChoices
from simulation.message_order import AnyOrder, FairOrder, MessageOrder


@dataclass(frozen=True, slots=True)
class Conditions:
    """What differs between worlds.

    `queue_seconds` and `stream_seconds` are within which times Lambda sees what is in a queue or in a stream.
    `has_faults` says whether anything goes wrong, and `most_calls` how many calls the world makes at most.
    `has_expiry` says whether the table removes items whose time is over, and `has_stale_reads` whether
    eventually consistent reads may see what is not the newest. `has_upgrade` says whether the release before
    this one may have written what is under way. `quotas` are those of the engines. `most_skew_seconds` is how
    far a new environment's clock is off at most.
    """

    order: Callable[[Random], MessageOrder]
    queue_seconds: tuple[float, float]
    stream_seconds: tuple[float, float]
    most_calls: int
    has_faults: bool
    has_expiry: bool
    has_stale_reads: bool
    has_upgrade: bool
    quotas: QuotaChoices
    most_skew_seconds: float


STORMY: Final = Conditions(
    AnyOrder,
    queue_seconds=(0.01, 0.5),
    stream_seconds=(0.01, 0.5),
    most_calls=100_000,
    has_faults=True,
    has_expiry=True,
    has_stale_reads=True,
    has_upgrade=True,
    quotas=QuotaChoices(
        emails=(None, 14, 2),
        tokens=(None, 200_000, 20_000),
        jobs=(None, 250, 2),
        voices=(None, 18, 1),
        texts=(None, 10, 3),
        rates=(None, DEFAULT_RATES, LOW_RATES),
        emails_a_day=(None, 200, 10),
        tokens_a_day=(None, 1_000_000, 50_000),
        texts_a_month=(None, 100, 5),
    ),
    most_skew_seconds=0.5,
)
"""Messages come in any order and with a spread that lets others overtake them, and all faults happen. A world
makes a tenth of the calls."""

STEADY: Final = Conditions(
    lambda _random: FairOrder(),
    queue_seconds=(0.005, 0.05),
    stream_seconds=(0.01, 0.25),
    most_calls=10_000_000,
    has_faults=False,
    has_expiry=False,
    has_stale_reads=False,
    has_upgrade=False,
    quotas=QuotaChoices(
        emails=(14,), tokens=(400_000,), jobs=(250,), voices=(18,), texts=(10,), rates=(DEFAULT_RATES,)
    ),
    most_skew_seconds=0.005,
)
"""Nothing goes wrong, and one waits for what the service and its limits make one wait for. Lambda polls each
shard four times a second (https://docs.aws.amazon.com/lambda/latest/dg/with-ddb.html), and a queue without a
pause. NTP keeps its clocks (https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html), with a
source in each region."""
