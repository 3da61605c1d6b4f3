"""The choice of the interviewer's next turns, and of the end of the conversation.

Interface: Interview conversations, rules 1 to 16. The rules are here and an engine only phrases: it judges
what a text means (`Intent`) and may choose one of the follow-ups that `offered_follow_ups` allows.
"""

from collections import Counter
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from gather.content.interviews.ai_interview import AiConfiguration
from gather.core.clock import from_timestamp, timestamp
from gather.ports.interviewer import FollowUp, Intent
from gather.screening.conversations.models import ConversationState, InterviewConversation, Strength, TurnKind

MOST_CANDIDATE_TURNS = 80


LONGEST_CONVERSATION = timedelta(minutes=60)


MOST_REPLIES = 5
"""How many questions of the candidate the interviewer replies to after the invitation to ask."""


MOST_FOLLOW_UPS = 3
"""How often the interviewer asks on after one question, whatever the configuration allows."""


SHORT_ANSWER_WORDS = 12
"""A first answer with fewer words is short."""


MOST_OF_A_FOLLOW_UP: Mapping[FollowUp, int] = {
    FollowUp.ELABORATE: 1,
    FollowUp.CLARIFY: 2,
    FollowUp.DIG_DEEPER: 1,
}
"""How often each may be asked after one question."""


_ASKING = (TurnKind.QUESTION, TurnKind.FOLLOW_UP)
"""The turns of the interviewer that wait for an answer."""


@dataclass(frozen=True, slots=True)
class Words:
    """A candidate's words, their intent, and the follow-ups that the engine would ask."""

    text: str
    intent: Intent
    follow_up: FollowUp | None = None


@dataclass(frozen=True, slots=True)
class Silence:
    """The candidate said nothing for as long as the configuration allows."""


@dataclass(frozen=True, slots=True)
class End:
    """The candidate ended the conversation."""


Heard = Words | Silence | End


@dataclass(frozen=True, slots=True)
class Move:
    """A turn that is to be said; its text comes from who says it."""

    kind: TurnKind
    question_id: str | None = None


@dataclass(frozen=True, slots=True)
class Exchange:
    """The conversation after a candidate's turn, that turn (None for an end), and the interviewer's turns."""

    conversation: InterviewConversation
    candidate: Move | None
    interviewer: tuple[Move, ...]


def begin_conversation(
    configuration: AiConfiguration,
    question_ids: Sequence[str],
    greetings: int,
    now: datetime,
    *,
    is_practice: bool = False,
) -> Exchange:
    """The conversation with its first turns: `greetings` greetings, then the first question."""
    conversation = InterviewConversation(
        configuration=configuration,
        question_ids=tuple(question_ids),
        is_practice=is_practice,
        started_at=timestamp(now),
    )
    conversation, moves = _go_on(conversation, now)
    greeting = (Move(TurnKind.GREETING),) * greetings
    return _exchange(conversation, None, (*greeting, *moves))


def offered_follow_ups(conversation: InterviewConversation, text: str) -> tuple[FollowUp, ...]:
    """The follow-ups that may be asked after the answer `text` to the open question; one of them at most.

    An answer can only be short when it is the first one to its question.
    """
    if conversation.open_question_id is None or len(conversation.follow_ups) >= MOST_FOLLOW_UPS:
        return ()
    asked = Counter(conversation.follow_ups)
    return tuple(
        follow_up
        for follow_up, is_on in _allowed_follow_ups(conversation, text).items()
        if is_on and asked[follow_up] < MOST_OF_A_FOLLOW_UP[follow_up]
    )


def _allowed_follow_ups(conversation: InterviewConversation, text: str) -> Mapping[FollowUp, bool]:
    configuration = conversation.configuration
    return {
        FollowUp.ELABORATE: configuration.ask_to_elaborate and is_short(conversation, text),
        FollowUp.CLARIFY: configuration.ask_follow_up_questions,
        FollowUp.DIG_DEEPER: configuration.dig_deeper,
    }


def is_short(conversation: InterviewConversation, text: str) -> bool:
    """Whether `text` is a short first answer to the open question."""
    return conversation.answers == 0 and len(text.split()) < SHORT_ANSWER_WORDS


def add_strengths(conversation: InterviewConversation, shown: Container[Strength]) -> InterviewConversation:
    """The conversation with what an answer to the open question shows, beside what earlier ones to it did."""
    question_id = conversation.open_question_id or ""
    before = conversation.strengths.get(question_id, ())
    both = tuple(each for each in Strength if each in before or each in shown)
    return conversation.changed(strengths={**conversation.strengths, question_id: both})


def next_exchange(conversation: InterviewConversation, heard: Heard, now: datetime) -> Exchange:
    """Take a turn of the candidate of an active conversation: words, silence, or the end."""
    match heard:
        case End():
            return _exchange(*_close_after(conversation, None, now))
        case Silence():
            candidate = Move(TurnKind.SILENCE, conversation.open_question_id)
            counted = _count_turn(conversation)
            return _last_exchange(counted, candidate, now) or _after_silence(counted, candidate, now)
        case Words():
            candidate = _candidate_move(conversation, heard.intent)
            counted = _count_turn(conversation).changed(silences=0)
            return _last_exchange(counted, candidate, now) or _after_words(counted, candidate, heard, now)


