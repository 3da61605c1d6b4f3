"""The records that a workflow template and its steps name.

For example:

    default_group_id = references.check(table, request.steps, request.message_group_id, team)
"""

from collections.abc import Iterable, Sequence

from gather.content.interviews.models import InterviewType
from gather.content.interviews.storage import INTERVIEW
from gather.content.message_groups.models import MessageGroupType
from gather.content.message_groups.storage import DEFAULT_MESSAGE_GROUP, MESSAGE_GROUP, default_group_among
from gather.content.scorecards.storage import SCORECARD_SLOT
from gather.core.caller import TeamScope
from gather.core.errors import Fault, ValidationFailed
from gather.table import keys
from gather.table.conversion import Item
from gather.table.references import Reference, read_references
from gather.table.store import Table
from gather.workflow.meetings.storage import MEETING
from gather.workflow.templates.models import StepRequest, StepType

INTERVIEW_TYPES = {
    StepType.QUESTIONNAIRE: InterviewType.QUESTIONNAIRE,
    StepType.STANDARD_INTERVIEW: InterviewType.STANDARD,
    StepType.AI_INTERVIEWER: InterviewType.AI_INTERVIEWER,
    StepType.AI_PRACTICE_INTERVIEWER: InterviewType.AI_INTERVIEWER,
    StepType.AI_CAREER_COACH: InterviewType.AI_INTERVIEWER,
}
"""The type of the interview that a step of each type names; the other step type names a meeting."""


def check(
    table: Table, steps: Sequence[StepRequest], message_group_id: str | None, team: TeamScope
) -> str | None:
    """Check what a template names; returns the id of the team's default message group, if there is one.

    One round trip for each hundred records. Raises NotFound, and ValidationFailed with every step that names
    an interview of another type than its own, or an AI interview without an active scorecard.
    """
    default_group = DEFAULT_MESSAGE_GROUP.key(team.team_id, MessageGroupType.STANDARD)
    references = [_artifact(step, position, team) for position, step in enumerate(steps)]
    if message_group_id is not None:
        references.append(Reference.to(MESSAGE_GROUP, team.team_id, message_group_id, "messageGroupId"))
    scorecards = [SCORECARD_SLOT.key(team.team_id, step.artifact_id) for step in steps if _is_scored(step)]
    found = read_references(table, references, also=[*scorecards, default_group])
    faults = [*_type_faults(steps, team, found), *_scorecard_faults(steps, team, found)]
    if faults:
        raise ValidationFailed(faults)
    return default_group_among(found, team.team_id, MessageGroupType.STANDARD)


def _artifact(step: StepRequest, position: int, team: TeamScope) -> Reference:
    kind = INTERVIEW if step.step_type in INTERVIEW_TYPES else MEETING
    return Reference.to(kind, team.team_id, step.artifact_id, f"steps[{position}].artifactId")


def _is_scored(step: StepRequest) -> bool:
    return step.step_type is StepType.AI_INTERVIEWER


def _type_faults(
    steps: Sequence[StepRequest], team: TeamScope, found: dict[keys.Key, Item]
) -> Iterable[Fault]:
    for position, step in enumerate(steps):
        wanted = INTERVIEW_TYPES.get(step.step_type)
        if wanted is None:
            continue
        interview = found[INTERVIEW.key(team.team_id, step.artifact_id)]
        if interview["interviewType"] != wanted:
            reason = f"must be an interview of the type {wanted.value} in a step of {step.step_type.value}"
            yield Fault(f"steps[{position}].artifactId", reason)


def _scorecard_faults(
    steps: Sequence[StepRequest], team: TeamScope, found: dict[keys.Key, Item]
) -> Iterable[Fault]:
    for position, step in enumerate(steps):
        scorecard = found.get(SCORECARD_SLOT.key(team.team_id, step.artifact_id))
        if _is_scored(step) and not (scorecard and scorecard["isActive"]):
            reason = "must be an interview with an active scorecard"
            yield Fault(f"steps[{position}].artifactId", reason)
