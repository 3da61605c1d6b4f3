"""Workflow templates: the steps that a job's candidates go through.

Interface: Workflow templates, rule 1.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime
from enum import StrEnum
from typing import Annotated, Any

from pydantic import Field, StringConstraints

from gather.core.caller import TeamScope
from gather.core.clock import timestamp
from gather.core.errors import Fault
from gather.core.formats import RecordId, Title
from gather.core.identifiers import new_id
from gather.core.model import UNSET, LeftOutWhenNull, Model, RequestModel, RequestPart
from gather.core.record import TeamRecord, common_fields
from gather.core.weight import ToSixDecimals

MOST_STEPS = 20
LARGEST_POSITION = 1_000_000
MOST_TEMPLATES = 500
"""The most active templates of a team. Their list is one response."""
LONGEST_DELAY_MINUTES = 60 * 24 * 90


class StepType(StrEnum):
    """The kinds of step, by what a candidate does in one."""

    QUESTIONNAIRE = "questionnaire"
    STANDARD_INTERVIEW = "standard_interview"
    AI_INTERVIEWER = "ai_interviewer"
    AI_PRACTICE_INTERVIEWER = "ai_practice_interviewer"
    AI_CAREER_COACH = "ai_career_coach"
    MEETING = "meeting"


UNGATED_STEPS = frozenset({StepType.AI_PRACTICE_INTERVIEWER, StepType.AI_CAREER_COACH, StepType.MEETING})
"""Steps that nobody is judged in: a threshold is ignored in them."""


class GateMode(StrEnum):
    """Who decides about a candidate whose score is below a step's threshold."""

    AUTOMATIC = "automatic"
    """The score does: the step fails."""
    CONFIRM = "confirm"
    """A person does: the step waits for a decision."""


Percentage = Annotated[float, Field(ge=0, le=100), ToSixDecimals]
DelayMinutes = Annotated[float, Field(ge=0, le=LONGEST_DELAY_MINUTES), ToSixDecimals]
Position = Annotated[int, Field(ge=0, le=LARGEST_POSITION)]
Description = Annotated[str, StringConstraints(max_length=2_000)]


class WorkflowStep(Model):
    """A step of a template. `artifact_id` names an interview, a meeting or a questionnaire, by the type;
    without `score_threshold` (0 to 100) the step has no gate; `send_delay_minutes` pass before its invite."""

    id: str
    """The step."""
    position: int
    """The step's place, counted from 1."""
    step_type: StepType
    """The kind of step."""
    artifact_id: str
    """The interview or the meeting that candidates are invited to."""
    score_threshold: int | float | None = None
    """The score, from 0 to 100, that the gate after the step asks for; null for no gate."""
    gate_mode: Annotated[GateMode | None, LeftOutWhenNull] = None
    """Who decides about a score below the threshold; absent for no gate."""
    send_delay_minutes: int | float | None = None
    """Minutes from the end of the step before to the invite."""
    created_at: str
    """When the step was created: ISO 8601 in UTC."""
    updated_at: str
    """When the step was last changed: ISO 8601 in UTC."""


class WorkflowTemplate(TeamRecord):
    """A template as lists show it and as it is stored."""

    name: str
    """The workflow's name."""
    description: str | None = None
    """The purpose of the workflow."""
    message_group_id: str | None = None
    """The messages that candidates get."""
    is_template: bool = True
    """Always `true`."""
    rejection_delay_minutes: int | float | None = None
    """Minutes from a failed gate to the message that tells the candidate so; null for no message."""
    steps: tuple[WorkflowStep, ...] = ()
    """The steps, in their order."""

    def update(self, change: "ChangeWorkflowTemplate", moment: str) -> "WorkflowTemplate":
        """Change the members that a PATCH supplies. Returns the same record when nothing is different."""
        fields = change.supplied()
        if "steps" in fields:
            fields["steps"] = build_steps(change.steps, self.steps, moment)
        changed = self.changed(**fields)
        return self if changed == self else changed.changed(updated_at=moment)


