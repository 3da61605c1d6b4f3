"""Collects the metrics that the service counts while a test runs."""

import logging
from typing import Any

from gather.core.observability import NAMESPACE


class Counted(logging.Handler):
    """Keeps every metric in the log lines, in the order of the lines."""

    def __init__(self) -> None:
        super().__init__()
        self._seen: list[tuple[str, float, dict[str, str]]] = []

    def emit(self, record: logging.LogRecord) -> None:
        line = vars(record)
        for directive in line.get("_aws", {}).get("CloudWatchMetrics", []):
            if directive["Namespace"] == NAMESPACE:
                self._keep(line, directive)

    def _keep(self, line: dict[str, Any], directive: dict[str, Any]) -> None:
        [names] = directive["Dimensions"]
        for metric in directive["Metrics"]:
            dimensions = {name: line[name] for name in names}
            self._seen.append((metric["Name"], line[metric["Name"]], dimensions))

    def of(self, metric: str, **dimensions: str) -> list[float]:
        """Returns the values of a metric with exactly these dimensions."""
        return [value for name, value, of in self._seen if (name, of) == (metric, dimensions)]

    def names(self) -> set[str]:
        """Returns the names of all counted metrics."""
        return {name for name, _, _ in self._seen}
