"""The rules of copies of interviews: which members a copy takes over, and which are its own.

Interface: Interview copies, rules 2 to 6.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import TypeGuard

from gather.content.audio_questions.models import AudioQuestionRecord
from gather.content.interviews.ai_interview import ReplicaOfInterview
from gather.content.interviews.models import InterviewDetail, InterviewStatus
from gather.content.questions.models import QuestionContent
from gather.content.replicas.models import Replica
from gather.content.scorecards.models import ScoreCardTemplate
from gather.content.survey_questions.models import SurveyQuestion
from gather.core.caller import TeamScope
from gather.core.clock import timestamp
from gather.core.formats import RecordId
from gather.core.identifiers import new_id, new_token
from gather.core.model import RequestModel
from gather.core.record import common_fields

COPY_MARKER = " (Copy)"
LONGEST_TITLE = 255


class CopyInterview(RequestModel):
    """Body of POST /interviews/{interviewId}/copy.

    `target_team_id` is the team that gets the copy, the interview's own when left out; `message_group_id`
    is a group of that team, its default for the type of the interview when left out.
    """

    copy_keywords: bool = False
    """Whether the copy gets the keywords too."""
    message_group_id: RecordId | None = None
    """The messages of the copy; the group of the original unless sent."""
    target_team_id: RecordId | None = None
    """The team that gets the copy, of the same organization; the same team unless sent."""


def new_interview_copy(
    interview: InterviewDetail,
    request: CopyInterview,
    target: TeamScope,
    now: datetime,
    message_group_id: str | None,
) -> InterviewDetail:
    """A new, active interview for the target team with the content of `interview`.

    In its own team it asks the same questions. In another one it asks nothing yet, and its replica and
    knowledge bases are not the team's: `use_duplicates` gives it those that it has there.
    """
    same_team = interview.team_id == target.team_id
    return interview.changed(
        **common_fields(target, now),
        archived_at=None,
        title=_marked(interview.title) if same_team else interview.title,
        status=InterviewStatus.ACTIVE,
        message_group_id=message_group_id,
        keywords=interview.keywords if request.copy_keywords else (),
        knowledge_base_ids=interview.knowledge_base_ids if same_team else (),
    )


def _marked(title: str) -> str:
    return title[: LONGEST_TITLE - len(COPY_MARKER)] + COPY_MARKER


def use_duplicates(
    interview: InterviewDetail, duplicates: Mapping[str, str], replica: Replica | None
) -> InterviewDetail:
    """The copy with the questions of its team instead of the original's; `duplicates` maps the ids of the one
    to those of the other. `replica` is the team's own that asks, if the interview has one."""
    copy = interview.changed(
        question_ids=tuple(duplicates[each] for each in interview.question_ids if each in duplicates),
        survey_questions=tuple(
            each.changed(id=duplicates[each.id])
            for each in interview.survey_questions
            if each.id in duplicates
        ),
        ai_text_question_ids=tuple(
            duplicates[each] for each in interview.ai_text_question_ids if each in duplicates
        ),
    )
    configuration = interview.ai_configuration
    if configuration is None or replica is None:
        return copy
    shown = ReplicaOfInterview.model_validate(replica.model_dump())
    return copy.configure(configuration.changed(replica_id=replica.id, replica=shown))


def duplicate_question(question: QuestionContent, target: TeamScope, now: datetime) -> QuestionContent:
    """A question of the target team with the content of `question`; not archived, even if that is.

    The duplicate has the audio of a script that has been spoken. A script that has not been spoken yet is
    spoken for the duplicate as well (`waits_for_speech`).
    """
    duplicate = question.changed(**common_fields(target, now), archived_at=None)
    if isinstance(duplicate, SurveyQuestion):
        return duplicate.changed(options=tuple(option.changed(id=new_id()) for option in duplicate.options))
    if waits_for_speech(duplicate):
        return duplicate.changed(speech_version_id=new_id(), speech_token=new_token())
    return duplicate


def waits_for_speech(question: QuestionContent) -> TypeGuard[AudioQuestionRecord]:
    """Whether the question has a script that has not been spoken yet."""
    return (
        isinstance(question, AudioQuestionRecord)
        and question.speech_version_id is not None
        and question.audio_url is None
    )


def copy_template(
    template: ScoreCardTemplate, template_ids: Mapping[str, str], interview_id: str, now: datetime
) -> ScoreCardTemplate:
    """A version of a scorecard template for a copy; `template_ids` maps the original's ids to its own."""
    moment = timestamp(now)
    return template.changed(
        id=template_ids[template.id], interview_id=interview_id, created_at=moment, updated_at=moment
    )