class StepRequest(RequestPart):
    """A step in a body. Without `position` its place in the array is its position, from 1; `id` keeps a step
    that there was."""

    id: RecordId | None = None
    position: Position | None = None
    step_type: StepType
    artifact_id: RecordId
    score_threshold: Percentage | None = None
    gate_mode: GateMode = GateMode.AUTOMATIC
    send_delay_minutes: DelayMinutes | None = None

    def step(self, position: int, known: Mapping[str, WorkflowStep], moment: str) -> WorkflowStep:
        """Create the step, or change the one of `known` that has its id."""
        threshold = None if self.step_type in UNGATED_STEPS else self.score_threshold
        wanted: dict[str, Any] = {
            "position": position,
            "step_type": self.step_type,
            "artifact_id": self.artifact_id,
            "score_threshold": threshold,
            "gate_mode": None if threshold is None else self.gate_mode,
            "send_delay_minutes": self.send_delay_minutes,
        }
        before = known.get(self.id) if self.id is not None else None
        if before is None:
            return WorkflowStep(id=new_id(), created_at=moment, updated_at=moment, **wanted)
        changed = before.changed(**wanted)
        return before if changed == before else changed.changed(updated_at=moment)


Steps = Annotated[tuple[StepRequest, ...], Field(min_length=1, max_length=MOST_STEPS)]


def step_faults(raw: Mapping[str, Any]) -> list[Fault]:
    """List the faults of the steps of a body as a whole: ids and positions that stand there twice."""
    steps = raw.get("steps")
    faults: list[Fault] = []
    ids: set[str] = set()
    positions: set[int] = set()
    for place, step in enumerate(steps if isinstance(steps, list) else []):
        if not isinstance(step, Mapping):
            continue
        identifier = step.get("id")
        if isinstance(identifier, str):
            if identifier in ids:
                faults.append(Fault(f"steps[{place}].id", "names a step that is in the list already"))
            ids.add(identifier)
        position = step.get("position")
        position = place + 1 if position is None else position
        if isinstance(position, int):
            if position in positions:
                faults.append(Fault(f"steps[{place}].position", "is the position of another step"))
            positions.add(position)
    return faults


class CreateWorkflowTemplate(RequestModel):
    """Body of POST /workflow-templates; `userId` is required (interface: Workflow templates, rule 3)."""

    user_id: RecordId
    """The user who creates the template."""
    name: Title
    description: Description | None = None
    message_group_id: RecordId | None = None
    rejection_delay_minutes: DelayMinutes | None = None
    steps: Steps

    @classmethod
    def cross_field_faults(cls, raw: Mapping[str, Any]) -> Iterable[Fault]:
        return step_faults(raw)


class ChangeWorkflowTemplate(RequestModel):
    """Body of PATCH /workflow-templates/{id}; `steps` replaces all of them."""

    name: Title = UNSET
    description: Description | None = None
    message_group_id: RecordId | None = None
    rejection_delay_minutes: DelayMinutes | None = None
    steps: Steps = UNSET

    @classmethod
    def cross_field_faults(cls, raw: Mapping[str, Any]) -> Iterable[Fault]:
        return step_faults(raw)


def new_template(
    request: CreateWorkflowTemplate, scope: TeamScope, now: datetime, default_message_group_id: str | None
) -> WorkflowTemplate:
    """The template that a POST asks for, with the team's default message group unless it names one."""
    return WorkflowTemplate(
        **common_fields(scope, now),
        name=request.name,
        description=request.description,
        message_group_id=request.message_group_id or default_message_group_id,
        rejection_delay_minutes=request.rejection_delay_minutes,
        steps=build_steps(request.steps, (), timestamp(now)),
    )


def build_steps(
    requests: Iterable[StepRequest], present: Iterable[WorkflowStep], moment: str
) -> tuple[WorkflowStep, ...]:
    """Build the steps that a body asks for, by their positions. One whose `id` is that of a present step
    stays that step; any other is new."""
    known = {step.id: step for step in present}
    steps = [
        request.step(place if request.position is None else request.position, known, moment)
        for place, request in enumerate(requests, start=1)
    ]
    return tuple(sorted(steps, key=lambda step: step.position))
