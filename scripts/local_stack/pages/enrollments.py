"""Enrollments as pages: a list of them, and the way of one through its steps as a picture with its times."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Final

import htpy as h

from local_stack.pages.layout import chip, local_page, plain_time, top

_AT: Final = "/_local/enrollments"
_WIDTH = 760
_RAIL, _TEXT, _TIME = 26, 60, 560
_TITLE_LENGTH = 46
_HEAD, _GATE, _LINE, _GAP = 58, 44, 22, 26
_BAR = 420

_WORDS = {
    "pending": "not invited",
    "invited": "invited",
    "in_progress": "in progress",
    "waiting_for_evaluation": "waiting for the evaluation",
    "passed": "passed",
    "failed": "failed",
    "completed": "completed",
    "active": "active",
    "stopped": "stopped",
}
_FOR_A_PERSON = "waiting for a person"
_DECISIONS = {"advance": "Advanced", "hold": "Put on hold", "reject": "Rejected"}
_KINDS = {
    "questionnaire": "Questionnaire",
    "standard_interview": "Interview",
    "ai_interviewer": "AI interview",
    "ai_practice_interviewer": "AI practice interview",
    "ai_career_coach": "AI career coach",
    "meeting": "Meeting",
}


@dataclass(frozen=True, slots=True)
class DecisionView:
    """A decision of a person: the `word`, who decided and when (ISO 8601)."""

    word: str
    by: str
    at: str

    @property
    def told(self) -> str:
        return f"{_DECISIONS.get(self.word, self.word)} by {self.by}"


@dataclass(frozen=True, slots=True)
class StepView:
    """A step as it is drawn: `moments` are what happened and when (ISO 8601), in order; `waiting` says what
    is waited for now; `decisions` are those of people, the oldest first."""

    title: str
    kind: str
    status: str
    score: float | None = None
    threshold: float | None = None
    moments: Sequence[tuple[str, str]] = ()
    waiting: str | None = None
    decisions: Sequence[DecisionView] = ()
    waits_for_person: bool = False

    @property
    def standing(self) -> str:
        """The status in words."""
        return _FOR_A_PERSON if self.waits_for_person else _WORDS.get(self.status, self.status)

    @property
    def happened(self) -> list[tuple[str, str]]:
        """What happened, with the decisions of people, each before what follows from it at the same time."""
        decided = [(decision.told, decision.at) for decision in self.decisions]
        return sorted([*decided, *self.moments], key=lambda happened: happened[1])


@dataclass(frozen=True, slots=True)
class EnrollmentView:
    """An enrollment as it is drawn; `execution` is the name of its execution in Step Functions."""

    id: str
    candidate: str
    job: str
    status: str
    begun_at: str
    ended_at: str | None
    execution: str
    steps: Sequence[StepView] = field(default_factory=tuple)


def list_page(enrollments: Sequence[EnrollmentView], total: int) -> str:
    """The enrollments that are given, of `total` in all, each with a line of its steps."""
    shown = f"{total}" if total == len(enrollments) else f"the newest {len(enrollments)} of {total}"
    rows = [_row(each) for each in enrollments]
    none = h.p(".none")["Nobody is enrolled yet."]
    return local_page("Enrollments", [top("Enrollments", shown), rows or none], at=_AT, style=_STYLE)


def enrollment_page(enrollment: EnrollmentView) -> str:
    """One enrollment: who, how it stands, and the picture, in the place of which a phone shows a list."""
    facts = [("Begun", plain_time(enrollment.begun_at)), ("Execution", enrollment.execution)]
    if enrollment.ended_at:
        facts.insert(1, ("Ended", plain_time(enrollment.ended_at)))
    body = [
        h.p[h.a(href=_AT)["All enrollments"]],
        h.div(".top")[h.h1[enrollment.candidate], _chip(enrollment.status)],
        h.p(".muted")[enrollment.job],
        h.dl[(h.div[h.dt[name], h.dd[value]] for name, value in facts)],
        h.div(".wide")[picture(enrollment)],
        h.ol(".narrow")[(h.li(".card")[_told(step)] for step in enrollment.steps)],
    ]
    return local_page(f"{enrollment.candidate}: {enrollment.job}", body, at=_AT, style=_STYLE)


def _told(step: StepView) -> h.Node:
    """The step of the picture as text."""
    lines = [_KINDS.get(step.kind, step.kind)]
    if step.threshold is not None:
        lines.append(_score(step))
    lines += [f"{what}: {plain_time(moment)}" for what, moment in step.happened]
    lines += [step.waiting] if step.waiting else []
    status = chip(step.standing, _class(step.status))
    return [h.div(".line")[h.h2[step.title], status], (h.p[line] for line in lines)]


def _score(step: StepView) -> str:
    score = "no score yet" if step.score is None else f"score {step.score:g}"
    return f"{score}, the gate is {step.threshold:g}"


def picture(enrollment: EnrollmentView) -> h.Element:
    """The way through the steps as an SVG, from the top down."""
    parts: list[h.Node] = []
    y = 16
    tops = []
    for number, step in enumerate(enrollment.steps, start=1):
        tops.append((y + 20, step.status))
        drawn, height = _step(step, number, y)
        parts.append(drawn)
        y += height + _GAP
    tops.append((y + 14, enrollment.status))
    parts.append(_end(enrollment, y))
    rail = [_rail(above, below) for above, below in pairwise(tops)]
    label = f"The way of {enrollment.candidate} through {len(enrollment.steps)} steps"
    return h.svg(viewBox=f"0 0 {_WIDTH} {y + 44}", role="img", aria_label=label)[rail, parts]


def _rail(above: tuple[int, str], below: tuple[int, str]) -> h.Element:
    """The line from one step to the next: the height and the status of each."""
    kind = ["rail", _is_behind(above[1], below[1]) and "done"]
    return h.line(x1=_RAIL, x2=_RAIL, y1=above[0], y2=below[0], class_=kind)


def _is_behind(above: str, below: str) -> bool:
    """Whether the candidate went from one step to the next."""
    return above in ("passed", "completed") and below not in ("pending", "active", "stopped")


def _step(step: StepView, number: int, y: int) -> tuple[h.Node, int]:
    """The drawing of a step whose top is at `y`, and its height."""
    kind = _KINDS.get(step.kind, step.kind)
    height = _HEAD + (_GATE if step.threshold is not None else 0)
    height += _LINE * (len(step.happened) + (1 if step.waiting else 0))
    height += 8 if step.happened or step.waiting else 0
    parts: list[h.Node] = [
        h.rect(
            x=_TEXT - 14,
            y=y,
            width=_WIDTH - _TEXT,
            height=height,
            rx=10,
            class_=["card", _class(step.status)],
        ),
        _mark(step.status, number, y + 20),
        h.text(x=_TEXT, y=y + 25, class_="title")[_short(step.title), h.title[step.title]],
        h.text(x=_TEXT, y=y + 45, class_="quiet")[kind],
        h.text(x=_WIDTH - 30, y=y + 25, class_=["word", _class(step.status)])[step.standing],
    ]
    below = y + _HEAD
    if step.threshold is not None:
        parts.append(_gate(step, below))
        below += _GATE
    previous: str | None = None
    for what, moment in step.happened:
        parts += [
            h.text(x=_TEXT, y=below + 15, class_="what")[what],
            h.text(x=_TIME, y=below + 15, class_="when")[plain_time(moment)],
            h.text(x=_WIDTH - 30, y=below + 15, class_="gap")[_after(previous, moment) if previous else ""],
        ]
        previous, below = moment, below + _LINE
    if step.waiting:
        parts.append(h.text(x=_TEXT, y=below + 15, class_="now")[step.waiting])
    return parts, height


def _gate(step: StepView, y: int) -> h.Node:
    """A bar from 0 to 100 with the threshold as a tick and the score as its filling."""
    at = f"{_TEXT + _BAR * (step.threshold or 0) / 100:g}"
    filled = f"{_BAR * (step.score or 0) / 100:g}"
    return [
        h.rect(x=_TEXT, y=y + 12, width=_BAR, height=8, rx=4, class_="bar"),
        h.rect(x=_TEXT, y=y + 12, width=filled, height=8, rx=4, class_=["fill", _class(step.status)]),
        h.line(x1=at, x2=at, y1=y + 7, y2=y + 25, class_="tick"),
        h.text(x=_WIDTH - 30, y=y + 21, class_="gap")[_score(step)],
    ]


def _end(enrollment: EnrollmentView, y: int) -> h.Node:
    at = f" {plain_time(enrollment.ended_at)}" if enrollment.ended_at else ""
    words = "still on the way" if enrollment.status == "active" else f"{_WORDS.get(enrollment.status)}{at}"
    return [
        h.circle(cx=_RAIL, cy=y + 14, r=7, class_=["dot", _class(enrollment.status)]),
        h.text(x=_TEXT, y=y + 19, class_="what")[f"Enrollment {words}"],
    ]


def _mark(status: str, number: int, y: int) -> h.Node:
    return [
        h.circle(cx=_RAIL, cy=y, r=14, class_=["dot", _class(status)]),
        h.text(x=_RAIL, y=y + 5, class_=["number", _class(status)])[number],
    ]


def _row(enrollment: EnrollmentView) -> h.Element:
    dots = [
        h.circle(cx=10 + 20 * place, cy=10, r=7, class_=["dot", _class(step.status)])[
            h.title[f"{step.title}: {step.standing}"]
        ]
        for place, step in enumerate(enrollment.steps)
    ]
    width = 20 * max(1, len(enrollment.steps))
    statuses = ", ".join(step.standing for step in enrollment.steps)
    waits = any(step.waits_for_person for step in enrollment.steps)
    decided = [
        h.p[f"{decision.told}, {plain_time(decision.at)}"]
        for step in enrollment.steps
        for decision in step.decisions
    ]
    return h.article(".card")[
        h.div(".line")[
            h.h2[h.a(href=f"{_AT}/{enrollment.id}")[enrollment.candidate]], _chip(enrollment.status)
        ],
        h.p[enrollment.job],
        h.svg(".dots", width=width, height=20, role="img", aria_label=statuses)[dots],
        waits and h.p(".held")["Waiting for a person's decision"],
        decided,
        h.p(".muted")[f"Begun {plain_time(enrollment.begun_at)}"],
    ]


def _chip(status: str) -> h.Element:
    return chip(_WORDS.get(status, status), _class(status))


def _class(status: str) -> str:
    """The color of a status: what is well, what is not, what is under way, what is still to come."""
    match status:
        case "passed" | "completed":
            return "well"
        case "failed":
            return "ill"
        case "invited" | "in_progress" | "active":
            return "going"
        case "waiting_for_evaluation":
            return "held"
        case _:
            return "still"


def _short(text: str) -> str:
    return text if len(text) <= _TITLE_LENGTH else f"{text[: _TITLE_LENGTH - 1]}…"


def _after(before: str, moment: str) -> str:
    return f"+{_length(datetime.fromisoformat(moment) - datetime.fromisoformat(before))}"


def _length(period: timedelta) -> str:
    seconds = max(0, period.total_seconds())
    for unit, name in ((86400, "d"), (3600, "h"), (60, "min")):
        if seconds >= unit:
            return f"{seconds / unit:.1f} {name}"
    return f"{seconds:.1f} s"


_STYLE: Final = """
.line { display: flex; flex-wrap: wrap; gap: .3rem .8rem; align-items: center }
.line h2 { flex: 1 1 auto }
.card p { margin: .3rem 0 0; overflow-wrap: anywhere }
.card p.held { color: var(--tone); font-weight: 600 }
.narrow { list-style: none; margin: 0; padding: 0 }
.wide { display: none }
@media (min-width: 48rem) { .wide { display: block } .narrow { display: none } }
svg { display: block; width: 100%; height: auto }
svg.dots { width: auto; max-width: 100%; margin-top: .4rem }
svg text { font: 14px system-ui, sans-serif; fill: var(--ink) }
rect.card { fill: var(--card); stroke: var(--line) }
rect.card.going, rect.card.held { stroke: var(--tone); stroke-width: 1.5 }
.rail { stroke: var(--line); stroke-width: 3 } .rail.done { stroke: var(--well) }
.dot { fill: var(--tone) } .dot.still { fill: var(--page); stroke: var(--still); stroke-width: 2 }
svg .number { text-anchor: middle; font-weight: 600; fill: var(--on) }
svg .number.still { fill: var(--muted) }
svg .title { font-size: 16px; font-weight: 600 }
svg .quiet, svg .gap, svg .when { fill: var(--muted) }
svg .word { text-anchor: end; fill: var(--tone); font-weight: 600 } svg .word.still { fill: var(--muted) }
svg .gap { text-anchor: end } svg .when { text-anchor: end; font-variant-numeric: tabular-nums }
svg .now { font-style: italic; fill: var(--muted) }
.bar { fill: var(--line) } .fill { fill: var(--tone) } .tick { stroke: var(--ink); stroke-width: 2 }
"""
