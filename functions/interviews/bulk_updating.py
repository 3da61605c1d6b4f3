"""Changes many interviews by one request (interface: Interviews, bulk update).

What the request names is checked once, before anything is written. Then each interview is changed by a
transaction of its own with its event, scorecard and persona, several at a time: it is updated wholly or
not at all, and the answer says which were not and why.
"""

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime, timedelta

from gather import wiring
from gather.content.ai_interview import AiConfigurationChange, ReplicaOfInterview
from gather.content.audio_question_storage import AUDIO_QUESTION
from gather.content.interview import InterviewDetail
from gather.content.interview_bulk_update import (
    BulkChange,
    BulkUpdateError,
    BulkUpdateResult,
    UpdateInterviews,
    bulk_change,
    updated_interview,
    updated_scorecard,
)
from gather.content.interview_storage import INTERVIEW
from gather.content.knowledge_base_storage import KNOWLEDGE_BASE
from gather.content.message_group_storage import MESSAGE_GROUP
from gather.content.persona_storage import material_among, material_keys, store_persona
from gather.content.replica_storage import REPLICA
from gather.content.scorecard_storage import slot_of, store_scorecard
from gather.content.survey_question_storage import SURVEY_QUESTION
from gather.core.caller import TeamScope
from gather.core.clock import timestamp
from gather.core.errors import GatherError, NotFound, ServiceUnavailable
from gather.core.identifiers import is_id
from gather.core.observability import log_failure
from gather.events.catalogue import InterviewUpdated
from gather.events.sending import event_of
from gather.table import keys
from gather.table.conversion import Item
from gather.table.due import FAULTS, WORKERS
from gather.table.records import CHANGE_ATTEMPTS, LostRace, Stored
from gather.table.references import Reference, read_references
from gather.wiring import records
from interviews import interviewer

TIME_FOR_CHANGES = timedelta(seconds=16)
"""How long after the request's arrival a change may still begin. The slowest then ends, with the table's time
limits and retries, before the function is stopped."""

NOT_ATTEMPTED = "The time of the request was over before this interview's turn. Ask for it again."
UNCERTAIN = "The service is busy, and this interview may not have been updated. Ask for it again."
ARCHIVED = "The interview is archived."


@dataclass(frozen=True, slots=True)
class _Update:
    """A request that is under way: what it asks of every interview, and until when."""

    change: BulkChange
    team: TeamScope
    now: datetime
    found: Mapping[keys.Key, Item]

    @property
    def is_over(self) -> bool:
        return wiring.clock().now() >= self.now + TIME_FOR_CHANGES


def update_interviews(request: UpdateInterviews, team: TeamScope, now: datetime) -> BulkUpdateResult:
    """Change the interviews of a request and answer which could not be.

    A round trip for each hundred records that the request names, then one or two for each interview, some
    at a time. Raises NotFound for a record that the request's settings name; an interview that is not
    there is told in the answer.
    """
    found = _read(request, team)
    update = _Update(_change(request, team, found), team, now, found)
    with ThreadPoolExecutor(WORKERS) as threads:
        messages = list(threads.map(_attempt(update), request.interview_ids))
    errors = tuple(
        BulkUpdateError(interview_id=interview_id, message=message)
        for interview_id, message in zip(request.interview_ids, messages, strict=True)
        if message is not None
    )
    return BulkUpdateResult(
        success=not errors,
        updated_count=len(messages) - len(errors),
        errors=errors,
        template_interview_id=request.template_interview_id,
    )


def _read(request: UpdateInterviews, team: TeamScope) -> Mapping[keys.Key, Item]:
    """The interviews, and what else the request names, which has to be there."""
    team_id, template_id = team.team_id, request.template_interview_id
    also = [INTERVIEW.key(team_id, each) for each in request.interview_ids if is_id(each)]
    also += [
        AUDIO_QUESTION.key(team_id, each)
        for each in request.audio_question_and_message_ids or ()
        if is_id(each)
    ]
    references = _references(request, team)
    if template_id is not None:
        references.append(Reference.to(INTERVIEW, team_id, template_id, "templateInterviewId"))
        also.append(keys.active_scorecard(team_id, template_id))
    return read_references(wiring.table(), references, also)


def _references(request: UpdateInterviews, team: TeamScope) -> list[Reference]:
    """Everything but audio questions and interviews that the request names."""
    references = [
        Reference.to(SURVEY_QUESTION, team.team_id, question.id, f"surveyQuestions[{position}].id")
        for position, question in enumerate(request.survey_questions or ())
    ]
    references += [
        Reference.to(KNOWLEDGE_BASE, team.team_id, base_id, f"knowledgeBaseIds[{position}]")
        for position, base_id in enumerate(request.knowledge_base_ids or ())
    ]
    references += [
        Reference(
            "user", user_id, f"notificationSubscribers[{position}]", keys.user(team.organization_id, user_id)
        )
        for position, user_id in enumerate(request.notification_subscribers or ())
    ]
    if request.message_group_id is not None:
        references.append(
            Reference.to(MESSAGE_GROUP, team.team_id, request.message_group_id, "messageGroupId")
        )
    if (replica_id := _replica_id(request)) is not None:
        references.append(Reference.to(REPLICA, team.team_id, replica_id, "aiConfiguration.replicaId"))
    return references


