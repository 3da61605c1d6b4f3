"""How many invocations Lambda has at work at once: of the account, and of functions that have some reserved.

https://docs.aws.amazon.com/lambda/latest/dg/configuration-concurrency.html
"""

from collections import Counter
from collections.abc import Mapping
from typing import Final

OF_ACCOUNT: Final = 1_000
"""What going-live.md has operators ask for, in a region of an account."""


class InvocationSlots:
    """The invocations that are at work, by function. `reserved` is what functions have for themselves alone;
    all others share what the account has beyond that."""

    def __init__(self, reserved: Mapping[str, int], of_account: int = OF_ACCOUNT) -> None:
        self._reserved = reserved
        self._shared = of_account - sum(reserved.values())
        self._at_work: Counter[str] = Counter()

    def take(self, function: str) -> bool:
        """Take a slot for an invocation; whether there was one."""
        pool = self._pool_of(function)
        if self._at_work[pool] >= self._reserved.get(pool, self._shared):
            return False
        self._at_work[pool] += 1
        return True

    def give_back(self, function: str) -> None:
        """An invocation has ended."""
        self._at_work[self._pool_of(function)] -= 1

    def _pool_of(self, function: str) -> str:
        """Whose slots a function takes: its own, or those of all without any, which have no name."""
        return function if function in self._reserved else ""
