"""Retention of conversations with chatbots (interface: Data rights and audit, rules 12 and 14)."""

import json
import os
from collections.abc import Callable
from datetime import timedelta
from itertools import count
from typing import Any

import pytest

from administration.command_line import run as administer
from conversation_timeout.handler import handler as conversation_timeout
from gather.chat.files.models import upload_key
from gather.core.clock import timestamp
from gather.rights.erasure import chat_deletion
from gather.wiring import Adapters
from retention.handler import handler
from tests.builders.documents import png
from tests.builders.retention import Keep
from tests.builders.service import Service, Tenant
from tests.doubles.chat_candidate import Candidate, chatting
from tests.doubles.clock import HandClock
from tests.doubles.data_rights import items_of
from tests.doubles.engines import ScriptedEngines
from tests.doubles.schedules import run
from tests.doubles.table_faults import during, throttled
from tests.support.records import post_chatbot

NOTHING = {"done": 0, "more": False}
LEFT = "Please call me about the zirconium tower."

pytestmark = pytest.mark.in_process


@pytest.fixture
def chatbot(service: Service, engines: ScriptedEngines, clock: HandClock) -> dict[str, Any]:
    return post_chatbot(service)


def talked(service: Service, chatbot: dict[str, Any], *, leaves: int = 0) -> Candidate:
    """Chats as a visitor, who leaves this many messages for the team and goes."""
    candidate = chatting(service, chatbot)
    assert candidate.say("Is there a zirconium tower?").status == 201
    for number in range(leaves):
        assert candidate.leave(f"{LEFT} {number}").status == 201
    assert candidate.end().status == 200
    return candidate


def listed(service: Service, chatbot: dict[str, Any], what: str, name: str) -> int:
    data = service.get(f"/chatbots/{chatbot['id']}/{what}").data
    assert data["pagination"]["total"] == len(data[name])
    return len(data[name])


def chats(service: Service, chatbot: dict[str, Any]) -> tuple[int, int]:
    """Returns the numbers of listed conversations and left messages."""
    return (
        listed(service, chatbot, "conversations", "conversations"),
        listed(service, chatbot, "left-messages", "leftMessages"),
    )


def traces(adapters: Adapters) -> list[str]:
    """Returns the items with traces of the visitors, except in the outbox, whose tasks have ids only."""
    words = ("zirconium", "ada@example.com", "Lovelace")
    return [str(item) for item in items_of(adapters) if any(word in str(item) for word in words)]


def test_conversations_go_after_their_days_with_what_was_left_in_them(
    adapters: Adapters, service: Service, chatbot: dict[str, Any], clock: HandClock, keep: Keep
) -> None:
    talked(service, chatbot)
    talked(service, chatbot, leaves=2)
    end = clock.now() + timedelta(days=30)
    clock.advance(days=1)
    later = talked(service, chatbot, leaves=1)
    keep(chats=30)
    assert chats(service, chatbot) == (3, 3)

    assert run(handler, adapters, end - timedelta(seconds=1)) == NOTHING
    assert run(handler, adapters, end) == {"done": 2, "more": False}
    assert run(handler, adapters, end) == NOTHING

    assert chats(service, chatbot) == (1, 1)
    assert later.read().status == 200
    assert run(handler, adapters, end + timedelta(days=1)) == {"done": 1, "more": False}
    assert chats(service, chatbot) == (0, 0)
    assert traces(adapters) == []


def test_the_files_go_with_their_conversation_for_good(
    adapters: Adapters, service: Service, engines: ScriptedEngines, clock: HandClock, keep: Keep
) -> None:
    candidate = chatting(service, post_chatbot(service, mediaEnabled=True))
    conversation_id = candidate.read().data["conversation"]["id"]
    for name in ("sent.png", None):
        file_id = candidate.announce(png(), "image/png").data["fileId"]
        engines.media().put(upload_key(conversation_id, file_id), png(), "image/png")
        assert name is None or candidate.send_file(file_id, name).status == 200
    candidate.end()
    keep(chats=30)

    assert run(handler, adapters, clock.now() + timedelta(days=30)) == {"done": 1, "more": False}

    assert engines.media().stored == {}


def test_what_is_not_set_and_what_goes_on_stays(
    adapters: Adapters, service: Service, chatbot: dict[str, Any], clock: HandClock, keep: Keep
) -> None:
    talked(service, chatbot, leaves=1)
    long_after = clock.now() + timedelta(days=4000)
    assert run(handler, adapters, long_after) == NOTHING
    chatting(service, chatbot)
    keep(chats=1)

    assert run(handler, adapters, long_after) == {"done": 1, "more": False}

    assert chats(service, chatbot) == (1, 0)
    clock.advance(hours=1)
    run(conversation_timeout, adapters, clock.now())
    assert run(handler, adapters, long_after) == {"done": 1, "more": False}
    assert chats(service, chatbot) == (0, 0)


def test_conversations_of_an_archived_chatbot_go_too(
    adapters: Adapters, service: Service, chatbot: dict[str, Any], clock: HandClock, keep: Keep
) -> None:
    talked(service, chatbot)
    assert service.delete(f"/chatbots/{chatbot['id']}").status == 200
    keep(chats=1)

    assert run(handler, adapters, clock.now() + timedelta(days=1)) == {"done": 1, "more": False}
    assert traces(adapters) == []


def broken_after(adapters: Adapters, calls: int) -> Callable[[], None]:
    """Let this many transactions pass, and refuse all others. Returns a function that ends this."""
    passed = count(1)

    def maybe(**_: object) -> None:
        if next(passed) > calls:
            raise throttled("TransactWriteItems")

    return during(adapters, "TransactWriteItems", maybe)


@pytest.mark.parametrize("leaves", [3, 7])
def test_a_run_that_stops_in_the_middle_is_repeated(
    adapters: Adapters,
    service: Service,
    chatbot: dict[str, Any],
    clock: HandClock,
    keep: Keep,
    leaves: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(chat_deletion, "_LEFT_AT_ONCE", 3)
    talked(service, chatbot, leaves=leaves)
    end = clock.now() + timedelta(days=1)
    keep(chats=1)

    for stops in range(10):
        recover = broken_after(adapters, stops)
        outcome = run(handler, adapters, end)
        recover()
        if outcome["done"]:
            break

    assert stops >= 2
    assert traces(adapters) == []
    assert chats(service, chatbot) == (0, 0)


def test_the_report_counts_conversations(
    adapters: Adapters,
    service: Service,
    chatbot: dict[str, Any],
    tenant: Tenant,
    clock: HandClock,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(os, "environ", os.environ.copy())
    talked(service, chatbot, leaves=2)
    organization = tenant.organization_id
    assert administer(["organization", "change", organization, "--retention", "chats=30"]) == 0
    at = timestamp(clock.now() + timedelta(days=30))
    capsys.readouterr()

    assert administer(["retention", "report", "--organization", organization, "--at", at, "--json"]) == 0

    report = json.loads(capsys.readouterr().out)
    assert {"kind": "chats", "days": 30, "due": 1} in report
    assert chats(service, chatbot) == (1, 2)
