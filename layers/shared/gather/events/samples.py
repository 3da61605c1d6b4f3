"""A sample payload of each event: for tests of configurations, and for the OpenAPI document."""

from collections.abc import Mapping
from typing import Any

from gather.events.catalogue import PAYLOADS
from gather.events.event import EventName

_ID = "0190a0b0-c0d0-7123-8456-{number:012x}"
_STATUSES: Mapping[EventName, str | int] = {
    EventName.CANDIDATE_INTERVIEW_STATUS_CHANGED: "completed",
    EventName.CANDIDATE_INTERVIEW_INVITED: "invite_sent",
    EventName.CANDIDATE_INTERVIEW_PARTIALLY_COMPLETED: "partially_completed",
    EventName.CANDIDATE_INTERVIEW_EXPIRED: "expired",
    EventName.INTERVIEW_CREATED: 0,
    EventName.INTERVIEW_UPDATED: 0,
    EventName.WORKFLOW_ENROLLMENT_CREATED: "active",
    EventName.WORKFLOW_ENROLLMENT_COMPLETED: "completed",
    EventName.WORKFLOW_ENROLLMENT_FAILED: "failed",
    EventName.WORKFLOW_STEP_INVITED: "invited",
    EventName.WORKFLOW_STEP_COMPLETED: "passed",
    EventName.WORKFLOW_STEP_FAILED: "failed",
    EventName.WORKFLOW_STEP_WAITING_FOR_EVALUATION: "waiting_for_evaluation",
}
_VALUES: Mapping[str, Any] = {
    "audio_url": "https://gather.example.com/media/7c1c2f60-sample",
    "text": "Why do you want to work with us?",
    "previous_status": "partially_completed",
    "invite_url": "https://gather.example.com/i/sample",
    "has_next_step": True,
    "score": 88,
    "score_threshold": 70,
    "reason": "below_threshold",
}


def sample_of(event: EventName, moment: str) -> dict[str, Any]:
    """A payload of an event, of records that do not exist; every time in it is `moment`."""
    model = PAYLOADS[event]
    members = [member for member in model.model_fields if member != "candidate_meeting_id"]
    values = {member: _value(event, member, moment, number) for number, member in enumerate(members, start=2)}
    return model(**values).members()


def _value(event: EventName, member: str, moment: str, number: int) -> Any:
    if member == "status":
        return _STATUSES[event]
    if member.endswith("_at"):
        return moment
    return _VALUES.get(member, _ID.format(number=number))
