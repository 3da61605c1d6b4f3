"""The use cases of interviews.

    interview = service.create(records, team, request, lambda: engines.speech(), now=now)
    stored = service.archive(records, team, interview.id, now=now, precondition=Precondition())

An interview is saved by one transaction with everything that belongs to it: its scorecard, the persona of its
AI interviewer (gather.content.personas.models), and the event.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime

from gather.content.interviews import references
from gather.content.interviews.models import InterviewDetail
from gather.content.interviews.requests import (
    ChangeInterview,
    CreateInterview,
    new_interview,
)
from gather.content.interviews.storage import INTERVIEW
from gather.content.personas.models import shaping_members
from gather.content.personas.storage import material_among, material_keys, save_persona
from gather.content.questions.models import Question
from gather.content.scorecards.models import ScoreCardTemplate, new_template
from gather.content.scorecards.storage import SCORECARD_SLOT, ScorecardSlot, save_scorecard, slot_of
from gather.core.caller import TeamScope
from gather.core.clock import timestamp
from gather.core.precondition import Precondition
from gather.events.catalogue import InterviewCreated, InterviewUpdated
from gather.events.publication import event_of
from gather.ports.speech import Speech
from gather.table import keys
from gather.table.conversion import Item
from gather.table.kind import Stored
from gather.table.records import Records
from gather.table.unit_of_work import UnitOfWork


def create(
    records: Records,
    team: TeamScope,
    request: CreateInterview,
    speech: Callable[[], Speech],
    *,
    now: datetime,
) -> InterviewDetail:
    """Create the interview that the request asks for, with its scorecard and the persona of its interviewer.

    Asks `speech` for a narrator only. Two round trips, one more for each further hundred records that the
    request names. Raises NotFound of one that is not there, and ValidationFailed for a questionnaire without
    survey questions or with others.
    """
    request.check_questionnaire()
    named = references.check_new(records.table, team, request, speech)
    interview = named.add_replica(new_interview(request, team, now, named.default_group_id))
    topics = request.score_card_topics
    scorecard = new_template(interview.id, topics, now) if topics else None
    questions = named.spoken_questions(interview)
    records.run(lambda unit: save_new(unit, interview, now, scorecard=scorecard, questions=questions))
    return interview


def update(
    records: Records,
    team: TeamScope,
    request: ChangeInterview,
    interview_id: str,
    speech: Callable[[], Speech],
    *,
    now: datetime,
    precondition: Precondition,
) -> Stored[InterviewDetail]:
    """Change an interview; the persona of its interviewer follows. Asks `speech` for a new narrator only.

    Raises NotFound, also of records that the request names, ValidationFailed, PreconditionFailed, Conflict.
    """

    def change(unit: UnitOfWork) -> Stored[InterviewDetail]:
        stored = unit.get(INTERVIEW, team.team_id, interview_id)
        precondition.check(stored.version)
        after = request.apply(stored.record, timestamp(now))
        follows = keys_for_change(stored.record, after)
        named = references.check_change(records.table, team, stored.record, after, speech, follows)
        return save_change(unit, stored, named.add_replica(after), named.found, now)

    return records.run(change)


def archive(
    records: Records, team: TeamScope, interview_id: str, *, now: datetime, precondition: Precondition
) -> Stored[InterviewDetail]:
    """Archive an interview; it stays readable. Raises NotFound, PreconditionFailed, Conflict."""

    def change(stored: Stored[InterviewDetail], _unit: UnitOfWork) -> InterviewDetail:
        precondition.check(stored.version)
        return stored.record.archive(timestamp(now))

    return records.change(INTERVIEW, team.team_id, interview_id, change)


def save_new(
    unit: UnitOfWork,
    interview: InterviewDetail,
    now: datetime,
    *,
    scorecard: ScoreCardTemplate | None = None,
    questions: Sequence[Question] = (),
) -> None:
    """Save a new interview with its `scorecard`, if it has one, and send the event, as part of `unit`.

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


def keys_for_change(
    before: InterviewDetail, after: InterviewDetail, *, has_topics: bool = False
) -> list[keys.Key]:
    """The keys whose items `save_change` needs: none, unless an AI interviewer is to behave otherwise or the
    scorecard is to get topics (`has_topics`)."""
    is_ai = after.ai_configuration is not None
    if shaping_members(before) != shaping_members(after) or (has_topics and is_ai):
        return material_keys(after)
    return [SCORECARD_SLOT.key(after.team_id, after.id)] if has_topics else []


def save_change(
    unit: UnitOfWork,
    stored: Stored[InterviewDetail],
    after: InterviewDetail,
    found: Mapping[keys.Key, Item],
    now: datetime,
    *,
    scorecard: ScoreCardTemplate | None = None,
) -> Stored[InterviewDetail]:
    """Save a changed interview, with `scorecard` in place of the one that it has, and send the event, as part
    of `unit`; nothing when nothing is different.

    The persona of an AI interview follows. `found` holds the items of `keys_for_change`.
    """
    before, team_id, moment = stored.record, after.team_id, timestamp(now)
    if after == before and scorecard is None:
        return stored
    after = after.changed(updated_at=moment)
    changed = unit.replace(stored, after)
    if scorecard is not None:
        slot = slot_of(found.get(SCORECARD_SLOT.key(team_id, after.id)))
        save_scorecard(unit, team_id, scorecard, slot)
    if after.ai_configuration is not None and (
        scorecard or shaping_members(before) != shaping_members(after)
    ):
        material = material_among(found, after)
        topics = scorecard.topics if scorecard else material.topics
        save_persona(unit, after, material.questions, topics, moment, material.stored)
    updated = InterviewUpdated(interview_id=after.id, status=after.status, updated_at=after.updated_at)
    unit.send(event_of(updated, after.organization_id, team_id, now))
    return changed
