"""What the team of the demo prepares for its candidates, and a list of candidates that it imports."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

from local_stack.seeding.demo_content import GatherApi
from local_stack.seeding.example_receiver import PATH as RECEIVER

_CONTACT: Final = {
    "contactName": "Maya Lindholm",
    "contactEmail": "careers@example.com",
    "privacyNoticeUrl": "https://example.com/privacy-for-applicants",
    "replyWithinDays": 5,
}
_FRIDAY: Final = 5
_MEETING_ZONE: Final = "Europe/Berlin"
_MEETING: Final = {
    "title": "Meet the team",
    "description": "A tour of the office, and an hour with the colleagues you would work with.",
    "place": "Example Works, Friedrichstraße 100, Berlin",
    "durationMinutes": 60,
    "timezone": _MEETING_ZONE,
}
_SLOT_HOURS: Final = (9, 11, 14, 16)
_DAYS_AHEAD: Final = 7
_EVENTS: Final = (
    "candidate_interview.invited",
    "candidate_interview.completed",
    "workflow.enrollment.created",
    "workflow.step.waiting_for_evaluation",
    "workflow.step.completed",
    "workflow.enrollment.failed",
)
_FAIR: Final = "Career fair"
IMPORTED: Final = (
    {
        "firstName": "Greta",
        "lastName": "Holm",
        "email": "greta@example.com",
        "phone": "+14155550151",
        "source": _FAIR,
        "tags": ["career fair", "Swedish"],
    },
    {
        "firstName": "Yusuf",
        "lastName": "Demir",
        "email": "yusuf@example.com",
        "phone": "+14155550152",
        "source": _FAIR,
        "tags": ["career fair"],
    },
    {
        "firstName": "Marta",
        "lastName": "Kowalska",
        "email": "marta at example.com",
        "phone": "+14155550153",
        "source": _FAIR,
        "tags": ["career fair"],
    },
)
"""Whom the team met at a fair. The address of the last was misread."""


def prepare_team(api: GatherApi, seeded: Mapping[str, Any], base_url: str) -> None:
    """Makes somebody to write to, a system that wants to know, and times to meet."""
    api.patch(f"/teams/{seeded['teamId']}/branding", _CONTACT)
    webhook = {
        "description": "The applicant tracking system, which is down now and then",
        "urls": [f"{base_url}{RECEIVER}"],
        "events": [*_EVENTS],
    }
    api.post("/webhooks", webhook)
    meeting = api.post("/meetings", {**_MEETING, "slots": _slots()})["meeting"]
    at = f"/workflow-templates/{seeded['workflowTemplateId']}"
    *interviews, last = api.get(at)["workflowTemplate"]["steps"]
    steps = [*interviews, {**last, "artifactId": meeting["id"]}]
    api.patch(at, {"steps": steps, "userId": seeded["userId"]})


def import_candidates(api: GatherApi) -> None:
    """Imports candidates of whom one cannot be made."""
    api.post("/candidate-imports", {"candidates": [*IMPORTED]})


def _slots() -> list[dict[str, Any]]:
    """Times of one working day in the week after, in the meeting's zone; the first is for two."""
    day = datetime.now(ZoneInfo(_MEETING_ZONE)) + timedelta(days=_DAYS_AHEAD)
    while day.isoweekday() > _FRIDAY:
        day += timedelta(days=1)
    starts = [day.replace(hour=hour, minute=0, second=0, microsecond=0) for hour in _SLOT_HOURS]
    return [
        {"startsAt": start.isoformat(), "capacity": 2 if place == 0 else 1}
        for place, start in enumerate(starts)
    ]
