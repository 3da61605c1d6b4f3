"""The records that a turn of the conversation rests on, read with few round trips."""

from collections.abc import Sequence
from dataclasses import dataclass

from gather.content.interviews.ai_interview import AiConfiguration
from gather.content.interviews.models import InterviewDetail
from gather.content.interviews.storage import INTERVIEW
from gather.content.knowledge.contradictions import INTERVIEW_TEXTS
from gather.content.knowledge.models import Article
from gather.content.knowledge.retrieval import passages_of
from gather.content.knowledge.storage import list_articles
from gather.content.personas.models import Persona
from gather.content.personas.storage import PERSONA
from gather.content.questions.asked_question import AskedQuestion, QuestionKind
from gather.content.questions.storage import question_key, questions_among
from gather.core.errors import Conflict
from gather.ports.assistant import Passage
from gather.screening.candidates.models import Candidate
from gather.screening.candidates.storage import CANDIDATE
from gather.screening.conversations.models import InterviewConversation, PreparedReply, TurnKind
from gather.screening.conversations.rules import Move
from gather.screening.conversations.script import Script
from gather.screening.conversations.storage import (
    INTERVIEW_TURN_REQUEST,
    PREPARED_REPLY,
    TurnResponse,
    find_prepared_reply,
    find_turn_response,
)
from gather.screening.sessions.storage import ScreeningSession
from gather.table import keys
from gather.table.conversion import Item
from gather.tenancy.organizations.storage import team_key
from gather.tenancy.teams.models import Branding, Team


def spoken_questions(asked: Sequence[AskedQuestion]) -> tuple[AskedQuestion, ...]:
    """The questions that the interviewer asks; survey questions are answered on the page."""
    return tuple(each for each in asked if each.kind is not QuestionKind.SURVEY)


@dataclass(frozen=True, slots=True)
class Material:
    """An AI interview with the script of its interviewer.

    `recorded` are the ids of the script's questions that have a recording. `response` is what came of the
    request before, where it was made, and `prepared` what was prepared for a turn.
    """

    interview: InterviewDetail
    configuration: AiConfiguration
    script: Script
    recorded: frozenset[str] = frozenset()
    response: TurnResponse | None = None
    prepared: PreparedReply | None = None

    def plays_recording(self, move: Move, text: str) -> bool:
        """Whether a turn asks a question that has a recording, word for word."""
        is_question = move.kind is TurnKind.QUESTION and move.question_id in self.recorded
        return is_question and text == self.script.wordings[move.question_id or ""]


def get_material(
    session: ScreeningSession,
    conversation: InterviewConversation | None,
    turn_id: str | None = None,
) -> Material:
    """Read what the interviewer goes by: before the beginning for the first question, then for the open and
    the next one. Two round trips before the beginning, then one.

    Raises Conflict for an interview without an AI interviewer.
    """
    record, team_id = session.whole.record, session.team_id
    interview = session.interview() if record.asked is None else None
    asked = spoken_questions(
        session.asked_questions_of(interview) if interview else session.asked_questions()
    )
    near = _open_and_next(asked, conversation)
    interview_key = INTERVIEW.key(team_id, record.interview_id)
    persona_key = PERSONA.key(team_id, record.interview_id)
    branding_key = team_key(record.organization_id, team_id)
    candidate_key = CANDIDATE.key(team_id, record.candidate_id)
    request_key = INTERVIEW_TURN_REQUEST.key(team_id, record.id, turn_id or "")
    prepared_key = PREPARED_REPLY.key(team_id, record.id)
    wanted = [
        interview_key,
        persona_key,
        branding_key,
        candidate_key,
        *(question_key(team_id, each) for each in near),
    ]
    found = session.records.table.get_many(
        wanted if turn_id is None else [*wanted, request_key, prepared_key]
    )
    interview = InterviewDetail.model_validate(found[interview_key])
    if interview.ai_configuration is None:
        raise Conflict("This interview is not held as a conversation.")
    configuration = conversation.configuration if conversation else interview.ai_configuration
    questions = questions_among(found, team_id, near)
    branding = Branding.of(Team.model_validate(found[branding_key]))
    candidate = found.get(candidate_key)
    script = Script(
        display_name=interview.display_name,
        company_name=branding.display_name,
        prompt=_prompt(found, persona_key),
        greeting=configuration.greeting_message or "",
        welcome=interview.welcome_info or "",
        candidate_name=Candidate.model_validate(candidate).first_name if candidate else "",
        contact=branding.contact_email or "",
        wordings={each.id: each.wording for each in questions},
        knowledge=lambda: _knowledge(session, interview),
    )
    recorded = frozenset(each.id for each in questions if each.audio_url)
    return Material(
        interview,
        configuration,
        script,
        recorded,
        find_turn_response(found, request_key),
        find_prepared_reply(found, prepared_key),
    )


def _open_and_next(
    asked: tuple[AskedQuestion, ...], conversation: InterviewConversation | None
) -> tuple[AskedQuestion, ...]:
    """The open question and the next one."""
    if conversation is None:
        return asked[:1]
    near = {conversation.open_question_id, conversation.next_question_id}
    return tuple(each for each in asked if each.id in near)


def _prompt(found: dict[keys.Key, Item], persona_key: keys.Key) -> str:
    item = found.get(persona_key)
    return Persona.model_validate(item).prompt if item else ""


def _knowledge(session: ScreeningSession, interview: InterviewDetail) -> list[Passage]:
    """The texts that a candidate may hear of the job: its description, the welcome, the knowledge bases."""
    texts = zip(INTERVIEW_TEXTS, (interview.job_description_text, interview.welcome_info), strict=True)
    told = [Article(id=name, title=interview.display_name, text=text) for name, text in texts if text]
    articles = list_articles(session.records.table, session.team_id, interview.knowledge_base_ids)
    return passages_of([*told, *articles])
