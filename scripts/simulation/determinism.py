"""Replaces what makes two runs of a program differ: the machine's clock and its chance.

The process belongs to the simulation from then on: nothing is restored. What orders sets of texts is chosen
before Python starts, by `PYTHONHASHSEED`.
"""

import os
import random
import sys
import time
from collections.abc import Callable
from random import Random

from simulation.virtual_time import VirtualTime

_HASH_SEED = "PYTHONHASHSEED"


def with_fixed_hashes(module: str) -> None:
    """Begin the program of a module anew, unless it has the order of sets that is always the same."""
    if os.environ.get(_HASH_SEED) != "0":
        os.environ[_HASH_SEED] = "0"
        os.execv(sys.executable, [sys.executable, "-m", module, *sys.argv[1:]])  # noqa: S606  # itself


def take_over(seed: int, virtual: VirtualTime) -> None:
    """Have the whole process see virtual time, and draw its chance from `seed`."""
    chance = Random(f"entropy {seed}")

    def seconds() -> float:
        return virtual.now().timestamp()

    def nanoseconds() -> int:
        return round(seconds() * 1_000_000) * 1_000

    def elapsed() -> float:
        return virtual.elapsed

    _replace(time, time=seconds, time_ns=nanoseconds, sleep=virtual.pause)
    _replace(time, monotonic=elapsed, perf_counter=elapsed)
    _replace(os, urandom=chance.randbytes)
    # `secrets` draws from here, where the function was looked up when Python started.
    _replace(random, _urandom=chance.randbytes)
    random.seed(f"spread {seed}")


def _replace(module: object, **functions: Callable[..., object]) -> None:
    for name, function in functions.items():
        setattr(module, name, function)
