"""Timings, and a table of them."""

from collections import defaultdict
from statistics import median, quantiles


class Timings:
    """Seconds by what took them, in the order in which they came first."""

    def __init__(self) -> None:
        self._seconds: dict[str, list[float]] = defaultdict(list)

    def add(self, name: str, seconds: float) -> None:
        """Adds one time of `name`, in seconds."""
        self._seconds[name].append(seconds)

    def median_ms(self, name: str) -> float:
        """The median in milliseconds. Raises StatisticsError for what was never timed."""
        return 1000 * median(self._seconds[name])

    def p95_ms(self, name: str) -> float:
        """The 95th percentile in milliseconds; of one value the value itself."""
        seconds = self._seconds[name]
        return 1000 * (quantiles(seconds, n=20, method="inclusive")[18] if len(seconds) > 1 else seconds[0])

    def table(self) -> str:
        """A row for each name, as Markdown."""
        rows = [self._row(name) for name in sorted(self._seconds)]
        return "\n".join(["| leg | times | median | p95 |", "|---|---|---|---|", *rows])

    def _row(self, name: str) -> str:
        median_ms, p95_ms = f"{self.median_ms(name):.0f} ms", f"{self.p95_ms(name):.0f} ms"
        return f"| {name} | {len(self._seconds[name])} | {median_ms} | {p95_ms} |"
