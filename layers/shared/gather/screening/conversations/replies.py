"""The interviewer's reply to what a candidate said, before it is stored or said.

For example:

    check_active(session, conversation, request, now)
    response = phrase_response(session, conversation, material, words, engine, now)
"""

from dataclasses import dataclass
from datetime import datetime

from gather.core.clock import timestamp
from gather.core.errors import Conflict, IdempotencyKeyReused
from gather.core.identifiers import new_id
from gather.ports.interviewer import Interviewer
from gather.screening.answers.word_times import word_times
from gather.screening.conversations import interviewer
from gather.screening.conversations.models import (
    ConversationState,
    InterviewConversation,
    InterviewTurn,
    TurnRole,
)
from gather.screening.conversations.recognition import transcribe_turn
from gather.screening.conversations.requests import TakeTurn
from gather.screening.conversations.rules import End, Move, Silence
from gather.screening.conversations.storage import list_turns
from gather.screening.conversations.turn_context import Material
from gather.screening.sessions.storage import ScreeningSession
from gather.wiring import Adapters


@dataclass(frozen=True, slots=True)
class PhrasedReply:
    """What the candidate said, with the times of the words where a recording tells them, and what follows."""

    words: str
    word_times: str | None
    response: interviewer.Response
    recording_seconds: float | None = None


def check_active(
    session: ScreeningSession, conversation: InterviewConversation, request: TakeTurn, now: datetime
) -> None:
    """Raise Conflict unless the conversation waits for this turn, and IdempotencyKeyReused when its id is in
    use for another one."""
    if conversation.state is not ConversationState.ACTIVE:
        raise Conflict("The conversation has ended.")
    session.check_unfinished()
    pending = conversation.pending
    if pending is not None:
        if pending.turn_id == request.turn_id and pending.request_hash != request.content_hash:
            raise IdempotencyKeyReused("Another turn was taken with this turnId.")
        if pending.claimed_until > timestamp(now):
            raise Conflict("A turn is being responded to. Read the conversation in a moment.")
    if request.after_sequence is not None and request.after_sequence != conversation.turns:
        raise Conflict("The conversation has gone on elsewhere. Read it again.")


def hear(
    session: ScreeningSession,
    conversation: InterviewConversation,
    text: str | None,
    media_id: str | None,
    adapters: Adapters,
) -> tuple[str, str | None]:
    """The candidate's words, and the times of those of a recording. Raises as `transcribe_turn` does."""
    if text is not None or media_id is None:
        return text or "", None
    transcribed = transcribe_turn(session, media_id, conversation.configuration.language, adapters)
    return transcribed.text, word_times(transcribed.words)


def phrase_response(
    session: ScreeningSession,
    conversation: InterviewConversation,
    material: Material,
    heard: str | Silence | End,
    engine: Interviewer,
    now: datetime,
) -> interviewer.Response:
    """What the interviewer responds to `heard`, by the rules and through the guards. Words cost a round
    trip."""
    record = session.whole.record
    history = (
        list_turns(
            session.records.table,
            record.team_id,
            record.id,
            interviewer.first_turn_needed(conversation),
            conversation.turns,
        )
        if isinstance(heard, str)
        else []
    )
    return interviewer.respond(engine, conversation, material.script, history, heard, now)


def interviewer_turns(
    after: int, response: interviewer.Response, material: Material, now: datetime
) -> list[InterviewTurn]:
    """The interviewer's turns that follow the turn `after`."""
    said = zip(response.exchange.interviewer, response.texts, strict=True)
    return [
        new_turn(sequence, TurnRole.INTERVIEWER, move, text, now).changed(
            is_recorded=material.plays_recording(move, text), is_fallback=response.is_fallback
        )
        for sequence, (move, text) in enumerate(said, start=after + 1)
    ]


def new_turn(sequence: int, role: TurnRole, move: Move, text: str, now: datetime) -> InterviewTurn:
    """A turn that has just been taken."""
    moment = timestamp(now)
    return InterviewTurn(
        id=new_id(),
        sequence=sequence,
        role=role,
        kind=move.kind,
        question_id=move.question_id,
        text=text,
        created_at=moment,
        updated_at=moment,
    )
