"""AI interviews over the interface, and the instructions of their interviewer, which only the table has."""

from typing import Any

from gather.content.personas.models import Persona
from gather.content.personas.storage import PERSONA
from gather.table.records import Records
from tests.builders.service import Service, Tenant

BARISTA = {"title": "Barista 2026", "displayName": "Barista", "interviewType": "ai_interviewer"}
SERVICE_TOPIC = {"topic": "Service", "weight": 70, "lookingFor": ["stays calm"]}
DEFAULTS: dict[str, object] = {
    "askFollowUpQuestions": True,
    "askToElaborate": True,
    "digDeeper": False,
    "friendlyTone": True,
    "professionalTone": True,
    "conversationalStyle": True,
    "audioOnly": False,
    "closedCaptions": True,
    "callRecording": False,
    "captureResponses": True,
    "askCandidateQuestions": True,
    "greetingMessage": None,
    "language": "en",
    "timeoutSeconds": 60,
    "coachingType": None,
    "coachingSubType": None,
}
"""The configuration of an interview whose request names nothing but a replica."""


def path_of(interview: dict[str, Any]) -> str:
    """Returns the path of an interview."""
    return f"/interviews/{interview['id']}"


def patch(service: Service, interview: dict[str, Any], **members: object) -> dict[str, Any]:
    """Changes an interview by a PATCH of `members` and returns it."""
    reply = service.patch(path_of(interview), members)
    assert reply.status == 200, reply.body
    changed: dict[str, Any] = reply.data["interview"]
    return changed


def persona_of(records: Records, tenant: Tenant, interview_id: str) -> Persona | None:
    """Reads the persona of an interview of the tenant's first team."""
    item = records.table.get(PERSONA.key(tenant.team_id, interview_id))
    return Persona.model_validate(item) if item else None


def told(records: Records, tenant: Tenant, interview_id: str) -> str:
    """Returns the instructions of the interviewer."""
    persona = persona_of(records, tenant, interview_id)
    assert persona is not None
    return persona.prompt
