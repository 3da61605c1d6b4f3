"""Figures: printed as they come, and collected for the JSON file."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass(frozen=True)
class Figure:
    """A measured value; `at_most` is its target, where it has one.

    `aim` is the target of a time or a rate, which other load on the machine changes: it is shown, and missing
    it fails nothing. With `at_least` it is the lower bound. `counts` are what was counted with the value, by
    their units.
    """

    measure: str
    name: str
    value: float
    unit: str
    at_most: float | None = None
    note: str = ""
    counts: Mapping[str, float] = field(default_factory=dict)
    aim: float | None = None
    at_least: bool = False

    @property
    def missed(self) -> bool:
        """Whether the target is missed."""
        return self.at_most is not None and self.value > self.at_most

    @property
    def target(self) -> float | None:
        """The value to compare with: a target that must be met, or an aim."""
        return self.aim if self.at_most is None else self.at_most

    @property
    def verdict(self) -> str:
        """The comparison with it as text; empty without a target or an aim."""
        if self.target is None:
            return ""
        is_met = self.value >= self.target if self.at_least else self.value <= self.target
        return "met" if is_met else "missed"

    def row(self) -> str:
        """A line of the table. What fails the run is in capitals."""
        verdict = self.verdict.upper() if self.missed else self.verdict
        target = "" if self.target is None else f"{'>=' if self.at_least else '<='} {self.target:g}"
        line = f"  {self.name:<76}{_shown(self.value):>8} {self.unit:<14}{target:<9}{verdict:<7}{self.note}"
        return line.rstrip()


def _shown(value: float) -> str:
    if value == int(value):
        return f"{int(value):,}"
    return f"{value:,.2f}" if abs(value) < 100 else f"{value:,.0f}"


@dataclass
class Report:
    """The figures of a run."""

    figures: list[Figure] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def heading(self, text: str) -> None:
        """Begin a part of the table."""
        print(f"\n{text}", flush=True)

    def note(self, text: str) -> None:
        """Say how something was measured, or why it was not."""
        self.notes.append(text)
        print(f"  {text}", flush=True)

    def add(self, figure: Figure) -> None:
        """Print and keep a figure."""
        self.figures.append(figure)
        print(figure.row(), flush=True)

    def missed(self) -> list[Figure]:
        """The figures that miss their targets."""
        return [figure for figure in self.figures if figure.missed]

    def as_json(self) -> dict[str, Any]:
        """The content of the JSON file."""
        rows = [{**asdict(figure), "missed": figure.missed} for figure in self.figures]
        return {"figures": rows, "notes": self.notes}
