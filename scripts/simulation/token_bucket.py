"""What is given at a steady rate, and saved up to a limit: requests, messages, tokens of a model."""

from dataclasses import dataclass


@dataclass(slots=True)
class TokenBucket:
    """Gets `a_second` more, and keeps `most` of what nobody takes. It is full at first."""

    a_second: float
    most: float
    _left: float | None = None
    _seen_at: float = 0.0

    def take(self, amount: float, now: float, needed: float | None = None) -> bool:
        """Take so much, if it has `needed`, or else so much, `now` seconds after the beginning.

        What it lacks then it owes.
        """
        before = self.most if self._left is None else self._left
        self._left = min(self.most, before + (now - self._seen_at) * self.a_second)
        self._seen_at = now
        is_there = self._left >= (amount if needed is None else needed)
        if is_there:
            self._left -= amount
        return is_there
