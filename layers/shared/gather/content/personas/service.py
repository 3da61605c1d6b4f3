"""The use cases of the personas of AI interviewers.

service.refresh_all(records, team_id, question_id, now=now)  # after a change of its wording
"""

from datetime import datetime

from gather.content.interviews.storage import INTERVIEW
from gather.content.personas.storage import get_material, list_interviews_with_question, save_persona
from gather.core.clock import timestamp
from gather.core.observability import count
from gather.table.conditions import equal
from gather.table.records import Records
from gather.table.unit_of_work import LostRace, UnitOfWork


def refresh_all(records: Records, team_id: str, question_id: str, *, now: datetime) -> None:
    """Refresh the personas that hold a question.

    One round trip for each megabyte of personas, then as `refresh` for each. Raises Conflict as `refresh`.
    """
    for interview_id in list_interviews_with_question(records.table, team_id, question_id):
        if refresh(records, team_id, interview_id, now=now):
            count("PersonasRefreshed")


def refresh(records: Records, team_id: str, interview_id: str, *, now: datetime) -> bool:
    """Save the persona that follows from an interview's material, where it differs from the present one.

    Returns whether it does. An interview that is archived, or has no AI interviewer, stays as it is.

    Two round trips, three where it differs, and again after a lost race. Raises Conflict after several.
    """

    def refresh_persona(unit: UnitOfWork) -> bool:
        found = unit.find(INTERVIEW, team_id, interview_id)
        if found is None or found.record.archived_at or found.record.ai_configuration is None:
            return False
        material = get_material(unit.table, found.record)
        differs = save_persona(
            unit, found.record, material.questions, material.topics, timestamp(now), material.stored
        )
        if differs:
            key = INTERVIEW.key(team_id, interview_id)
            unit.require(key, equal("revision", found.version), LostRace())
        return differs

    return records.run(refresh_persona)
