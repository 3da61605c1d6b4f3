"""Changes many interviews by one request (interface: Bulk updates, rules 1 to 4).

    result = update_interviews(records, clock, team, request, now=now)
    failed = {error.interview_id: error.message for error in result.errors}

What the request names is checked once, before anything is written. Then each interview is changed by a
transaction of its own with its event, scorecard and persona, several at a time: it is updated wholly or
not at all, and the response says which were not and why.
"""

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime, timedelta

from gather.content.audio_questions.storage import AUDIO_QUESTION
from gather.content.interviews import service as interview_service
from gather.content.interviews.ai_interview import AiConfigurationChange, ReplicaOfInterview
from gather.content.interviews.bulk_update_rules import (
    BulkChange,
    BulkUpdateError,
    BulkUpdateResult,
    UpdateInterviews,
    new_bulk_change,
)
from gather.content.interviews.models import InterviewDetail
from gather.content.interviews.storage import INTERVIEW
from gather.content.knowledge.storage import KNOWLEDGE_BASE
from gather.content.message_groups.storage import MESSAGE_GROUP
from gather.content.replicas.storage import REPLICA
from gather.content.scorecards.storage import SCORECARD_SLOT, slot_of
from gather.content.survey_questions.storage import SURVEY_QUESTION
from gather.core.caller import TeamScope
from gather.core.clock import Clock, timestamp
from gather.core.errors import GatherError, NotFound, ServiceUnavailable
from gather.core.identifiers import is_id
from gather.core.observability import log_failure
from gather.table import keys
from gather.table.conversion import Item
from gather.table.due import FAULTS
from gather.table.kind import Stored
from gather.table.records import Records, was_raced
from gather.table.references import Reference, read_references
from gather.table.store import Table
from gather.table.unit_of_work import UnitOfWork
from gather.tenancy.organizations.storage import user_key

TIME_FOR_CHANGES = timedelta(seconds=16)
"""How long after the request's arrival a change may still begin. The slowest then ends, with the table's time
limits and retries, before the function is stopped."""

CHANGES_AT_ONCE = 2
"""Enough to keep the processor of the function busy while a transaction is under way. With more, the table
would have one team's transactions in a row before those of another."""

NOT_ATTEMPTED = "The time of the request was over before this interview's turn. Ask for it again."
UNCERTAIN = "The service is busy, and this interview may not have been updated. Ask for it again."
ARCHIVED = "The interview is archived."


@dataclass(frozen=True, slots=True)
class _Update:
    """A request that is under way, with the change of every interview and the time until which it goes on."""

    records: Records
    clock: Clock
    change: BulkChange
    team: TeamScope
    now: datetime
    found: Mapping[keys.Key, Item]

    @property
    def is_over(self) -> bool:
        return self.clock.now() >= self.now + TIME_FOR_CHANGES

    def may_retry(self, failure: GatherError) -> bool:
        """Whether to read and change an interview again. After a write of unknown outcome this shows
        whether it took place."""
        return not self.is_over and (was_raced(failure) or isinstance(failure, ServiceUnavailable))

    def attempt(self, interview_id: str) -> str | None:
        """Change one interview. Returns why it could not be changed, or None."""
        if self.is_over:
            return NOT_ATTEMPTED
        try:
            return self._change(interview_id)
        except ServiceUnavailable:
            return UNCERTAIN
        except GatherError as fault:
            return fault.message
        except FAULTS as fault:
            log_failure(fault, interview_id, "bulk update of interviews")
            return UNCERTAIN

    def _change(self, interview_id: str) -> str | None:
        """Change an interview as it was read with the others; as it is now when that has to begin again."""
        key = INTERVIEW.key(self.team.team_id, interview_id)

        def change(unit: UnitOfWork) -> str | None:
            item = self.found.get(key) if unit.attempt == 1 else unit.table.get(key)
            if item is None:
                raise NotFound(INTERVIEW.resource, interview_id)
            stored = Stored(INTERVIEW, InterviewDetail.model_validate(item), item)
            if stored.record.archived_at is not None:
                return ARCHIVED
            self._save(unit, stored)
            return None

        return self.records.run(change, self.may_retry)

    def _save(self, unit: UnitOfWork, stored: Stored[InterviewDetail]) -> None:
        """Save an interview after the change, as part of `unit`; nothing when nothing is different."""
        before = stored.record
        after = self.change.apply(before, timestamp(self.now))
        follows = interview_service.keys_for_change(before, after, has_topics=self.change.topics is not None)
        found = unit.table.get_many(follows)
        slot = slot_of(found.get(SCORECARD_SLOT.key(before.team_id, before.id)))
        scorecard = self.change.apply_to_scorecard(before.id, slot.active, self.now)
        interview_service.save_change(unit, stored, after, found, self.now, scorecard=scorecard)


def update_interviews(
    records: Records, clock: Clock, team: TeamScope, request: UpdateInterviews, *, now: datetime
) -> BulkUpdateResult:
    """Change the interviews of a request and return which could not be.

    A round trip for each hundred records that the request names, then one or two for each interview, some
    at a time. Raises NotFound for a record that the request's settings name; an interview that is not
    there is told in the result.
    """
    found = _read(records.table, request, team)
    update = _Update(records, clock, _change(request, team, found), team, now, found)
    with ThreadPoolExecutor(CHANGES_AT_ONCE) as threads:
        messages = list(threads.map(update.attempt, request.interview_ids))
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


def _read(table: Table, request: UpdateInterviews, team: TeamScope) -> Mapping[keys.Key, Item]:
    """The items of the interviews and of the other records that the request names.

    Raises NotFound of the others.
    """
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
        also.append(SCORECARD_SLOT.key(team_id, template_id))
    return read_references(table, references, also)


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
            "user", user_id, f"notificationSubscribers[{position}]", user_key(team.organization_id, user_id)
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
        scorecard = slot_of(found.get(SCORECARD_SLOT.key(team.team_id, template_id))).active
        topics = scorecard.topics if scorecard else None
    replicas = {}
    if (replica_id := _replica_id(request)) is not None:
        item = found[REPLICA.key(team.team_id, replica_id)]
        replicas[replica_id] = ReplicaOfInterview.model_validate(item)
    return new_bulk_change(request, _audio_questions(request, team, found), replicas, template, topics)


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
