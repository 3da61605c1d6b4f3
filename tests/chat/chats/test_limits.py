"""The limits of messages to a chatbot in an hour (docs/chat.md)."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from gather.chat.chats import limits
from gather.table.visitor_usage import visitor_of
from gather.wiring import Adapters
from tests.builders.service import Service
from tests.doubles.chat_candidate import Candidate
from tests.doubles.clock import HandClock
from tests.doubles.engines import ScriptedEngines
from tests.doubles.gateway import InProcess
from tests.support.records import post_chatbot

pytestmark = pytest.mark.routes


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
        assert Candidate(service, post_chatbot(service)["id"]).begin().status == 201
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
        candidates = [Candidate(service, post_chatbot(service)["id"]) for _ in range(3)]

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


class TestShares:
    """A handful of addresses does not use up what a chatbot has for everybody."""

    @pytest.fixture(autouse=True)
    def limited(self, adapters: Adapters) -> None:
        adapters.settings = replace(adapters.settings, limits_clients=True)

    @pytest.fixture
    def visit(
        self, adapters: Adapters, service: Service, chatbot: dict[str, Any]
    ) -> Callable[[str], Candidate]:
        """A visitor at an address."""

        def visitor(address: str) -> Candidate:
            transport = InProcess(adapters)
            transport.address = address
            return Candidate(Service(transport, service.key), chatbot["id"])

        return visitor

    @staticmethod
    def _part(address: str, clock: HandClock) -> int:
        return visitor_of(address, clock.now()).neighbours % limits.NETWORKS

    @pytest.mark.parametrize(
        "addresses",
        [
            [f"198.51.100.{number}" for number in range(10)],
            [f"203.0.{number}.1" for number in range(10)],
            [f"2001:db8:0:{number:x}::1" for number in range(10)],
        ],
        ids=["of one network", "of ten networks", "of one IPv6 network"],
    )
    def test_ten_addresses_do_not_silence_a_chat(
        self,
        visit: Callable[[str], Candidate],
        monkeypatch: pytest.MonkeyPatch,
        clock: HandClock,
        addresses: list[str],
    ) -> None:
        monkeypatch.setattr(limits, "SESSIONS_AN_HOUR", 30)
        monkeypatch.setattr(limits, "SESSIONS_OF_A_CLIENT_AN_HOUR", 10)
        begun = 0
        for visitor in map(visit, addresses):
            begun += sum(visitor.begin().status == 201 for _ in range(12))

        taken = {self._part(address, clock) for address in addresses}
        elsewhere = [f"192.0.{number}.7" for number in range(200)]
        newcomers = [address for address in elsewhere if self._part(address, clock) not in taken]

        assert 30 <= begun < 100
        assert len(newcomers) > 150
        assert all(visit(address).begin().status == 201 for address in newcomers[:3])

    def test_each_client_has_a_part_when_nothing_is_left_in_common(
        self,
        visit: Callable[[str], Candidate],
        monkeypatch: pytest.MonkeyPatch,
        clock: HandClock,
        engines: ScriptedEngines,
    ) -> None:
        for what, most in (("SESSIONS", 5), ("MESSAGES", 3), ("FILES", 2)):
            monkeypatch.setattr(limits, f"{what}_AN_HOUR", 1)
            monkeypatch.setitem(limits.FIRST_USES, limits.Use[what], most)
        visitor, other = visit("192.0.2.1"), visit("198.51.100.1")
        assert self._part("192.0.2.1", clock) != self._part("198.51.100.1", clock)

        assert [visitor.begin().status for _ in range(7)] == [201] * 6 + [429]
        assert [visitor.say("Hello").status for _ in range(5)] == [201] * 4 + [429]
        assert other.begin().status == 201
        assert [other.leave("Hello").status for _ in range(4)] == [201] * 3 + [429]

    def test_a_network_has_no_more_than_its_part(
        self, visit: Callable[[str], Candidate], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(limits, "SESSIONS_AN_HOUR", 3)
        most = limits.FIRST_USES_OF_A_NETWORK[limits.Use.SESSIONS]

        begun = [visit(f"2001:db8:0:{number:x}::1").begin().status for number in range(most + 4)]

        assert begun == [201] * (most + 3) + [429]

    def test_a_new_client_costs_no_round_trip_more(
        self, visit: Callable[[str], Candidate], adapters: Adapters
    ) -> None:
        calls: list[str] = []
        adapters.clients.dynamodb.meta.events.register(
            "before-call.dynamodb", lambda model, **_: calls.append(model.name)
        )

        assert visit("192.0.2.1").begin().status == 201
        assert calls.count("UpdateItem") == 2

    def test_a_deployment_may_let_each_client_do_more(
        self, visit: Callable[[str], Candidate], monkeypatch: pytest.MonkeyPatch, adapters: Adapters
    ) -> None:
        monkeypatch.setattr(limits, "SESSIONS_OF_A_CLIENT_AN_HOUR", 2)
        adapters.settings = replace(adapters.settings, client_requests_an_hour=6_000)
        visitor = visit("192.0.2.1")

        assert [visitor.begin().status for _ in range(5)] == [201] * 4 + [429]
