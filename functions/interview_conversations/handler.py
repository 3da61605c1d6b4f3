"""The conversation of an AI interview, under the invite's token (interface: Interview conversations)."""

from typing import Annotated

from aws_lambda_powertools.event_handler import Response
from pydantic import Field

from gather.core.model import LeftOutWhenNull, Model, NoBody, TeamQuery
from gather.http.call import Call
from gather.http.envelope import Result
from gather.http.routes import Api
from gather.screening.conversations import preparation, service, speech_input, voice
from gather.screening.conversations.requests import (
    ConversationHead,
    FirstSound,
    ShownConversation,
    ShownTurn,
    TakeTurn,
)
from gather.screening.conversations.sentences import MOST_PARTS
from gather.screening.conversations.speech_input import SpeechSession

api = Api("interview_conversations", prefix="")
handler = api.handler


class OneInterviewConversation(Model):
    """Data of GET and POST /screening/{inviteToken}/conversation."""

    conversation: ShownConversation


class TurnsTaken(Model):
    """Data of POST /screening/{inviteToken}/conversation/turns: what came of the candidate's turn."""

    turns: tuple[ShownTurn, ...]
    """The turns that were taken, the candidate's first."""
    conversation: ConversationHead
    first_sound: Annotated[FirstSound | None, LeftOutWhenNull] = None
    """The sound of the reply's first sentence, where it was asked for and could be had in time."""


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
    conversation = service.show(
        call.records, call.adapters, call.path["inviteToken"], call.base_url, now=call.now
    )
    return OneInterviewConversation(conversation=conversation)


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
    conversation, is_new = service.begin(
        call.records, call.adapters, call.path["inviteToken"], call.base_url, now=call.now
    )
    return Result(OneInterviewConversation(conversation=conversation), status=None if is_new else 200)


@api.post(
    "/screening/{inviteToken}/conversation/turns",
    response=TurnsTaken,
    repeated_status=200,
    refusals=frozenset({403, 409, 422}),
)
def take_turn(call: Call[TakeTurn, TeamQuery]) -> Result:
    """Say something, stay silent or end the conversation; the interviewer responds.

    The same `turnId` again returns what came of it the first time, and does nothing. With `prepare` no turn
    is taken: the reply to one that may follow is prepared.
    """
    if call.body.prepare is not None:
        prepared = preparation.prepare_reply(
            call.records, call.adapters, call.path["inviteToken"], call.body, call.base_url, now=call.now
        )
        nothing = TurnsTaken(turns=(), conversation=prepared.conversation, first_sound=prepared.first_sound)
        return Result(nothing, status=200)
    result = service.take_turn(
        call.records, call.adapters, call.path["inviteToken"], call.body, call.base_url, now=call.now
    )
    shown = TurnsTaken(turns=result.turns, conversation=result.conversation, first_sound=result.first_sound)
    return Result(shown, status=200 if result.is_repeated else None)


@api.get(
    "/screening/{inviteToken}/conversation/speech",
    response=OneSpeechSession,
    refusals=frozenset({403, 409}),
)
def get_speech_session(call: Call[NoBody, TeamQuery]) -> OneSpeechSession:
    """Tell how the candidate's speech becomes text: streamed, uploaded, or not at all.

    Each address of a stream counts; who has had 40 of them uploads recordings.
    """
    speech = speech_input.get_speech_session(
        call.records, call.adapters, call.path["inviteToken"], now=call.now
    )
    return OneSpeechSession(speech=speech)


@api.get("/screening/{inviteToken}/conversation/turns/{sequence}/audio", response=str, status=302)
def hear_turn(call: Call[NoBody, HearTurnQuery]) -> Response[str]:
    """Play what the interviewer said, or a part of it: leads on to the sound."""
    location = voice.get_audio_address(
        call.records,
        call.adapters,
        call.path["inviteToken"],
        call.path["sequence"],
        call.query.part,
        now=call.now,
    )
    return Response(status_code=302, headers={"Location": location}, body="")