def _candidate_move(conversation: InterviewConversation, intent: Intent) -> Move:
    """Tell the kind of a turn: before the invitation an answer unless it asks about the question or the
    interview itself."""
    asks = {Intent.UNCLEAR, Intent.ABOUT_INTERVIEW}
    if conversation.is_inviting:
        asks.add(Intent.QUESTION)
    if intent in asks:
        return Move(TurnKind.QUESTION)
    return Move(TurnKind.ANSWER, conversation.open_question_id)


def is_last_turn(conversation: InterviewConversation, now: datetime) -> bool:
    """Whether the candidate's next turn is the last that a conversation has, or its time is over."""
    return _is_over(_count_turn(conversation), now)


def _is_over(conversation: InterviewConversation, now: datetime) -> bool:
    is_late = now - from_timestamp(conversation.started_at) >= LONGEST_CONVERSATION
    return conversation.candidate_turns >= MOST_CANDIDATE_TURNS or is_late


def _last_exchange(conversation: InterviewConversation, candidate: Move, now: datetime) -> Exchange | None:
    """The closing, when this was the last turn that a conversation has or its time is over."""
    if not _is_over(conversation, now):
        return None
    return _exchange(*_close_after(conversation, candidate, now))


def _after_silence(conversation: InterviewConversation, candidate: Move, now: datetime) -> Exchange:
    """The first silence in a row gets a nudge. The second passes the open question over."""
    if conversation.silences == 0:
        nudge = Move(TurnKind.NUDGE, conversation.open_question_id)
        return _exchange(conversation.changed(silences=1), candidate, (nudge,))
    conversation, moves = _go_on(conversation, now)
    return _exchange(conversation, candidate, moves)


def _after_words(
    conversation: InterviewConversation, candidate: Move, words: Words, now: datetime
) -> Exchange:
    if candidate.kind is TurnKind.QUESTION:
        return _after_question(conversation, candidate, now)
    offered = offered_follow_ups(conversation, words.text)
    conversation = conversation.changed(answers=conversation.answers + 1)
    if words.follow_up in offered:
        asked_on = conversation.changed(follow_ups=(*conversation.follow_ups, words.follow_up))
        return _exchange(asked_on, candidate, (Move(TurnKind.FOLLOW_UP, candidate.question_id),))
    conversation, moves = _go_on(conversation, now)
    return _exchange(conversation, candidate, moves)


def _after_question(conversation: InterviewConversation, candidate: Move, now: datetime) -> Exchange:
    reply = Move(TurnKind.REPLY)
    if not conversation.is_inviting:
        return _exchange(conversation, candidate, (reply,))
    conversation = conversation.changed(replies=conversation.replies + 1)
    if conversation.replies < MOST_REPLIES:
        return _exchange(conversation, candidate, (reply,))
    conversation, moves = _close(conversation, now)
    return _exchange(conversation, candidate, (reply, *moves))


def _go_on(
    conversation: InterviewConversation, now: datetime
) -> tuple[InterviewConversation, tuple[Move, ...]]:
    """The next question, then the invitation to ask where there is one, then the closing."""
    question_id = conversation.next_question_id
    if question_id is not None:
        following = conversation.changed(asked=conversation.asked + 1, answers=0, follow_ups=(), silences=0)
        return following, (Move(TurnKind.QUESTION, question_id),)
    if conversation.configuration.ask_candidate_questions and not conversation.is_inviting:
        return conversation.changed(is_inviting=True, silences=0), (Move(TurnKind.INVITE_QUESTIONS),)
    return _close(conversation, now)


def _close(
    conversation: InterviewConversation, now: datetime
) -> tuple[InterviewConversation, tuple[Move, ...]]:
    ended = conversation.changed(state=ConversationState.ENDED, ended_at=timestamp(now))
    return ended, (Move(TurnKind.CLOSING),)


def _close_after(
    conversation: InterviewConversation, candidate: Move | None, now: datetime
) -> tuple[InterviewConversation, Move | None, tuple[Move, ...]]:
    ended, moves = _close(conversation, now)
    return ended, candidate, moves


def _count_turn(conversation: InterviewConversation) -> InterviewConversation:
    return conversation.changed(candidate_turns=conversation.candidate_turns + 1)


def _exchange(
    conversation: InterviewConversation, candidate: Move | None, interviewer: tuple[Move, ...]
) -> Exchange:
    """The exchange, with its turns counted."""
    before = conversation.turns + (candidate is not None)
    asking = [place for place, move in enumerate(interviewer, start=1) if move.kind in _ASKING]
    counted = conversation.changed(
        turns=before + len(interviewer),
        open_turn=before + asking[-1] if asking else conversation.open_turn,
    )
    return Exchange(counted, candidate, interviewer)
