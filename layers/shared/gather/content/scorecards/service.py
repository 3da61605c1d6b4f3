"""Changing an interview's scorecard, and with it what an AI interviewer listens for."""

from collections.abc import Callable

from gather.content.interviews.models import InterviewDetail
from gather.content.interviews.storage import INTERVIEW
from gather.content.personas.storage import read_material, save_persona
from gather.content.scorecards.models import ScoreCardTemplate
from gather.content.scorecards.storage import ScorecardSlot, read_with_slot, save_scorecard
from gather.core.errors import NotFound
from gather.table.conditions import equal, lacks, present
from gather.table.conversion import Item
from gather.table.records import Records
from gather.table.unit_of_work import LostRace, UnitOfWork


def change_slot(
    records: Records,
    team_id: str,
    interview_id: str,
    change: Callable[[ScorecardSlot], ScoreCardTemplate],
) -> tuple[ScoreCardTemplate, int]:
    """Read an interview's slot and store the template that `change` returns; again after a lost race.

    The persona of an AI interview follows in the same transaction. Two round trips, three with a persona
    that has to follow. Returns the template and the slot's revision. Raises NotFound, Conflict after
    several lost races, and what `change` raises.
    """

    def changed(unit: UnitOfWork) -> tuple[ScoreCardTemplate, int]:
        interview, slot = read_with_slot(unit.table, team_id, interview_id)
        template = change(slot)
        save_scorecard(unit, team_id, template, slot)
        if _interviewer_is_told(interview, slot, template):
            _tell(unit, interview, template)
        else:
            unit.require(
                INTERVIEW.key(team_id, interview_id),
                present() & lacks("archivedAt"),
                NotFound(INTERVIEW.resource, interview_id),
            )
        return template, slot.revision + 1

    return records.run(changed)


def _interviewer_is_told(interview: Item, slot: ScorecardSlot, template: ScoreCardTemplate) -> bool:
    """Whether the template changes the topics that an AI interviewer listens for."""
    before = slot.active.topics if slot.active else ()
    after = template.topics if template.is_active else ()
    return "aiConfiguration" in interview and before != after


def _tell(unit: UnitOfWork, item: Item, template: ScoreCardTemplate) -> None:
    """Have the interview's persona follow `template`, on condition that the interview is as it was read."""
    interview = InterviewDetail.model_validate(item)
    material = read_material(unit.table, interview)
    unit.require(
        INTERVIEW.key(interview.team_id, interview.id), equal("revision", item["revision"]), LostRace()
    )
    topics = template.topics if template.is_active else ()
    save_persona(unit, interview, material.questions, topics, template.updated_at, material.stored)
