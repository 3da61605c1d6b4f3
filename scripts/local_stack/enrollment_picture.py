"""Enrollments as pages: a list of them, and the way of one through its steps as a picture with its times."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from html import escape
from itertools import pairwise

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
_KINDS = {
    "questionnaire": "Questionnaire",
    "standard_interview": "Interview",
    "ai_interviewer": "AI interview",
    "ai_practice_interviewer": "AI practice interview",
    "ai_career_coach": "AI career coach",
    "meeting": "Meeting",
}


@dataclass(frozen=True, slots=True)
class StepView:
    """A step as it is drawn: `moments` are what happened and when (ISO 8601), in order; `waiting` says what
    is waited for now."""

    title: str
    kind: str
    status: str
    score: float | None = None
    threshold: float | None = None
    moments: Sequence[tuple[str, str]] = ()
    waiting: str | None = None


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
    rows = "\n".join(map(_row, enrollments))
    shown = f"{total}" if total == len(enrollments) else f"the newest {len(enrollments)} of {total}"
    table = (
        "<table><thead><tr><th>Candidate</th><th>Job</th><th>Status</th><th>Steps</th><th>Begun</th></tr>"
        f"</thead><tbody>{rows}</tbody></table>"
        if enrollments
        else '<p class="none">Nobody is enrolled yet.</p>'
    )
    return _page("Enrollments", f'<div class="top"><h1>Enrollments</h1><span>{shown}</span></div>{table}')


def enrollment_page(enrollment: EnrollmentView) -> str:
    """One enrollment: who, how it stands, and the picture."""
    facts = [("Begun", _time(enrollment.begun_at)), ("Execution", enrollment.execution)]
    if enrollment.ended_at:
        facts.insert(1, ("Ended", _time(enrollment.ended_at)))
    shown = "".join(f"<div><dt>{name}</dt><dd>{escape(value)}</dd></div>" for name, value in facts)
    return _page(
        f"{enrollment.candidate}: {enrollment.job}",
        f'<p class="back"><a href="/_local/enrollments">All enrollments</a></p>'
        f'<div class="top"><h1>{escape(enrollment.candidate)}</h1>{_chip(enrollment.status)}</div>'
        f'<p class="job">{escape(enrollment.job)}</p><dl>{shown}</dl>{picture(enrollment)}',
    )


def picture(enrollment: EnrollmentView) -> str:
    """The way through the steps as an SVG, from the top down."""
    parts: list[str] = []
    y = 16
    tops = []
    for number, step in enumerate(enrollment.steps, start=1):
        tops.append((y + 20, step.status))
        drawn, height = _step(step, number, y)
        parts.append(drawn)
        y += height + _GAP
    tops.append((y + 14, enrollment.status))
    parts.append(_end(enrollment, y))
    rail = "".join(
        f'<line x1="{_RAIL}" x2="{_RAIL}" y1="{above[0]}" y2="{below[0]}" '
        f'class="rail{" done" if _is_behind(above[1], below[1]) else ""}"/>'
        for above, below in pairwise(tops)
    )
    label = escape(f"The way of {enrollment.candidate} through {len(enrollment.steps)} steps")
    return (
        f'<svg viewBox="0 0 {_WIDTH} {y + 44}" role="img" aria-label="{label}">{rail}{"".join(parts)}</svg>'
    )


def _is_behind(above: str, below: str) -> bool:
    """Whether the candidate went from one step to the next."""
    return above in ("passed", "completed") and below not in ("pending", "active", "stopped")


def _step(step: StepView, number: int, y: int) -> tuple[str, int]:
    """The drawing of a step whose top is at `y`, and its height."""
    kind, status = _KINDS.get(step.kind, step.kind), _WORDS.get(step.status, step.status)
    height = _HEAD + (_GATE if step.threshold is not None else 0)
    height += _LINE * (len(step.moments) + (1 if step.waiting else 0))
    height += 8 if step.moments or step.waiting else 0
    parts = [
        _card(step, y, height),
        _mark(step.status, number, y + 20),
        _title(step, y + 25),
        f'<text x="{_TEXT}" y="{y + 45}" class="quiet">{escape(kind)}</text>',
        f'<text x="{_WIDTH - 30}" y="{y + 25}" class="word {_class(step.status)}">{escape(status)}</text>',
    ]
    below = y + _HEAD
    if step.threshold is not None:
        parts.append(_gate(step, below))
        below += _GATE
    previous: str | None = None
    for what, moment in step.moments:
        gap = f"{_after(previous, moment)}" if previous else ""
        parts.append(
            f'<text x="{_TEXT}" y="{below + 15}" class="what">{escape(what)}</text>'
            f'<text x="{_TIME}" y="{below + 15}" class="when">{escape(_time(moment))}</text>'
            f'<text x="{_WIDTH - 30}" y="{below + 15}" class="gap">{escape(gap)}</text>'
        )
        previous, below = moment, below + _LINE
    if step.waiting:
        parts.append(f'<text x="{_TEXT}" y="{below + 15}" class="now">{escape(step.waiting)}</text>')
    return "".join(parts), height


def _card(step: StepView, y: int, height: int) -> str:
    return (
        f'<rect x="{_TEXT - 14}" y="{y}" width="{_WIDTH - _TEXT}" height="{height}" rx="10" '
        f'class="card {_class(step.status)}"/>'
    )


def _title(step: StepView, y: int) -> str:
    return (
        f'<text x="{_TEXT}" y="{y}" class="title">{escape(_short(step.title))}'
        f"<title>{escape(step.title)}</title></text>"
    )


def _gate(step: StepView, y: int) -> str:
    """A bar from 0 to 100 with the threshold as a tick and the score as its filling."""
    threshold = step.threshold or 0
    at = _TEXT + _BAR * threshold / 100
    score = "no score yet" if step.score is None else f"score {step.score:g}"
    filled = _BAR * (step.score or 0) / 100
    return (
        f'<rect x="{_TEXT}" y="{y + 12}" width="{_BAR}" height="8" rx="4" class="bar"/>'
        f'<rect x="{_TEXT}" y="{y + 12}" width="{filled:g}" height="8" rx="4" '
        f'class="fill {_class(step.status)}"/>'
        f'<line x1="{at:g}" x2="{at:g}" y1="{y + 7}" y2="{y + 25}" class="tick"/>'
        f'<text x="{_WIDTH - 30}" y="{y + 21}" class="gap">{score}, the gate is {threshold:g}</text>'
    )


def _end(enrollment: EnrollmentView, y: int) -> str:
    at = f" {_time(enrollment.ended_at)}" if enrollment.ended_at else ""
    words = "still on the way" if enrollment.status == "active" else f"{_WORDS.get(enrollment.status)}{at}"
    return (
        f'<circle cx="{_RAIL}" cy="{y + 14}" r="7" class="dot {_class(enrollment.status)}"/>'
        f'<text x="{_TEXT}" y="{y + 19}" class="what">Enrollment {escape(words)}</text>'
    )


def _mark(status: str, number: int, y: int) -> str:
    return (
        f'<circle cx="{_RAIL}" cy="{y}" r="14" class="dot {_class(status)}"/>'
        f'<text x="{_RAIL}" y="{y + 5}" class="number {_class(status)}">{number}</text>'
    )


def _row(enrollment: EnrollmentView) -> str:
    dots = "".join(
        f'<circle cx="{10 + 20 * place}" cy="10" r="7" class="dot {_class(step.status)}">'
        f"<title>{escape(step.title)}: {escape(_WORDS.get(step.status, step.status))}</title></circle>"
        for place, step in enumerate(enrollment.steps)
    )
    width = 20 * max(1, len(enrollment.steps))
    statuses = escape(", ".join(_WORDS.get(step.status, step.status) for step in enrollment.steps))
    steps = f'<svg class="dots" width="{width}" height="20" role="img" aria-label="{statuses}">{dots}</svg>'
    link = f'<a href="/_local/enrollments/{escape(enrollment.id)}">{escape(enrollment.candidate)}</a>'
    begun = f'<td class="time">{escape(_time(enrollment.begun_at))}</td>'
    return (
        f"<tr><td>{link}</td><td>{escape(enrollment.job)}</td><td>{_chip(enrollment.status)}</td>"
        f"<td>{steps}</td>{begun}</tr>"
    )


def _chip(status: str) -> str:
    return f'<span class="chip {_class(status)}">{escape(_WORDS.get(status, status))}</span>'


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


def _time(moment: str) -> str:
    """A timestamp for a person: UTC, to the second."""
    return moment.replace("T", " ")[:19]


def _after(before: str, moment: str) -> str:
    return f"+{_length(datetime.fromisoformat(moment) - datetime.fromisoformat(before))}"


def _length(period: timedelta) -> str:
    seconds = max(0, period.total_seconds())
    for unit, name in ((86400, "d"), (3600, "h"), (60, "min")):
        if seconds >= unit:
            return f"{seconds / unit:.1f} {name}"
    return f"{seconds:.1f} s"


def _page(title: str, body: str) -> str:
    head, foot = _PAGE.split("{body}")
    return f"{head.replace('{title}', escape(title))}{body}{foot}"


_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
:root {
  color-scheme: light dark;
  --ink: #1b2530; --line: #d9dde3; --muted: #5c6672; --card: #fff; --page: #f4f6f8; --link: #1257b8;
  --well: #1a7f4b; --ill: #c0392b; --going: #1c62c4; --held: #a86400; --still: #8a94a0; --on: #fff
}
@media (prefers-color-scheme: dark) {
  :root {
    --ink: #e8ecf1; --line: #333b45; --muted: #9aa5b1; --card: #1d232a; --page: #14181d; --link: #7db4ff;
    --well: #4cc38a; --ill: #ff7b6e; --going: #7db4ff; --held: #f0b354; --still: #6b7682; --on: #14181d
  }
}
.well { --tone: var(--well) } .ill { --tone: var(--ill) } .going { --tone: var(--going) }
.held { --tone: var(--held) } .still { --tone: var(--still) }
body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.5 system-ui, sans-serif }
main { max-width: 54rem; margin: 0 auto; padding: 1.5rem 1rem 4rem }
h1 { font-size: 1.4rem; margin: 0; overflow-wrap: anywhere }
.top { display: flex; flex-wrap: wrap; gap: .4rem 1rem; align-items: center }
.top > span:not(.chip) { color: var(--muted) }
.back { margin: 0 0 .6rem; font-size: .9rem }
.job { margin: .2rem 0 0; color: var(--muted) }
dl { display: flex; flex-wrap: wrap; gap: .4rem 2rem; margin: 1rem 0 }
dt { font-size: .8rem; color: var(--muted) } dd { margin: 0; overflow-wrap: anywhere; font-size: .9rem }
a { color: var(--link) }
.chip { font-size: .78rem; padding: .1rem .6rem; border-radius: 1rem }
.chip { background: var(--tone); color: var(--on) }
table { width: 100%; border-collapse: collapse; background: var(--card); margin-top: 1rem }
th, td { text-align: left; padding: .55rem .8rem; border-bottom: 1px solid var(--line) }
th { font-size: .8rem; color: var(--muted); font-weight: 500 }
.time { color: var(--muted); font-size: .85rem; font-variant-numeric: tabular-nums; white-space: nowrap }
.none { color: var(--muted); text-align: center; padding: 3rem 0 }
svg { display: block; width: 100%; height: auto } svg.dots { width: auto }
svg text { font: 14px system-ui, sans-serif; fill: var(--ink) }
.card { fill: var(--card); stroke: var(--line) }
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
</style>
</head>
<body><main>{body}</main></body>
</html>
"""
