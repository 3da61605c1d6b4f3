"""The scripted candidates with the local interviewer, with a bad one, and the judge of them."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from gather.core.language import LANGUAGES
from gather.ports.failure import EngineFailed
from gather.ports.interviewer import Intent, InterviewerRequest, InterviewerResponse
from gather.screening.conversations.models import (
    ConversationState,
    InterviewTurn,
    TurnKind,
    TurnRole,
)
from local_stack.engines.rule_interviewer import RuleInterviewer
from tests.doubles.bad_interviewer import BadInterviewer
from trials.interview.candidates import CANDIDATES, ScriptedCandidate
from trials.interview.faults import find_faults
from trials.interview.report import report, turn_report
from trials.interview.transcript import Transcript, hold_interview
from trials.interview.turns import ScriptedTurn, find_turn_faults, list_turns

_NAMED = {candidate.name: candidate for candidate in CANDIDATES}


def test_there_are_at_least_twenty_candidates() -> None:
    assert len(_NAMED) == len(CANDIDATES) >= 20


@pytest.mark.parametrize("candidate", CANDIDATES, ids=lambda candidate: candidate.name)
def test_the_local_interviewer_is_fair_to(candidate: ScriptedCandidate) -> None:
    transcript = hold_interview(RuleInterviewer(), candidate)

    assert find_faults(transcript) == []
    assert transcript.fallbacks == 0


@pytest.mark.parametrize("intent", Intent)
@pytest.mark.parametrize("candidate", CANDIDATES, ids=lambda candidate: candidate.name)
def test_the_guards_hold_against_a_bad_engine(candidate: ScriptedCandidate, intent: Intent) -> None:
    assert find_faults(hold_interview(BadInterviewer(intent), candidate)) == []


def test_there_are_at_least_thirty_single_turns_in_every_language() -> None:
    turns = list_turns()

    assert len(turns) >= 30
    assert {turn.language for turn in turns} == set(LANGUAGES)
    assert any(turn.answers for turn in turns)


@pytest.mark.parametrize("turn", list_turns(), ids=lambda turn: f"{turn.language} {turn.says}")
def test_the_local_interviewer_takes_a_turn_for_what_it_is(turn: ScriptedTurn) -> None:
    assert find_turn_faults(RuleInterviewer(), turn) == []


@pytest.mark.parametrize("turn", [turn for turn in list_turns() if not turn.invited and not turn.answers])
def test_an_engine_that_is_down_or_wrong_takes_no_question_for_an_answer(turn: ScriptedTurn) -> None:
    for engine in (_Failing(), BadInterviewer(Intent.ANSWER)):
        faults = find_turn_faults(engine, replace(turn, after="", has=(), lacks=()))

        assert faults == []


def test_the_judge_of_turns_finds_what_is_wrong() -> None:
    answer = ScriptedTurn("en", "Is this being recorded?", answers=True)
    question = ScriptedTurn("en", "I listened to the guest and I made him a coffee at once, and so on.")
    other = ScriptedTurn("en", "Is this being recorded?", has=("cameras",), lacks=("voice",))

    assert len(find_turn_faults(RuleInterviewer(), answer)) == 1
    assert len(find_turn_faults(RuleInterviewer(), question)) == 3
    assert len(find_turn_faults(RuleInterviewer(), other)) == 2
    assert "1 of 2 single turns" in turn_report([(answer, ["wrong"]), (question, [])])


class _Failing:
    def respond(self, request: InterviewerRequest) -> InterviewerResponse:
        raise EngineFailed(retryable=True, reason="Down")


@pytest.mark.parametrize("candidate", CANDIDATES, ids=lambda candidate: candidate.name)
def test_an_engine_that_is_down_spoils_no_interview(candidate: ScriptedCandidate) -> None:
    transcript = hold_interview(_Failing(), candidate)

    assert find_faults(transcript) == []
    assert not any(turn.kind is TurnKind.FOLLOW_UP for turn in transcript.turns)


def _held() -> Transcript:
    return hold_interview(RuleInterviewer(), _NAMED["a good candidate"])


def _last(transcript: Transcript, kind: TurnKind) -> int:
    kinds = [(turn.role, turn.kind) for turn in transcript.turns]
    return len(kinds) - 1 - kinds[::-1].index((TurnRole.INTERVIEWER, kind))


def _say(transcript: Transcript, kind: TurnKind, say: Callable[[str], str]) -> None:
    """Let the interviewer have said something else in its last turn of a kind."""
    place = _last(transcript, kind)
    turn = transcript.turns[place]
    transcript.turns[place] = turn.changed(text=say(turn.text))


@pytest.mark.parametrize(
    ("kind", "say", "fault"),
    [
        (TurnKind.FOLLOW_UP, lambda _: "How old are you?", "forbidden topic"),
        (TurnKind.FOLLOW_UP, lambda _: "Why? How?", "asks 2 questions"),
        (TurnKind.FOLLOW_UP, lambda _: "How did you calm a guest who was angry?", "prepared question"),
        (TurnKind.QUESTION, lambda text: f"{text} And when?", "more than the question"),
        (TurnKind.QUESTION, lambda _: "Why coffee?", "wording"),
        (TurnKind.REPLY, lambda _: "You have 80 out of 100.", "tells a score"),
        (TurnKind.REPLY, lambda _: "I am a real person.", "human"),
        (TurnKind.REPLY, lambda _: "The topic is unruffled service.", "nobody is told"),
        (TurnKind.REPLY, lambda _: "", "empty"),
        (
            TurnKind.REPLY,
            lambda _: "Your task is to ask the questions below, to listen, and to let the candidate show",
            "repeats the prompt",
        ),
    ],
)
def test_the_judge_finds(kind: TurnKind, say: Callable[[str], str], fault: str) -> None:
    transcript = _held()
    assert find_faults(transcript) == []

    _say(transcript, kind, say)

    assert any(fault in found for found in find_faults(transcript))


@pytest.mark.parametrize(
    ("kind", "say", "fault"),
    [
        (TurnKind.CLOSING, lambda _: "Thank you for practising. Goodbye.", "one or two tips"),
        (TurnKind.CLOSING, lambda text: f"One. Two. Three. {text}", "one or two tips"),
        (TurnKind.CLOSING, lambda text: f"{text} One more tip.", "end with the farewell"),
        (TurnKind.GREETING, lambda _: "Hello!", "practice"),
        (TurnKind.QUESTION, lambda _: "Why would you like to work in a coffee bar?", "no tip"),
        (TurnKind.QUESTION, lambda text: f"You are too shy. {text}", "judges the person"),
    ],
)
def test_the_judge_finds_in_practice(kind: TurnKind, say: Callable[[str], str], fault: str) -> None:
    transcript = hold_interview(RuleInterviewer(), _NAMED["practises"])
    assert find_faults(transcript) == []

    _say(transcript, kind, say)

    assert any(fault in found for found in find_faults(transcript))


def test_the_judge_finds_tips_for_who_is_not_coached() -> None:
    transcript = _held()

    _say(transcript, TurnKind.CLOSING, lambda text: f"For next time: say more. {text}")

    assert any("not coached" in found for found in find_faults(transcript))


def _without(transcript: Transcript, kind: TurnKind) -> Transcript:
    return replace(transcript, turns=[turn for turn in transcript.turns if turn.kind is not kind])


def _twice(transcript: Transcript, kind: TurnKind) -> list[InterviewTurn]:
    place = _last(transcript, kind)
    return [*transcript.turns[:place], transcript.turns[place], *transcript.turns[place:]]


def test_the_judge_finds_what_is_left_out_or_done_twice() -> None:
    transcript = _held()
    unended = replace(
        transcript, conversation=transcript.conversation.changed(state=ConversationState.ACTIVE)
    )
    many = replace(transcript, turns=_twice(transcript, TurnKind.FOLLOW_UP) * 4)

    assert any("never asked" in fault for fault in find_faults(_without(transcript, TurnKind.QUESTION)))
    assert any("closing" in fault for fault in find_faults(_without(transcript, TurnKind.CLOSING)))
    assert any("did not end" in fault for fault in find_faults(unended))
    repeated = replace(transcript, turns=_twice(transcript, TurnKind.QUESTION))
    assert any("twice" in fault for fault in find_faults(repeated))
    assert any("follow-ups" in fault for fault in find_faults(many))


def test_the_report_names_what_was_found_with_its_transcript() -> None:
    good, bad = _held(), hold_interview(RuleInterviewer(), _NAMED["silent"])
    _say(bad, TurnKind.NUDGE, lambda _: "Are you pregnant?")

    told = report("a-model", [good, bad], with_all=False)

    assert "1 of 2 interviews without a fault" in told
    assert "## silent" in told
    assert "**Interviewer** (nudge): Are you pregnant?" in told
    assert "## a good candidate" not in told
