"""The use cases of interviews.

Each operation adds to a unit of work everything that belongs together: the interview, its scorecard, what its
AI interviewer is told (gather.content.personas.models), and the event. Nothing is written before the commit.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime

from gather.content.interviews.models import InterviewDetail
from gather.content.interviews.storage import INTERVIEW
from gather.content.personas.models import behaviour
from gather.content.personas.storage import material_among, material_keys, save_persona
from gather.content.questions.models import Question
from gather.content.scorecards.models import ScoreCardTemplate
from gather.content.scorecards.storage import SCORECARD_SLOT, ScorecardSlot, save_scorecard, slot_of
from gather.core.clock import timestamp
from gather.events.catalogue import InterviewCreated, InterviewUpdated
from gather.events.publication import event_of
from gather.table import keys
from gather.table.conversion import Item
from gather.table.kind import Stored
from gather.table.unit_of_work import UnitOfWork


def create(
    unit: UnitOfWork,
    interview: InterviewDetail,
    now: datetime,
    *,
    scorecard: ScoreCardTemplate | None = None,
    questions: Sequence[Question] = (),
) -> None:
    """Store a new interview with its `scorecard`, if it has one, and tell of it.

    An AI interview gets its persona; `questions` are the `spoken_questions` that its interviewer asks.
    """
    unit.create(INTERVIEW, interview)
    if scorecard is not None:
        save_scorecard(unit, interview.team_id, scorecard, ScorecardSlot())
    if interview.ai_configuration is not None:
        topics = scorecard.topics if scorecard and scorecard.is_active else ()
        save_persona(unit, interview, questions, topics, timestamp(now))
    created = InterviewCreated(
        interview_id=interview.id, status=interview.status, created_at=interview.created_at
    )
    unit.send(event_of(created, interview.organization_id, interview.team_id, now))


def keys_of_change(
    before: InterviewDetail, after: InterviewDetail, *, has_topics: bool = False
) -> list[keys.Key]:
    """What `change` has to find: nothing, unless an AI interviewer is to behave otherwise or the scorecard is
    to get topics (`has_topics`)."""
    is_ai = after.ai_configuration is not None
    if behaviour(before) != behaviour(after) or (has_topics and is_ai):
        return material_keys(after)
    return [SCORECARD_SLOT.key(after.team_id, after.id)] if has_topics else []


def change(
    unit: UnitOfWork,
    stored: Stored[InterviewDetail],
    after: InterviewDetail,
    found: Mapping[keys.Key, Item],
    now: datetime,
    *,
    scorecard: ScoreCardTemplate | None = None,
) -> Stored[InterviewDetail]:
    """Store a changed interview, with `scorecard` in place of the one that it has, and tell of it; nothing
    when nothing is different.

    The persona of an AI interview follows. `found` holds what is there of `keys_of_change`.
    """
    before, team_id, moment = stored.record, after.team_id, timestamp(now)
    if after == before and scorecard is None:
        return stored
    after = after.changed(updated_at=moment)
    changed = unit.replace(stored, after)
    if scorecard is not None:
        slot = slot_of(found.get(SCORECARD_SLOT.key(team_id, after.id)))
        save_scorecard(unit, team_id, scorecard, slot)
    if after.ai_configuration is not None and (scorecard or behaviour(before) != behaviour(after)):
        material = material_among(found, after)
        topics = scorecard.topics if scorecard else material.topics
        save_persona(unit, after, material.questions, topics, moment, material.stored)
    updated = InterviewUpdated(interview_id=after.id, status=after.status, updated_at=after.updated_at)
    unit.send(event_of(updated, after.organization_id, team_id, now))
    return changed
