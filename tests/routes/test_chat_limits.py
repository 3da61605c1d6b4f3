"""How much may be said to a chatbot in an hour (docs/chat.md)."""

from dataclasses import replace
from typing import Any

import pytest

from chat import limits
from gather.wiring import Adapters
from tests.builders.chat import make_chatbot
from tests.builders.service import Service
from tests.doubles.chat_candidate import Candidate
from tests.doubles.clock import HandClock
from tests.doubles.engines import ScriptedEngines


class TestLimits:
    def test_conversations_an_hour(
        self,
        service: Service,
        chatbot: dict[str, Any],
        clock: HandClock,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setattr(limits, "SESSIONS_AN_HOUR", 2)
        candidate = Candidate(service, chatbot["id"])

        replies = [candidate.begin() for _ in range(3)]

        assert [reply.status for reply in replies] == [201, 201, 429]
        assert replies[2].error["code"] == "RATE_LIMIT_EXCEEDED"
        assert replies[2].error["details"]["limit"] == 2
        assert 0 < int(replies[2].headers["retry-after"]) <= 3600
        assert Candidate(service, make_chatbot(service)["id"]).begin().status == 201
        clock.advance(seconds=int(replies[2].headers["retry-after"]))
        assert candidate.begin().status == 201

    def test_messages_an_hour(
        self, candidate: Candidate, engines: ScriptedEngines, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(limits, "MESSAGES_AN_HOUR", 1)

        assert [candidate.say("Hello").status for _ in range(2)] == [201, 429]
        assert len(engines.the_assistant.requests) == 1


class TestLimitsOfAClient:
    @pytest.fixture(autouse=True)
    def limited(self, adapters: Adapters) -> None:
        adapters.settings = replace(adapters.settings, limits_clients=True)

    def test_conversations_an_hour_with_all_chatbots(
        self, service: Service, clock: HandClock, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(limits, "SESSIONS_OF_A_CLIENT_AN_HOUR", 2)
        candidates = [Candidate(service, make_chatbot(service)["id"]) for _ in range(3)]

        replies = [candidate.begin() for candidate in candidates]

        assert [reply.status for reply in replies] == [201, 201, 429]
        assert replies[2].error["details"]["limit"] == 2
        clock.advance(seconds=int(replies[2].headers["retry-after"]))
        assert candidates[2].begin().status == 201

    def test_a_refusal_costs_one_round_trip(
        self, service: Service, chatbot: dict[str, Any], monkeypatch: pytest.MonkeyPatch, adapters: Adapters
    ) -> None:
        monkeypatch.setattr(limits, "SESSIONS_OF_A_CLIENT_AN_HOUR", 1)
        candidate = Candidate(service, chatbot["id"])
        candidate.begin()
        calls: list[str] = []
        adapters.clients.dynamodb.meta.events.register(
            "before-call.dynamodb", lambda model, **_: calls.append(model.name)
        )

        assert candidate.begin().status == 429
        assert calls == ["UpdateItem"]

    def test_who_floods_a_chatbot_leaves_its_conversations_to_others(
        self, service: Service, chatbot: dict[str, Any], monkeypatch: pytest.MonkeyPatch, adapters: Adapters
    ) -> None:
        monkeypatch.setattr(limits, "SESSIONS_OF_A_CLIENT_AN_HOUR", 1)
        monkeypatch.setattr(limits, "SESSIONS_AN_HOUR", 2)
        candidate = Candidate(service, chatbot["id"])

        assert [candidate.begin().status for _ in range(4)] == [201, 429, 429, 429]
        adapters.settings = replace(adapters.settings, limits_clients=False)
        assert candidate.begin().status == 201

    def test_messages_an_hour(
        self, candidate: Candidate, engines: ScriptedEngines, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(limits, "MESSAGES_OF_A_CLIENT_AN_HOUR", 1)

        assert [candidate.say("Hello").status for _ in range(2)] == [201, 429]
        assert len(engines.the_assistant.requests) == 1
