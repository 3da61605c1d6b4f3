"""Single turns: questions about the interview, answers that look like them, and questions about the job."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from gather.core.clock import timestamp
from gather.ports.interviewer import Interviewer
from gather.screening.conversations.interviewer import Response, open_conversation, respond
from gather.screening.conversations.models import InterviewConversation, InterviewTurn, TurnKind, TurnRole
from trials.interview.script import configuration_of, question_ids, script_of

_FILE: Final = Path(__file__).with_suffix(".toml")
_NOW: Final = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class ScriptedTurn:
    """What a candidate says, and what has to come of it.

    `answers` says that it is an answer; otherwise it gets a reply that has each of `has` and none of
    `lacks`. `after` is an answer that was given before, whose follow-up the reply repeats. `invited` says
    that the candidate was invited to ask, `records` that the interview keeps recordings.
    """

    language: str
    says: str
    answers: bool = False
    after: str = ""
    invited: bool = False
    records: bool = False
    has: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()


def list_turns() -> list[ScriptedTurn]:
    """Every scripted turn."""
    read = tomllib.loads(_FILE.read_text(encoding="utf-8"))["turns"]
    return [_turn(each) for each in read]


def _turn(read: Mapping[str, Any]) -> ScriptedTurn:
    members: dict[str, Any] = {
        name: tuple(each) if isinstance(each, list) else each for name, each in read.items()
    }
    return ScriptedTurn(**members)


def find_turn_faults(interviewer: Interviewer, turn: ScriptedTurn) -> list[str]:
    """Hold an interview up to the turn, and tell what is wrong with what comes of it."""
    configuration = configuration_of(turn.language, call_recording=turn.records)
    script = script_of(configuration)
    begun = open_conversation(configuration, question_ids(turn.language), script, _NOW)
    conversation, history = begun.exchange.conversation, _written_down((), begun, "")
    if turn.after:
        before = respond(interviewer, conversation, script, history, turn.after, _NOW)
        conversation, history = before.exchange.conversation, _written_down(history, before, turn.after)
    if turn.invited:
        conversation = conversation.changed(is_inviting=True, asked=len(conversation.question_ids))
    response = respond(interviewer, conversation, script, history, turn.says, _NOW)
    faults = [*_kind_faults(turn, conversation, response), *_text_faults(turn, response)]
    if turn.after and history[-1].text not in " ".join(response.texts):
        faults.append("the open follow-up is not repeated")
    return faults


def _kind_faults(turn: ScriptedTurn, before: InterviewConversation, response: Response) -> list[str]:
    candidate, after = response.exchange.candidate, response.exchange.conversation
    kind = candidate.kind if candidate else None
    if turn.answers:
        return [] if kind is TurnKind.ANSWER else ["an answer was taken for a question"]
    faults = [] if kind is TurnKind.QUESTION else ["a question was taken for an answer"]
    if [move.kind for move in response.exchange.interviewer] != [TurnKind.REPLY]:
        faults.append("there is no reply alone")
    counted = (before.answers, before.follow_ups, before.open_question_id)
    if (after.answers, after.follow_ups, after.open_question_id) != counted:
        faults.append("the question counts as answered")
    return faults


def _text_faults(turn: ScriptedTurn, response: Response) -> list[str]:
    said = " ".join(response.texts)
    return [
        *(f"the reply lacks “{part}”: {said}" for part in turn.has if part not in said),
        *(f"the reply has “{part}”: {said}" for part in turn.lacks if part in said),
    ]


def _written_down(
    history: tuple[InterviewTurn, ...], response: Response, heard: str
) -> tuple[InterviewTurn, ...]:
    moves = [(TurnRole.INTERVIEWER, move) for move in response.exchange.interviewer]
    texts = [*response.texts]
    if response.exchange.candidate is not None:
        moves.insert(0, (TurnRole.CANDIDATE, response.exchange.candidate))
        texts.insert(0, heard)
    said = zip(moves, texts, strict=True)
    return history + tuple(
        InterviewTurn(
            id=f"turn-{sequence}",
            created_at=timestamp(_NOW),
            updated_at=timestamp(_NOW),
            sequence=sequence,
            role=role,
            kind=move.kind,
            question_id=move.question_id,
            text=text,
        )
        for sequence, ((role, move), text) in enumerate(said, start=len(history) + 1)
    )
