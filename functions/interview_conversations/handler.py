"""The conversation of an AI interview, under the invite's token (interface: Interview conversations)."""

from collections.abc import Callable, Sequence
from typing import Annotated, Any

from aws_lambda_powertools.event_handler import Response
from pydantic import Field

from gather.core.errors import NotFound
from gather.core.model import Model, NoBody, TeamQuery
from gather.http.call import Call
from gather.http.envelope import Result
from gather.http.routes import Api
from gather.screening.conversations import service as conversation_service
from gather.screening.conversations import voice
from gather.screening.conversations.avatar import avatar_address
from gather.screening.conversations.interviewer import disclosure
from gather.screening.conversations.models import ConversationState, InterviewConversation, InterviewTurn
from gather.screening.conversations.requests import (
    ConversationHead,
    ShownConversation,
    ShownTurn,
    TakeTurn,
    add_turns,
    head_of,
    summary_of,
)
from gather.screening.conversations.sentences import MOST_PARTS
from gather.screening.conversations.speech_input import SpeechMode, SpeechSession, may_stream, speech_session
from gather.screening.conversations.storage import list_turns
from gather.screening.conversations.turn_context import Material, get_material, spoken_questions
from gather.screening.recordings.address_storage import recording_addresses
from gather.screening.sessions.storage import ScreeningSession, open_session, open_turn
from gather.table.unit_of_work import LostRace

api = Api("interview_conversations", prefix="")
handler = api.handler

MOST_SEQUENCE_DIGITS = 6


class OneInterviewConversation(Model):
    """Data of GET and POST /screening/{inviteToken}/conversation."""

    conversation: ShownConversation


class TurnsTaken(Model):
    """Data of POST /screening/{inviteToken}/conversation/turns: what came of the candidate's turn."""

    turns: tuple[ShownTurn, ...]
    """The turns that were taken, the candidate's first."""
    conversation: ConversationHead


class OneSpeechSession(Model):
    """Data of GET /screening/{inviteToken}/conversation/speech."""

    speech: SpeechSession


class HearTurnQuery(TeamQuery):
    """Query of GET /screening/{inviteToken}/conversation/turns/{sequence}/audio: which part, else all."""

    part: Annotated[int, Field(ge=1, le=MOST_PARTS)] | None = None
    """Which part of the turn's sound is wanted, counted from 1; the whole when it is not sent."""


@api.get(
    "/screening/{inviteToken}/conversation", response=OneInterviewConversation, refusals=frozenset({409})
)
def get_interview_conversation(call: Call[NoBody, TeamQuery]) -> OneInterviewConversation:
    """Show the conversation with all of its turns; before the beginning it has none."""
    session = _open(call)
    stored = session.whole.conversation
    material = get_material(session, stored.conversation if stored else None)
    return _shown(call, session, material)


@api.post(
    "/screening/{inviteToken}/conversation",
    response=OneInterviewConversation,
    repeated_status=200,
    refusals=frozenset({403, 409}),
)
def begin_interview_conversation(call: Call[NoBody, TeamQuery]) -> Result:
    """Begin the conversation: the interviewer greets and asks the first question.

    A conversation that was begun before goes on.
    """
    session = _open(call)
    session.check_consent()
    stored = session.whole.conversation
    material = get_material(session, stored.conversation if stored else None)
    if stored is None:
        try:
            begun = conversation_service.begin(session, material, call.records, call.now)
        except LostRace:
            session = session.read_again(call.records)
            if session.whole.conversation is None:
                raise
        else:
            return Result(_with_turns(call, session, material, *begun))
    return Result(_shown(call, session, material), status=200)


@api.post(
    "/screening/{inviteToken}/conversation/turns",
    response=TurnsTaken,
    repeated_status=200,
    refusals=frozenset({403, 409, 422}),
)
def take_turn(call: Call[TakeTurn, TeamQuery]) -> Result:
    """Say something, stay silent or end the conversation; the interviewer responds.

    The same `turnId` again returns what came of it the first time, and does nothing.
    """
    session = _open(call)
    session.check_consent()
    result, material = conversation_service.take_turn(
        session, call.body, call.records, call.adapters, call.now
    )
    total = len(spoken_questions(session.asked_of(material.interview)))
    head = _head(call, session, material, result.state, result.asked, total)
    record = session.whole.record
    addresses = recording_addresses(call.records.table, call.base_url, call.now)
    # A repeated request gets the same response, and so the addresses of the first one.
    turns = _turns(
        call, material, result.turns, lambda turn: addresses.given_at(record, turn.media_id, turn.created_at)
    )
    return Result(TurnsTaken(turns=turns, conversation=head), status=200 if result.is_repeated else None)


