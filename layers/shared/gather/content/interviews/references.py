"""The records that an interview names: questions, a message group, a replica, knowledge bases, users.

named = check_new(table, team, request, lambda: engines.speech())
interview = named.add_replica(new_interview(request, team, now, named.default_group_id))
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from gather.content.ai_text_questions.storage import AI_TEXT_QUESTION
from gather.content.audio_questions import service as audio_question_service
from gather.content.audio_questions.storage import AUDIO_QUESTION
from gather.content.interviews.ai_interview import ReplicaOfInterview
from gather.content.interviews.models import InterviewDetail
from gather.content.interviews.requests import CreateInterview
from gather.content.knowledge.storage import KNOWLEDGE_BASE
from gather.content.message_groups.models import MessageGroupType, group_type_of
from gather.content.message_groups.storage import DEFAULT_MESSAGE_GROUP, MESSAGE_GROUP, default_group_among
from gather.content.personas.models import spoken_questions
from gather.content.questions.models import Question
from gather.content.questions.storage import questions_among
from gather.content.replicas.storage import REPLICA
from gather.content.survey_questions.storage import SURVEY_QUESTION
from gather.core.caller import TeamScope
from gather.ports.speech import Speech
from gather.table import keys
from gather.table.conversion import Item
from gather.table.references import Reference, read_references
from gather.table.store import Table
from gather.tenancy.organizations.storage import user_key


@dataclass(frozen=True, slots=True)
class ReferencedRecords:
    """The records that the body of an interview names, as they were read together."""

    found: Mapping[keys.Key, Item]
    team: TeamScope
    group_type: MessageGroupType = MessageGroupType.STANDARD

    @property
    def default_group_id(self) -> str | None:
        """The id of the team's default message group, if it has one."""
        return default_group_among(self.found, self.team.team_id, self.group_type)

    def add_replica(self, interview: InterviewDetail) -> InterviewDetail:
        """The interview with its replica, if it is an AI interview without one."""
        configuration = interview.ai_configuration
        if configuration is None or configuration.replica is not None:
            return interview
        replica = self.found[REPLICA.key(self.team.team_id, configuration.replica_id)]
        return interview.set_replica(ReplicaOfInterview.model_validate(replica))

    def spoken_questions(self, interview: InterviewDetail) -> list[Question]:
        """The questions that the interviewer of a new AI interview asks; none for another interview."""
        asked = spoken_questions(interview) if interview.ai_configuration is not None else ()
        return questions_among(self.found, interview.team_id, asked)


def check_new(
    table: Table, team: TeamScope, request: CreateInterview, speech: Callable[[], Speech]
) -> ReferencedRecords:
    """Check the records that a new interview names.

    One round trip for each hundred records. Raises NotFound.
    """
    audio_question_service.check_narrator(request.narrator_id, speech)
    configuration = request.ai_configuration
    references = _references(request, configuration.replica_id if configuration else None, team)
    group_type = group_type_of(request.interview_type)
    also = [DEFAULT_MESSAGE_GROUP.key(team.team_id, group_type)]
    return ReferencedRecords(read_references(table, references, also=also), team, group_type=group_type)


def check_change(
    table: Table,
    team: TeamScope,
    before: InterviewDetail,
    after: InterviewDetail,
    speech: Callable[[], Speech],
    also: Sequence[keys.Key] = (),
) -> ReferencedRecords:
    """Check the records that a changed interview names and did not name before.

    One round trip for each hundred records, those of `also` included, none when nothing is to be read.
    Raises NotFound.
    """
    if after.narrator_id != before.narrator_id:
        audio_question_service.check_narrator(after.narrator_id, speech)
    known = {reference.key for reference in _references(before, before.replica_id, team)}
    new = [each for each in _references(after, after.replica_id, team) if each.key not in known]
    return ReferencedRecords(read_references(table, new, also) if new or also else {}, team)


def _references(
    interview: InterviewDetail | CreateInterview, replica_id: str | None, team: TeamScope
) -> list[Reference]:
    """Everything but the narrator that an interview names, with the members that name it."""
    references = [
        Reference.to(AUDIO_QUESTION, team.team_id, question_id, f"questionIds[{position}]")
        for position, question_id in enumerate(interview.question_ids)
    ]
    references += [
        Reference.to(SURVEY_QUESTION, team.team_id, question.id, f"surveyQuestions[{position}].id")
        for position, question in enumerate(interview.survey_questions)
    ]
    references += [
        Reference.to(AI_TEXT_QUESTION, team.team_id, question_id, f"aiTextQuestionIds[{position}]")
        for position, question_id in enumerate(interview.ai_text_question_ids)
    ]
    references += [
        Reference.to(KNOWLEDGE_BASE, team.team_id, base_id, f"knowledgeBaseIds[{position}]")
        for position, base_id in enumerate(interview.knowledge_base_ids)
    ]
    if replica_id is not None:
        references.append(Reference.to(REPLICA, team.team_id, replica_id, "aiConfiguration.replicaId"))
    references += [
        Reference(
            "user", user_id, f"notificationSubscribers[{position}]", user_key(team.organization_id, user_id)
        )
        for position, user_id in enumerate(interview.notification_subscribers)
    ]
    group_id = interview.message_group_id
    if group_id is not None:
        references.append(Reference.to(MESSAGE_GROUP, team.team_id, group_id, "messageGroupId"))
    return references
