"""The figures of the trial."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

import numpy as np

from trials.turns.material import Scenario

_CUT_OFF_TOLERANCE_SECONDS = 0.02


@dataclass(frozen=True, slots=True)
class TurnOutcome:
    """What the page did with a scenario. Times are in seconds from the beginning of the sound.

    An answer `ended` when the page began to understand it, and counts since it `settled`: until then the
    candidate may go on.
    """

    scenario: Scenario
    is_judged: bool
    ended: float | None
    settled: float | None
    interrupted: float | None
    holds: Sequence[float]

    @property
    def is_cut_off(self) -> bool:
        """Whether the answer counted before the candidate had finished."""
        return (
            self.settled is not None and self.settled < self.scenario.end_seconds - _CUT_OFF_TOLERANCE_SECONDS
        )

    @property
    def is_endless(self) -> bool:
        """Whether the page still listened when the sound was over."""
        return self.ended is None and not self.scenario.interviewer_speaks

    @property
    def wait(self) -> float | None:
        """How long the candidate waited after the end."""
        return None if self.ended is None or self.is_cut_off else self.ended - self.scenario.end_seconds

    @property
    def counted(self) -> float | None:
        """How long after the end the answer counted."""
        return None if self.settled is None or self.is_cut_off else self.settled - self.scenario.end_seconds


def read(scenarios: Iterable[Scenario], lines: Iterable[Mapping[str, Any]]) -> list[TurnOutcome]:
    """What the page did with these scenarios, by what it printed about all."""
    known = {each.name: each for each in scenarios}
    return [
        TurnOutcome(
            known[line["name"]],
            line["isJudged"],
            line["ended"],
            line["settled"],
            line["interrupted"],
            line["holds"],
        )
        for line in lines
        if line["name"] in known
    ]


def answers_table(heard: Sequence[TurnOutcome]) -> str:
    """A row for each kind of utterance, by either rule."""
    rows = [
        "| utterances | rule | number | cut off | median wait | 95% wait | median until it counts | no end |",
        "|---|---|---|---|---|---|---|---|",
    ]
    kinds = list(dict.fromkeys(each.scenario.kind for each in heard))
    for kind in [*kinds, "all"]:
        for is_judged in (False, True):
            group = [
                each for each in heard if each.is_judged is is_judged and kind in ("all", each.scenario.kind)
            ]
            waits = [each.wait for each in group if each.wait is not None]
            endless = sum(each.is_endless for each in group)
            cut = sum(each.is_cut_off for each in group)
            rule = "by sound" if is_judged else "by silence"
            counted = [each.counted for each in group if each.counted is not None]
            times = (
                f"{median(waits):.2f} s | {np.percentile(waits, 95):.2f} s | {median(counted):.2f} s"
                if waits
                else "- | - | -"
            )
            share = f"{cut} ({100 * cut / len(group):.1f}%)"
            rows.append(f"| {kind} | {rule} | {len(group)} | {share} | {times} | {endless} |")
    return "\n".join(rows)


def interruptions_table(heard: Sequence[TurnOutcome]) -> str:
    """A row for each kind of sound over the interviewer's voice, by either rule."""
    rows = [
        "| over the interviewer | rule | number | stopped | only held | silent after (median, most) |",
        "|---|---|---|---|---|---|",
    ]
    groups: dict[tuple[str, bool], list[TurnOutcome]] = defaultdict(list)
    for each in heard:
        groups[each.scenario.kind, each.is_judged].append(each)
    for (kind, is_judged), group in groups.items():
        stopped = [each for each in group if each.interrupted is not None]
        silent = [
            min([*each.holds, *filter(None, [each.interrupted])]) - each.scenario.begins_seconds
            for each in group
            if each.holds or each.interrupted is not None
        ]
        after = f"{1000 * median(silent):.0f} ms, {1000 * max(silent):.0f} ms" if silent else "-"
        rule = "by sound" if is_judged else "by silence"
        held = sum(bool(each.holds) and each.interrupted is None for each in group)
        rows.append(f"| {kind} | {rule} | {len(group)} | {len(stopped)} | {held} | {after} |")
    return "\n".join(rows)
