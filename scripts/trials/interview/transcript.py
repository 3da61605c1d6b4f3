"""One interview from its greeting to its closing, with a clock of its own."""

import time
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Final

from gather.content.interviews.ai_interview import AiConfiguration
from gather.core.clock import timestamp
from gather.ports.interviewer import Interviewer
from gather.screening.conversations.interviewer import Response, open_conversation, respond
from gather.screening.conversations.models import (
    ConversationState,
    InterviewConversation,
    InterviewTurn,
    TurnRole,
)
from gather.screening.conversations.rules import Move
from trials.interview.candidates import ScriptedCandidate, Utterance
from trials.interview.script import configuration_of, question_ids, script_of

_BEGINNING: Final = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
_SECONDS_A_TURN: Final = 20
_MOST_EXCHANGES: Final = 200
"""Far more than the rules allow: a conversation that does not end is given up."""


@dataclass(slots=True)
class Transcript:
    """A held interview. `seconds` has how long each response took."""

    candidate: ScriptedCandidate
    configuration: AiConfiguration
    prompt: str
    conversation: InterviewConversation
    turns: list[InterviewTurn] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)

    @property
    def fallbacks(self) -> int:
        """The number of turns that were plainer because the engine failed."""
        return sum(turn.is_fallback for turn in self.turns)

    def said_by(self, role: TurnRole) -> list[InterviewTurn]:
        """The turns of one side, in order."""
        return [turn for turn in self.turns if turn.role is role]


def hold_interview(interviewer: Interviewer, candidate: ScriptedCandidate) -> Transcript:
    """Holds an interview between the candidate and the interviewer until one of them ends it."""
    configuration = configuration_of(candidate.language, **candidate.toggles)
    script = script_of(configuration)
    now = _BEGINNING
    ids = question_ids(candidate.language)
    response = open_conversation(configuration, ids, script, now, is_practice=candidate.is_practice)
    transcript = Transcript(candidate, configuration, script.prompt, response.exchange.conversation)
    _write_down(transcript, None, response, now)
    said = asked = 0
    for _ in range(_MOST_EXCHANGES):
        conversation = transcript.conversation
        if conversation.state is ConversationState.ENDED:
            break
        heard = candidate.utterance(said, asked, is_inviting=conversation.is_inviting)
        said, asked = said + (not conversation.is_inviting), asked + conversation.is_inviting
        now += timedelta(seconds=_SECONDS_A_TURN)
        began = time.perf_counter()
        response = respond(interviewer, conversation, script, tuple(transcript.turns), heard, now)
        transcript.seconds.append(time.perf_counter() - began)
        transcript.conversation = response.exchange.conversation
        _write_down(transcript, heard, response, now)
    return transcript


def _write_down(transcript: Transcript, heard: Utterance | None, response: Response, now: datetime) -> None:
    if response.exchange.candidate is not None:
        text = heard if isinstance(heard, str) else ""
        _add(transcript, response.exchange.candidate, TurnRole.CANDIDATE, text, now)
    for move, text in zip(response.exchange.interviewer, response.texts, strict=True):
        _add(transcript, move, TurnRole.INTERVIEWER, text, now, is_fallback=response.is_fallback)


def _add(
    transcript: Transcript, move: Move, role: TurnRole, text: str, now: datetime, *, is_fallback: bool = False
) -> None:
    sequence = len(transcript.turns) + 1
    transcript.turns.append(
        InterviewTurn(
            id=f"turn-{sequence}",
            created_at=timestamp(now),
            updated_at=timestamp(now),
            sequence=sequence,
            role=role,
            kind=move.kind,
            question_id=move.question_id,
            text=text,
            is_fallback=is_fallback,
        )
    )
