"""The names of the events and the record of one that happened (interface: Events, rule 1)."""

from enum import StrEnum
from typing import Annotated, Any

from pydantic import AfterValidator, Field

from gather.core.model import Model


class EventName(StrEnum):
    """Every event that a subscription may name (interface: Events, rule 1)."""

    QUESTION_AUDIO_GENERATED = "question.audio_generated"
    CANDIDATE_INTERVIEW_COMPLETED = "candidate_interview.completed"
    CANDIDATE_INTERVIEW_STATUS_CHANGED = "candidate_interview.status_changed"
    CANDIDATE_INTERVIEW_INVITED = "candidate_interview.invited"
    CANDIDATE_INTERVIEW_PARTIALLY_COMPLETED = "candidate_interview.partially_completed"
    CANDIDATE_INTERVIEW_EXPIRED = "candidate_interview.expired"
    INTERVIEW_CREATED = "interview.created"
    INTERVIEW_UPDATED = "interview.updated"
    WORKFLOW_ENROLLMENT_CREATED = "workflow.enrollment.created"
    WORKFLOW_ENROLLMENT_COMPLETED = "workflow.enrollment.completed"
    WORKFLOW_ENROLLMENT_FAILED = "workflow.enrollment.failed"
    WORKFLOW_STEP_INVITED = "workflow.step.invited"
    WORKFLOW_STEP_COMPLETED = "workflow.step.completed"
    WORKFLOW_STEP_FAILED = "workflow.step.failed"
    WORKFLOW_STEP_WAITING_FOR_EVALUATION = "workflow.step.waiting_for_evaluation"


class EventRecord(Model):
    """Something that happened in a team, as the dispatcher reads it.

    `id` is the same over all deliveries and retries (interface: Deliveries, rule 2); `payload` is the
    flat object that receivers get; `created_at` is the moment of the event.
    """

    id: str
    name: EventName
    organization_id: str
    team_id: str
    payload: dict[str, Any]
    created_at: str


_NAMES = frozenset(name.value for name in EventName)


def _subscribable(name: str) -> str:
    if name not in _NAMES:
        raise ValueError(f"must be one of {', '.join(EventName)}")
    return name


_NAME_SCHEMA = {"enum": sorted(_NAMES)}

SubscribableName = Annotated[str, AfterValidator(_subscribable), Field(json_schema_extra=_NAME_SCHEMA)]
"""An event name in a request: in a list, each unknown one is a fault of its own.

Interface: Webhooks, rule 2.
"""