def _change(request: UpdateInterviews, team: TeamScope, found: Mapping[keys.Key, Item]) -> BulkChange:
    template = topics = None
    if (template_id := request.template_interview_id) is not None:
        template = InterviewDetail.model_validate(found[INTERVIEW.key(team.team_id, template_id)])
        scorecard = slot_of(found.get(keys.active_scorecard(team.team_id, template_id))).active
        topics = scorecard.topics if scorecard else None
    replicas = {}
    if (replica_id := _replica_id(request)) is not None:
        item = found[REPLICA.key(team.team_id, replica_id)]
        replicas[replica_id] = ReplicaOfInterview.model_validate(item)
    return bulk_change(request, _audio_questions(request, team, found), replicas, template, topics)


def _replica_id(request: UpdateInterviews) -> str | None:
    configuration: AiConfigurationChange | None = request.supplied().get("ai_configuration")
    return configuration.replica_id if configuration else None


def _audio_questions(
    request: UpdateInterviews, team: TeamScope, found: Mapping[keys.Key, Item]
) -> tuple[str, ...] | None:
    """The audio questions among `audioQuestionAndMessageIds`.

    The id of an audio message of the interviews, their template or the request stands for that message,
    which has a place of its own, before all questions. Raises NotFound for anything else.
    """
    named = request.audio_question_and_message_ids
    if named is None:
        return None
    messages = {item.get("audioMessageId") for item in found.values()} | {request.audio_message_id}
    questions = []
    for position, identifier in enumerate(named):
        field = f"audioQuestionAndMessageIds[{position}]"
        reference = Reference.to(AUDIO_QUESTION, team.team_id, identifier, field)
        if reference.is_met_by(found.get(reference.key)):
            questions.append(identifier)
        elif identifier not in messages:
            raise NotFound(reference.resource, identifier, field)
    return tuple(questions)


def _attempt(update: _Update) -> Callable[[str], str | None]:
    """What changes one interview; it answers why the interview could not be changed, or None."""

    def attempt(interview_id: str) -> str | None:
        if update.is_over:
            return NOT_ATTEMPTED
        try:
            return _change_one(update, interview_id)
        except ServiceUnavailable:
            return UNCERTAIN
        except GatherError as fault:
            return fault.message
        except FAULTS as fault:
            log_failure(fault, interview_id, "bulk update of interviews")
            return UNCERTAIN

    return attempt


def _change_one(update: _Update, interview_id: str) -> str | None:
    """Change an interview as it was read with the others; as it is now when somebody was faster.

    After a write whose outcome nobody learned the interview is read too, which tells.
    """
    key = INTERVIEW.key(update.team.team_id, interview_id)
    item = update.found.get(key)
    for attempt in range(1, CHANGE_ATTEMPTS + 1):
        if item is None:
            raise NotFound(INTERVIEW.resource, interview_id)
        stored = Stored(INTERVIEW, InterviewDetail.model_validate(item), item)
        if stored.record.archived_at is not None:
            return ARCHIVED
        try:
            _store(update, stored)
            return None
        except (LostRace, ServiceUnavailable):
            if attempt == CHANGE_ATTEMPTS or update.is_over:
                raise
        item = wiring.table().get(key)
    raise AssertionError("the last attempt returns or raises")


def _store(update: _Update, stored: Stored[InterviewDetail]) -> None:
    """Store an interview with what the change makes of it, unless that is nothing new."""
    before, moment = stored.record, timestamp(update.now)
    interview = updated_interview(before, update.change, moment)
    tells = bool(interviewer.material_keys_of_change(before, interview))
    read = _read_with(interview, update.change, tells=tells)
    slot = slot_of(read.get(keys.active_scorecard(before.team_id, before.id)))
    scorecard = updated_scorecard(before.id, slot.active, update.change, update.now)
    if interview is before and scorecard is None:
        return
    interview = interview.changed(updated_at=moment)
    transaction = records().transaction()
    transaction.replace(stored, interview)
    if scorecard is not None:
        store_scorecard(transaction, before.team_id, scorecard, slot)
    if interview.ai_configuration is not None and (tells or scorecard):
        material = material_among(read, interview)
        topics = scorecard.topics if scorecard else material.topics
        store_persona(transaction, interview, material.questions, topics, moment, material.stored)
    updated = InterviewUpdated(
        interview_id=interview.id, status=interview.status, updated_at=interview.updated_at
    )
    transaction.send(event_of(updated, interview.organization_id, interview.team_id, update.now))
    transaction.commit()


def _read_with(interview: InterviewDetail, change: BulkChange, *, tells: bool) -> Mapping[keys.Key, Item]:
    """What is changed with an interview: its scorecard, and what its persona is made of."""
    wanted = []
    if tells or (change.topics is not None and interview.ai_configuration is not None):
        wanted += material_keys(interview)
    if change.topics is not None:
        wanted.append(keys.active_scorecard(interview.team_id, interview.id))
    return wiring.table().get_many(wanted)
