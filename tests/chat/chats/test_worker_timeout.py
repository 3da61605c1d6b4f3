"""The conversations schedule: who says nothing for half an hour, or has left, has ended the conversation."""

from datetime import timedelta
from typing import Any

import pytest

from conversation_timeout.handler import handler
from gather.chat.chats.models import RETURN, TIMEOUT
from gather.wiring import Adapters
from tests.builders.service import Service
from tests.doubles.chat_candidate import Candidate, chatting
from tests.doubles.clock import HandClock
from tests.doubles.engines import ScriptedEngines
from tests.doubles.schedules import run
from tests.doubles.table_faults import once_before
from tests.support.records import post_chatbot

A_MOMENT = timedelta(milliseconds=1)


@pytest.fixture
def candidate(service: Service, engines: ScriptedEngines, clock: HandClock) -> Candidate:
    return chatting(service, post_chatbot(service))


def _conversation(candidate: Candidate) -> dict[str, Any]:
    read = candidate.service.get(f"/chatbots/{candidate.chatbot_id}/conversations").data["conversations"]
    conversation: dict[str, Any] = read[0]
    return conversation


def test_half_an_hour_after_the_last_message_it_ends(
    adapters: Adapters, candidate: Candidate, clock: HandClock
) -> None:
    clock.advance(minutes=20)
    candidate.say("Hello")
    timeout = clock.now() + TIMEOUT

    assert run(handler, adapters, timeout - A_MOMENT) == {"done": 0, "more": False}
    clock.advance(minutes=31)
    assert run(handler, adapters, timeout) == {"done": 1, "more": False}

    ended = _conversation(candidate)
    assert ended["status"] == "ENDED"
    assert ended["endedAt"] == ended["updatedAt"] == "2026-03-02T10:21:00.000Z"
    assert candidate.say("Are you there?").status == 410


def test_a_second_run_does_nothing(adapters: Adapters, candidate: Candidate, clock: HandClock) -> None:
    later = clock.now() + TIMEOUT
    run(handler, adapters, later)
    ended = _conversation(candidate)
    clock.advance(hours=1)

    assert run(handler, adapters, later + TIMEOUT) == {"done": 0, "more": False}
    assert _conversation(candidate) == ended


def test_a_message_during_the_timeout_continues_the_conversation(
    adapters: Adapters, candidate: Candidate, clock: HandClock
) -> None:
    timeout = clock.now() + TIMEOUT
    clock.advance(minutes=30)
    once_before(adapters, "PutItem", lambda: candidate.say("Wait, one more question"))

    assert run(handler, adapters, timeout) == {"done": 0, "more": False}

    assert _conversation(candidate)["status"] == "ACTIVE"
    assert len(candidate.read().data["messages"]) == 2


def test_an_enrollment_that_another_run_ended_meanwhile_is_ended_once(
    adapters: Adapters, candidate: Candidate, clock: HandClock
) -> None:
    timeout = clock.now() + TIMEOUT
    once_before(adapters, "PutItem", lambda: run(handler, adapters, timeout))

    assert run(handler, adapters, timeout) == {"done": 0, "more": False}
    assert _conversation(candidate)["status"] == "ENDED"


def test_a_candidate_who_left_has_a_minute_to_come_back(
    adapters: Adapters, candidate: Candidate, clock: HandClock
) -> None:
    candidate.end(may_return=True)
    left = clock.now() + RETURN

    assert run(handler, adapters, left - A_MOMENT) == {"done": 0, "more": False}
    assert run(handler, adapters, left) == {"done": 1, "more": False}


@pytest.mark.parametrize("back", ["read", "say"])
def test_a_candidate_who_came_back_stays(
    adapters: Adapters, candidate: Candidate, clock: HandClock, back: str
) -> None:
    candidate.end(may_return=True)
    candidate.read() if back == "read" else candidate.say("I am back")

    assert run(handler, adapters, clock.now() + RETURN) == {"done": 0, "more": False}
    assert run(handler, adapters, clock.now() + TIMEOUT) == {"done": 1, "more": False}


def test_leaving_late_ends_it_no_later(adapters: Adapters, candidate: Candidate, clock: HandClock) -> None:
    timeout = clock.now() + TIMEOUT
    clock.advance(minutes=29, seconds=50)
    candidate.end(may_return=True)

    assert run(handler, adapters, timeout) == {"done": 1, "more": False}
