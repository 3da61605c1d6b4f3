"""The use cases of an interview's scorecard. The persona of an AI interviewer follows each change.

template, revision = service.get(records, team, interview_id)
service.replace_topics(records, team, request, interview_id, now=now, precondition=Precondition())
"""

from collections.abc import Callable
from datetime import datetime

from gather.content.interviews.models import InterviewDetail
from gather.content.interviews.storage import INTERVIEW
from gather.content.personas.storage import get_material, save_persona
from gather.content.scorecards.models import (
    ScoreCardTemplate,
    ScoreCardTopics,
    new_template,
)
from gather.content.scorecards.storage import ScorecardSlot, get_slot, get_with_slot, save_scorecard
from gather.core.caller import TeamScope
from gather.core.clock import timestamp
from gather.core.errors import NotFound
from gather.core.precondition import Precondition
from gather.table.conditions import equal, lacks, present
from gather.table.conversion import Item
from gather.table.records import Records
from gather.table.unit_of_work import LostRace, UnitOfWork


def create(
    records: Records,
    team: TeamScope,
    request: ScoreCardTopics,
    interview_id: str,
    *,
    now: datetime,
    precondition: Precondition,
) -> tuple[ScoreCardTemplate, int]:
    """Give an interview a new template, in place of the active one. Returns and raises as `_change`."""

    def change(_slot: ScorecardSlot) -> ScoreCardTemplate:
        return new_template(interview_id, request.topics, now)

    return _change(records, team, interview_id, change, precondition)


def get(records: Records, team: TeamScope, interview_id: str) -> tuple[ScoreCardTemplate, int]:
    """The active template of an interview, and the revision of its slot.

    One round trip. Raises NotFound of the interview and of a template.
    """
    slot = get_slot(records, team.team_id, interview_id)
    return _active(slot, interview_id), slot.revision


def replace_topics(
    records: Records,
    team: TeamScope,
    request: ScoreCardTopics,
    interview_id: str,
    *,
    now: datetime,
    precondition: Precondition,
) -> tuple[ScoreCardTemplate, int]:
    """Replace the topics of the active template, as its next version. Returns and raises as `_change`, and
    raises NotFound where no template is active."""

    def change(slot: ScorecardSlot) -> ScoreCardTemplate:
        return _active(slot, interview_id).replace_topics(request.topics, timestamp(now))

    return _change(records, team, interview_id, change, precondition)


def deactivate(
    records: Records, team: TeamScope, interview_id: str, *, now: datetime, precondition: Precondition
) -> tuple[ScoreCardTemplate, int]:
    """Leave an interview without an active template. Returns and raises as `_change`, and raises NotFound
    where no template is active."""

    def change(slot: ScorecardSlot) -> ScoreCardTemplate:
        return _active(slot, interview_id).deactivate(timestamp(now))

    return _change(records, team, interview_id, change, precondition)


def _active(slot: ScorecardSlot, interview_id: str) -> ScoreCardTemplate:
    if slot.active is None:
        raise NotFound("scorecard template", interview_id)
    return slot.active


def _change(
    records: Records,
    team: TeamScope,
    interview_id: str,
    change: Callable[[ScorecardSlot], ScoreCardTemplate],
    precondition: Precondition,
) -> tuple[ScoreCardTemplate, int]:
    """Read an interview's slot and save the template that `change` returns; again after a lost race.

    The persona of an AI interview follows in the same transaction. Two round trips, three with a persona
    that has to follow. Returns the template and the slot's revision. Raises NotFound, PreconditionFailed,
    Conflict after several lost races, and what `change` raises.
    """

    def change_slot(unit: UnitOfWork) -> tuple[ScoreCardTemplate, int]:
        interview, slot = get_with_slot(unit.table, team.team_id, interview_id)
        template = change(slot)
        precondition.check(slot.revision)
        save_scorecard(unit, team.team_id, template, slot)
        if _changes_persona(interview, slot, template):
            _update_persona(unit, interview, template)
        else:
            unit.require(
                INTERVIEW.key(team.team_id, interview_id),
                present() & lacks("archivedAt"),
                NotFound(INTERVIEW.resource, interview_id),
            )
        return template, slot.revision + 1

    return records.run(change_slot)


def _changes_persona(interview: Item, slot: ScorecardSlot, template: ScoreCardTemplate) -> bool:
    """Whether the template changes the topics that an AI interviewer listens for."""
    before = slot.active.topics if slot.active else ()
    after = template.topics if template.is_active else ()
    return "aiConfiguration" in interview and before != after


def _update_persona(unit: UnitOfWork, item: Item, template: ScoreCardTemplate) -> None:
    """Save the persona that follows from `template`, on condition that the interview is as it was read."""
    interview = InterviewDetail.model_validate(item)
    material = get_material(unit.table, interview)
    unit.require(
        INTERVIEW.key(interview.team_id, interview.id), equal("revision", item["revision"]), LostRace()
    )
    topics = template.topics if template.is_active else ()
    save_persona(unit, interview, material.questions, topics, template.updated_at, material.stored)
