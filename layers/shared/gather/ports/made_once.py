"""Engines are made at their first use and kept by their provider."""

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

P = TypeVar("P")
E = TypeVar("E")


def made_once(make: Callable[[P], E]) -> Callable[[P], E]:
    """Makes a provider's method keep the engine that it makes."""
    name = f"_made_{make.__name__}"

    @wraps(make)
    def made(provider: P) -> E:
        kept = vars(provider)
        if name not in kept:
            kept[name] = make(provider)
        engine: E = kept[name]
        return engine

    return made