@api.get(
    "/screening/{inviteToken}/conversation/speech",
    response=OneSpeechSession,
    refusals=frozenset({403, 409}),
)
def get_speech_session(call: Call[NoBody, TeamQuery]) -> OneSpeechSession:
    """Tell how the candidate's speech becomes text: streamed, uploaded, or not at all.

    Each address of a stream counts; who has had 40 of them uploads recordings.
    """
    session = _open(call)
    session.check_consent()
    stored = session.whole.conversation
    configuration = stored.conversation.configuration if stored else None
    if configuration is None:
        configuration = get_material(session, None).configuration
    speech = speech_session(configuration.language, call.adapters, call.now)
    if speech.mode is SpeechMode.STREAM and not may_stream(call.records, session):
        speech = SpeechSession(mode=SpeechMode.UPLOAD)
    return OneSpeechSession(speech=speech)


@api.get("/screening/{inviteToken}/conversation/turns/{sequence}/audio", response=str, status=302)
def hear_turn(call: Call[NoBody, HearTurnQuery]) -> Response[str]:
    """Play what the interviewer said, or a part of it: leads on to the sound."""
    sequence = call.path["sequence"]
    if not (sequence.isascii() and sequence.isdigit() and len(sequence) <= MOST_SEQUENCE_DIGITS):
        raise NotFound("turn", "")
    opened = open_turn(call.records, call.path["inviteToken"], int(sequence), call.now)
    location = voice.spoken_address(opened, call.query.part, call.records, call.adapters)
    return Response(status_code=302, headers={"Location": location}, body="")


def _open(call: Call[Any, Any]) -> ScreeningSession:
    return open_session(call.records, call.path["inviteToken"], call.now)


def _shown(call: Call[Any, Any], session: ScreeningSession, material: Material) -> OneInterviewConversation:
    record, stored = session.whole.record, session.whole.conversation
    conversation = stored.conversation if stored else None
    turns = list_turns(session.records.table, record.team_id, record.id) if stored else []
    return _with_turns(call, session, material, conversation, turns)


def _with_turns(
    call: Call[Any, Any],
    session: ScreeningSession,
    material: Material,
    conversation: InterviewConversation | None,
    turns: Sequence[InterviewTurn],
) -> OneInterviewConversation:
    summary = summary_of(conversation, len(spoken_questions(session.asked_of(material.interview))))
    head = _head(call, session, material, summary.state, summary.progress.asked, summary.progress.total)
    addresses = recording_addresses(call.records.table, call.base_url, call.now)
    record = session.whole.record
    shown = _turns(call, material, turns, lambda turn: addresses.of(record, turn.media_id))
    return OneInterviewConversation(conversation=add_turns(head, shown))


def _head(
    call: Call[Any, Any],
    session: ScreeningSession,
    material: Material,
    state: ConversationState,
    asked: int,
    total: int,
) -> ConversationHead:
    configuration = material.configuration
    told = disclosure(configuration, is_practice=not session.whole.record.is_judged)
    avatar_url = avatar_address(configuration, call.adapters.engines.avatar())
    return head_of(configuration, told, state, asked, total, avatar_url)


def _turns(
    call: Call[Any, Any],
    material: Material,
    turns: Sequence[InterviewTurn],
    recording_of: Callable[[InterviewTurn], str | None],
) -> tuple[ShownTurn, ...]:
    """The turns with where each can be heard: the candidate's own recording, or the interviewer's voice."""
    narrator = voice.choose_voice(call.adapters.engines.speech(), material.configuration.language)
    token = call.path["inviteToken"]

    def shown(turn: InterviewTurn) -> ShownTurn:
        heard = voice.addresses_of(turn, call.base_url, token, can_speak=narrator is not None)
        return ShownTurn(
            id=turn.id,
            sequence=turn.sequence,
            role=turn.role,
            kind=turn.kind,
            question_id=turn.question_id,
            text=turn.text,
            audio_url=heard.whole or recording_of(turn),
            audio_parts=heard.parts,
            created_at=turn.created_at,
            is_fallback=turn.is_fallback,
        )

    return tuple(shown(turn) for turn in turns)
