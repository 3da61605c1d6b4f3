"""The conversations schedule: who says nothing for half an hour, or has left, has ended the conversation."""

from datetime import timedelta
from typing import Any

import pytest

from gather.chat.conversation import RETURN, SILENCE
from silence.handler import handler
from tests.builders.chat import Candidate, chatting, make_chatbot
from tests.builders.clock import HandClock
from tests.builders.schedules import run
from tests.builders.service import Service
from tests.builders.table_faults import once_before
from tests.doubles.engines import ScriptedEngines

A_MOMENT = timedelta(milliseconds=1)


@pytest.fixture
def candidate(service: Service, engines: ScriptedEngines, clock: HandClock) -> Candidate:
    return chatting(service, make_chatbot(service))


def _conversation(candidate: Candidate) -> dict[str, Any]:
    read = candidate.service.get(f"/chatbots/{candidate.chatbot_id}/conversations").data["conversations"]
    conversation: dict[str, Any] = read[0]
    return conversation


def test_half_an_hour_after_the_last_message_it_ends(candidate: Candidate, clock: HandClock) -> None:
    clock.advance(minutes=20)
    candidate.say("Hello")
    silent = clock.now() + SILENCE

    assert run(handler, silent - A_MOMENT) == {"done": 0, "more": False}
    clock.advance(minutes=31)
    assert run(handler, silent) == {"done": 1, "more": False}

    ended = _conversation(candidate)
    assert ended["status"] == "ENDED"
    assert ended["endedAt"] == ended["updatedAt"] == "2026-03-02T10:21:00.000Z"
    assert candidate.say("Are you there?").status == 410


def test_a_second_run_does_nothing(candidate: Candidate, clock: HandClock) -> None:
    later = clock.now() + SILENCE
    run(handler, later)
    ended = _conversation(candidate)
    clock.advance(hours=1)

    assert run(handler, later + SILENCE) == {"done": 0, "more": False}
    assert _conversation(candidate) == ended


def test_who_writes_while_it_is_being_ended_goes_on(candidate: Candidate, clock: HandClock) -> None:
    silent = clock.now() + SILENCE
    clock.advance(minutes=30)
    once_before("PutItem", lambda: candidate.say("Wait, one more question"))

    assert run(handler, silent) == {"done": 0, "more": False}

    assert _conversation(candidate)["status"] == "ACTIVE"
    assert len(candidate.read().data["messages"]) == 2


def test_who_was_ended_by_another_run_meanwhile_is_ended_once(candidate: Candidate, clock: HandClock) -> None:
    silent = clock.now() + SILENCE
    once_before("PutItem", lambda: run(handler, silent))

    assert run(handler, silent) == {"done": 0, "more": False}
    assert _conversation(candidate)["status"] == "ENDED"


def test_who_left_has_a_minute_to_come_back(candidate: Candidate, clock: HandClock) -> None:
    candidate.end(may_return=True)
    left = clock.now() + RETURN

    assert run(handler, left - A_MOMENT) == {"done": 0, "more": False}
    assert run(handler, left) == {"done": 1, "more": False}


@pytest.mark.parametrize("back", ["read", "say"])
def test_who_came_back_stays(candidate: Candidate, clock: HandClock, back: str) -> None:
    candidate.end(may_return=True)
    candidate.read() if back == "read" else candidate.say("I am back")

    assert run(handler, clock.now() + RETURN) == {"done": 0, "more": False}
    assert run(handler, clock.now() + SILENCE) == {"done": 1, "more": False}


def test_leaving_late_ends_it_no_later(candidate: Candidate, clock: HandClock) -> None:
    silent = clock.now() + SILENCE
    clock.advance(minutes=29, seconds=50)
    candidate.end(may_return=True)

    assert run(handler, silent) == {"done": 1, "more": False}
