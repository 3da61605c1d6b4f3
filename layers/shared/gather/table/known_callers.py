"""The callers that a process has seen, for what may be read before a key is checked again."""

from gather.core.caller import Caller
from gather.table.keys import Key

MOST_CALLERS_REMEMBERED = 1_000


class KnownCallers:
    """The caller of each key at its last check in this process, by the key's place.

    It admits nobody. It only tells what a request can read while its check is under way.
    """

    def __init__(self) -> None:
        self._callers: dict[Key, Caller] = {}

    def __len__(self) -> int:
        return len(self._callers)

    def find(self, checked_at: Key) -> Caller | None:
        """The caller of a key that was seen."""
        return self._callers.get(checked_at)

    def remember(self, checked_at: Key, caller: Caller) -> None:
        """Note whom a key stands for."""
        if checked_at not in self._callers and len(self._callers) >= MOST_CALLERS_REMEMBERED:
            self._callers.clear()
        self._callers[checked_at] = caller

    def discard(self, checked_at: Key) -> None:
        """Read nothing more ahead for a key that was refused."""
        self._callers.pop(checked_at, None)
