"""The conversation of an AI interview: its state and its turns. `rules` chooses the turns.

Interface: Interview conversations, rules 1 to 16.

    NOT_STARTED ──▶ ACTIVE ──▶ ENDED
"""

from collections.abc import Container, Iterable, Mapping
from enum import StrEnum

from gather.content.interviews.ai_interview import AiConfiguration
from gather.content.questions.asked_question import AskedQuestion, QuestionKind
from gather.core.model import Model
from gather.core.record import Identified
from gather.ports.interviewer import FollowUp, InterviewerResponse

MOST_TOKENS = 400_000
"""How many tokens an engine may use for one conversation. After that it goes on with plain questions."""


class ConversationState(StrEnum):
    """How far the conversation is."""

    NOT_STARTED = "not_started"
    ACTIVE = "active"
    ENDED = "ended"


class TurnRole(StrEnum):
    """Who speaks."""

    INTERVIEWER = "interviewer"
    CANDIDATE = "candidate"


class TurnKind(StrEnum):
    """The kinds of turn. `question` is of either side; the candidate also has `answer` and `silence`."""

    GREETING = "greeting"
    QUESTION = "question"
    FOLLOW_UP = "follow_up"
    NUDGE = "nudge"
    INVITE_QUESTIONS = "invite_questions"
    REPLY = "reply"
    CLOSING = "closing"
    ANSWER = "answer"
    SILENCE = "silence"


class Strength(StrEnum):
    """The strengths of how an answer is told. A coached candidate hears which are missing, in this order."""

    DETAIL = "detail"
    OWN_PART = "own_part"
    OUTCOME = "outcome"


class InterviewTurn(Identified):
    """A turn of the conversation. `sequence` counts from 1 without gaps.

    `question_id` is the interview's question that the turn is about. `media_id` is the recording of what a
    candidate said, `word_times` the times of its words (gather.screening.answers.word_times) and
    `recording_seconds` how long it lasts, where its container tells. `is_transcribed` says that an engine
    wrote the candidate's words down, whether or not the recording was kept. `is_recorded` says that the turn
    is the question alone and that the question had a recording then. `is_fallback` says that the engine
    failed, so that the turn is plainer than usual.
    """

    sequence: int
    role: TurnRole
    kind: TurnKind
    question_id: str | None = None
    text: str
    media_id: str | None = None
    word_times: str | None = None
    recording_seconds: float | None = None
    is_transcribed: bool = False
    is_recorded: bool = False
    is_fallback: bool = False

    @property
    def is_of_machine(self) -> bool:
        """Whether an engine wrote the text down. Turns of earlier releases tell by their recording."""
        return bool(self.text) and (self.is_transcribed or self.media_id is not None)


class PendingTurn(Model):
    """A turn of the candidate that the interviewer has not responded to.

    `request_hash` tells another body under the same `turn_id`. Only one request at a time works on the
    response, until `claimed_until`.
    """

    turn_id: str
    request_hash: str
    said_at: str
    claimed_until: str


class PreparedReply(Model):
    """What the engine said about words that the candidate may still add to.

    It is used for a turn that follows the turn `after_sequence` and has the words of `words_hash`, as
    `gather.screening.conversations.preparation` makes it. Nothing of it counts or is said before.
    """

    after_sequence: int
    words_hash: str
    response: InterviewerResponse


class InterviewConversation(Model):
    """The state of a conversation, which was begun.

    `configuration` is the interview's at the beginning, so that later changes do not reach this candidate.
    `asked` counts the questions of `question_ids` that were asked; the last of them is open until
    `is_inviting`, when the candidate may ask. `answers`, `follow_ups` and `silences` belong to the open
    question: how many answers it has, what was asked on, how many silences came in a row. `open_turn` is
    the sequence of the turn that asked it, or asked on, last; 0 in conversations of earlier releases.
    `replies` counts after the invitation to ask. `turns` counts all turns, `candidate_turns` those of the
    candidate, and `tokens` what the engine used. `narrator_id` is the voice that the interview names.
    `is_practice` says that nobody is judged by the conversation. `strengths` are what the answers to each
    question have shown, noted where the conversation coaches; they decide no turn.
    """

    state: ConversationState = ConversationState.ACTIVE
    configuration: AiConfiguration
    question_ids: tuple[str, ...]
    asked: int = 0
    answers: int = 0
    follow_ups: tuple[FollowUp, ...] = ()
    silences: int = 0
    open_turn: int = 0
    is_inviting: bool = False
    replies: int = 0
    turns: int = 0
    candidate_turns: int = 0
    tokens: int = 0
    narrator_id: str | None = None
    is_practice: bool = False
    strengths: Mapping[str, tuple[Strength, ...]] = {}
    started_at: str
    ended_at: str | None = None
    pending: PendingTurn | None = None

    @property
    def coaches(self) -> bool:
        """Whether the interviewer gives tips: in practice, and where the interview names a coaching type."""
        return self.is_practice or bool((self.configuration.coaching_type or "").strip())

    @property
    def open_question_id(self) -> str | None:
        """The question that waits for an answer, if there is one."""
        is_open = self.asked > 0 and not self.is_inviting and self.state is ConversationState.ACTIVE
        return self.question_ids[self.asked - 1] if is_open else None

    @property
    def next_question_id(self) -> str | None:
        """The question that comes after the open one, if there is one."""
        return self.question_ids[self.asked] if self.asked < len(self.question_ids) else None

    def captured_turns(self, turns: Iterable[InterviewTurn]) -> list[InterviewTurn]:
        """The turns as results show them: without the candidate's words where responses are not captured."""
        if self.configuration.capture_responses:
            return list(turns)
        return [turn.changed(text="") if turn.role is TurnRole.CANDIDATE else turn for turn in turns]


def missing_questions(
    asked: Iterable[AskedQuestion], answered: Container[str], conversation: InterviewConversation | None
) -> list[str]:
    """The questions that still need an answer, by id.

    Once a conversation was begun, the spoken ones are its own: they need no answer.
    """
    return [
        each.id
        for each in asked
        if each.id not in answered and (conversation is None or each.kind is QuestionKind.SURVEY)
    ]
