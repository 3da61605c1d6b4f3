"""Under which conditions a world lives: those in which faults are found, or waiting is measured."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Final

from simulation.message_order import AnyOrder, FairOrder, MessageOrder


@dataclass(frozen=True, slots=True)
class Conditions:
    """What differs between worlds.

    `queue_seconds` and `stream_seconds` are within which times Lambda sees what is in a queue or in a stream.
    `has_faults` says whether anything goes wrong, and `most_calls` how many calls the world makes at most.
    `has_expiry` says whether the table removes items whose time is over, and `has_stale_reads` whether
    eventually consistent reads may see what is not the newest. `has_upgrade` says whether the release before
    this one may have written what is under way. `email_rates` are the e-mails a second that the account may
    send, one of them in each world; None is no limit. So are `model_tokens` those that it may use of its
    model in a minute. `most_skew_seconds` is how far a new environment's clock is off at most.
    """

    order: Callable[[Random], MessageOrder]
    queue_seconds: tuple[float, float]
    stream_seconds: tuple[float, float]
    most_calls: int
    has_faults: bool
    has_expiry: bool
    has_stale_reads: bool
    has_upgrade: bool
    email_rates: tuple[int | None, ...]
    model_tokens: tuple[int | None, ...]
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
    email_rates=(None, 14, 2),
    model_tokens=(None, 200_000, 20_000),
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
    email_rates=(14,),
    model_tokens=(400_000,),
    most_skew_seconds=0.005,
)
"""Nothing goes wrong, and one waits for what the service and its limits make one wait for. Lambda polls each
shard four times a second (https://docs.aws.amazon.com/lambda/latest/dg/with-ddb.html), and a queue without a
pause. NTP keeps its clocks (https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html), with a
source in each region."""
