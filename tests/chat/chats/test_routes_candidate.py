"""The candidate's side of a chatbot: its conversations (docs/chat.md)."""

import json
import logging
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

import local_stack.engines
from gather.chat.chats import limits
from gather.ports.failure import EngineFailed
from gather.table.records import Records
from gather.wiring import Adapters
from tests.builders.content import ARTICLES, make_knowledge_base
from tests.builders.service import UNKNOWN_ID, Service, Tenant
from tests.doubles.chat_candidate import Candidate, chatting
from tests.doubles.clock import HandClock
from tests.doubles.data_rights import items_of
from tests.doubles.engines import ScriptedEngines
from tests.doubles.table_faults import once_before
from tests.support.records import add_active_job, post_chatbot

pytestmark = pytest.mark.routes


@pytest.fixture
def local_assistant(adapters: Adapters) -> None:
    """Use the local stack's assistant, in process as over HTTP."""
    adapters.engines = local_stack.engines.provide(adapters.settings)


@pytest.fixture
def knowledge_base(records: Records, tenant: Tenant) -> str:
    return make_knowledge_base(records, tenant, ARTICLES).id


def _said(service: Service, conversation_id: str) -> list[tuple[int, str, str]]:
    """Returns the messages of a conversation as the integrator reads them."""
    items = service.get(f"/conversations/{conversation_id}/messages").data["items"]
    return [(each["sequenceOrder"], each["role"], each["content"]) for each in items]


def test_a_candidate_asks_what_is_known_and_what_is_not_and_the_integrator_reads_it(
    service: Service, local_assistant: None, knowledge_base: str
) -> None:
    job_id = add_active_job(service, title="Barista", location=["Lisbon"], externalId="B-1")
    chatbot = post_chatbot(
        service,
        welcomeMessage="Hi, I am Robin.",
        knowledgeBaseIds=[knowledge_base],
        jobIds=[job_id],
        jobPageUrlPattern="https://example.com/jobs/{jobId}",
    )
    candidate = Candidate(service, chatbot["id"])
    begun = candidate.begin()

    known = candidate.say("How many vacation days do I get?").data["reply"]
    job = candidate.say("Which jobs do you have in Lisbon?").data["reply"]
    unknown = candidate.say("Is there a swimming pool?").data["reply"]
    ended = candidate.end()

    assert begun.data["conversation"]["status"] == "ACTIVE"
    assert [message["content"] for message in begun.data["messages"]] == ["Hi, I am Robin."]
    assert "28 days" in known["content"]
    assert known["metadata"]["sources"][0]["title"] == "Benefits"
    assert known["metadata"]["answered"] is True
    assert job["metadata"]["uiType"] == "job_cards"
    assert job["metadata"]["jobs"] == [
        {
            "id": job_id,
            "title": "Barista",
            "location": ["Lisbon"],
            "url": f"https://example.com/jobs/{job_id}",
        }
    ]
    assert "don't know" in unknown["content"]
    assert unknown["metadata"]["answered"] is False
    assert ended.data["conversation"]["status"] == "ENDED"

    listed = service.get(f"/chatbots/{chatbot['id']}/conversations").data["conversations"]
    assert [each["id"] for each in listed] == [ended.data["conversation"]["id"]]
    assert listed[0]["endedAt"]
    assert _said(service, listed[0]["id"]) == [
        (1, "ASSISTANT", "Hi, I am Robin."),
        (2, "USER", "How many vacation days do I get?"),
        (3, "ASSISTANT", known["content"]),
        (4, "USER", "Which jobs do you have in Lisbon?"),
        (5, "ASSISTANT", job["content"]),
        (6, "USER", "Is there a swimming pool?"),
        (7, "ASSISTANT", unknown["content"]),
    ]


def test_a_reload_reads_what_was_said(candidate: Candidate, engines: ScriptedEngines) -> None:
    exchange = candidate.say("Hello").data

    read = candidate.read().data

    assert read["messages"] == [exchange["message"], exchange["reply"]]
    assert read["conversation"]["status"] == "ACTIVE"


class TestTheToken:
    def test_is_returned_once_and_stored_nowhere(self, candidate: Candidate, adapters: Adapters) -> None:
        items = items_of(adapters)

        assert candidate.token is not None
        assert candidate.token not in json.dumps(items)
        assert "token" not in json.dumps(candidate.read().data)

    @pytest.mark.parametrize("token", [None, "", "x", f"{UNKNOWN_ID}.{'a' * 43}", "." * 60])
    def test_that_opens_nothing_is_refused(self, candidate: Candidate, token: str | None) -> None:
        candidate.token = token

        for reply in (candidate.say("Hello"), candidate.read(), candidate.end()):
            assert reply.status == 401
            assert reply.error["code"] == "UNAUTHORIZED"

    def test_opens_its_own_conversation_alone(self, service: Service, chatbot: dict[str, Any]) -> None:
        one, other = chatting(service, chatbot), chatting(service, chatbot)
        assert one.token is not None
        assert other.token is not None
        one.token = f"{one.token.partition('.')[0]}.{other.token.partition('.')[2]}"

        assert one.read().status == 401

    def test_opens_nothing_at_another_chatbot_of_the_team(
        self, service: Service, candidate: Candidate
    ) -> None:
        candidate.chatbot_id = post_chatbot(service)["id"]

        assert candidate.read().status == 401


class TestWhoIsNotThere:
    @pytest.mark.parametrize("chatbot_id", [UNKNOWN_ID, "no-uuid"])
    def test_unknown(self, service: Service, chatbot_id: str) -> None:
        self._check_absent(Candidate(service, chatbot_id, token="x"))

    def test_archived(self, service: Service, candidate: Candidate) -> None:
        service.delete(f"/chatbots/{candidate.chatbot_id}")

        self._check_absent(candidate)

    def test_archived_and_back(self, service: Service, candidate: Candidate) -> None:
        service.delete(f"/chatbots/{candidate.chatbot_id}")
        service.post(f"/chatbots/{candidate.chatbot_id}/unarchive")

        assert candidate.read().status == 200

    @staticmethod
    def _check_absent(candidate: Candidate) -> None:
        page = candidate.call("GET", "")
        assert page.status == 404
        assert "text/html" in page.headers["content-type"]
        assert "not exist" in page.body
        assert candidate.call("GET", "/embed.js").status == 404
        for reply in (candidate.begin(), candidate.say("Hello"), candidate.read(), candidate.end()):
            assert reply.status == 404
            assert reply.error["details"]["resource"] == "chatbot"


class TestSending:
    def test_all_faults_come_at_once(self, candidate: Candidate) -> None:
        reply = candidate.call("POST", "/messages", {"content": " ", "messageId": "no spaces"})

        assert reply.status == 400
        assert reply.faulty_fields == {"content", "messageId"}

    @pytest.mark.parametrize("content", ["x" * (limits.LONGEST_MESSAGE + 1), 7, None])
    def test_what_is_no_message(self, candidate: Candidate, content: object) -> None:
        reply = candidate.say(content)

        assert reply.status == 400
        assert reply.faulty_fields == {"content"}

    def test_the_longest_message(self, candidate: Candidate, engines: ScriptedEngines) -> None:
        assert candidate.say("x" * limits.LONGEST_MESSAGE).status == 201

    def test_a_repeated_message_gets_the_same_reply_and_asks_the_engine_once(
        self, candidate: Candidate, engines: ScriptedEngines
    ) -> None:
        first = candidate.say("Hello", "m1")
        again = candidate.say("Hello", "m1")

        assert again.status == 201
        assert again.data == first.data
        assert len(engines.the_assistant.requests) == 1
        assert len(candidate.read().data["messages"]) == 2

    def test_another_message_under_the_same_id_is_refused(
        self, candidate: Candidate, engines: ScriptedEngines
    ) -> None:
        candidate.say("Hello", "m1")

        assert candidate.say("Goodbye", "m1").error["code"] == "IDEMPOTENCY_KEY_REUSED"

    def test_a_message_that_is_being_replied_to_is_not_sent_to_the_engine_twice(
        self, candidate: Candidate, engines: ScriptedEngines
    ) -> None:
        repeated = []

        def repeat() -> None:
            engines.the_assistant.meanwhile = lambda: None
            repeated.append(candidate.say("Hello", "m1"))

        engines.the_assistant.meanwhile = repeat
        reply = candidate.say("Hello", "m1")

        assert reply.status == 201
        assert repeated[0].error["code"] == "CONFLICT"
        assert len(engines.the_assistant.requests) == 1

    def test_messages_sent_at_once_have_places_of_their_own_without_gaps(
        self, adapters: Adapters, candidate: Candidate, engines: ScriptedEngines
    ) -> None:
        with ThreadPoolExecutor(4) as threads:
            replies = list(threads.map(lambda number: candidate.say(f"Message {number}"), range(4)))

        messages = candidate.read().data["messages"]
        sent = [reply for reply in replies if reply.status == 201]
        assert sent
        assert [each["sequenceOrder"] for each in messages] == list(range(1, len(messages) + 1))
        for reply in sent:
            assert reply.data["message"] in messages
            assert reply.data["reply"]["content"] == f"You said: {reply.data['message']['content']}"

    def test_a_message_that_meets_another_takes_the_next_place(
        self, adapters: Adapters, candidate: Candidate, engines: ScriptedEngines
    ) -> None:
        once_before(adapters, "TransactWriteItems", lambda: candidate.say("First"))

        second = candidate.say("Second").data

        assert second["message"]["sequenceOrder"] == 3
        assert second["reply"]["sequenceOrder"] == 4

    def test_what_was_said_before_is_told_to_the_engine(
        self, candidate: Candidate, engines: ScriptedEngines
    ) -> None:
        for number in range(8):
            candidate.say(f"Message {number}")

        history = engines.the_assistant.requests[-1].history
        assert [turn.by_candidate for turn in history] == [True, False] * 5
        assert history[0].text == "Message 2"
        assert history[-1].text == "You said: Message 6"

    def test_a_full_conversation_takes_no_more_messages(
        self, candidate: Candidate, engines: ScriptedEngines, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(limits, "MOST_MESSAGES", 4)
        candidate.say("One")
        last = candidate.say("Two", "m2")

        assert candidate.say("Three").error["code"] == "CONFLICT"
        assert candidate.say("Two", "m2").data == last.data


class TestAnEngineThatFails:
    def test_the_message_is_kept_and_a_retry_replies_to_it(
        self, candidate: Candidate, engines: ScriptedEngines
    ) -> None:
        engines.the_assistant.failures.append(EngineFailed(retryable=True, reason="busy"))

        failed = candidate.say("Hello", "m1")
        kept = candidate.read().data["messages"]
        retried = candidate.say("Hello", "m1")

        assert failed.status == 503
        assert failed.error["code"] == "SERVICE_UNAVAILABLE"
        assert [each["content"] for each in kept] == ["Hello"]
        assert retried.status == 201
        assert retried.data["message"] == kept[0]
        assert [each["sequenceOrder"] for each in candidate.read().data["messages"]] == [1, 2]

    def test_a_turn_whose_request_died_is_free_again_after_a_while(
        self, candidate: Candidate, engines: ScriptedEngines, clock: HandClock
    ) -> None:
        class Died(BaseException):
            """The end of the function's process."""

        def die() -> None:
            raise Died

        engines.the_assistant.meanwhile = die
        with pytest.raises(Died):
            candidate.say("Hello", "m1")
        engines.the_assistant.meanwhile = lambda: None

        assert candidate.say("Hello", "m1").status == 409
        clock.advance(seconds=41)
        assert candidate.say("Hello", "m1").status == 201
        assert len(candidate.read().data["messages"]) == 2

    def test_a_reply_that_comes_late_finds_the_other_one(
        self, candidate: Candidate, engines: ScriptedEngines, clock: HandClock
    ) -> None:
        def outrun() -> None:
            engines.the_assistant.meanwhile = lambda: None
            clock.advance(seconds=41)
            assert candidate.say("Hello", "m1").status == 201

        engines.the_assistant.meanwhile = outrun
        slow = candidate.say("Hello", "m1")

        messages = candidate.read().data["messages"]
        assert slow.data["reply"] == messages[1]
        assert len(messages) == 2


class TestWhatIsLogged:
    def test_nothing_that_a_candidate_writes_and_no_token(
        self,
        service: Service,
        chatbot: dict[str, Any],
        engines: ScriptedEngines,
        caplog: pytest.LogCaptureFixture,
    ) -> None:
        candidate = chatting(service, chatbot)
        engines.the_assistant.failures.append(EngineFailed(retryable=True, reason="busy"))
        secret = "My name is Ada Lovelace"
        with caplog.at_level(logging.DEBUG, logger="gather"):
            candidate.say(secret, "m1")
            candidate.say(secret, "m1")
            candidate.call("POST", "/messages", {"content": secret, "messageId": secret})
            candidate.read()
            candidate.end()

        written = str([line.__dict__ for line in caplog.records])
        assert "POST /chat/{chatbotId}/messages" in written
        assert "busy" in written
        assert "Ada" not in written
        assert str(candidate.token).partition(".")[2] not in written


class TestEnding:
    def test_again_returns_the_same(self, candidate: Candidate) -> None:
        assert candidate.end().data == candidate.end().data
        assert candidate.read().data["conversation"]["status"] == "ENDED"

    def test_nothing_more_is_said(self, candidate: Candidate, engines: ScriptedEngines) -> None:
        said = candidate.say("Hello", "m1")
        candidate.end()

        assert candidate.say("And another").error["code"] == "GONE"
        assert candidate.say("Hello", "m1").data == said.data

    def test_while_the_engine_thinks_the_reply_comes_too_late(
        self, candidate: Candidate, engines: ScriptedEngines
    ) -> None:
        engines.the_assistant.meanwhile = candidate.end

        assert candidate.say("Hello").status == 410
        assert [each["role"] for each in candidate.read().data["messages"]] == ["USER"]

    def test_a_candidate_who_leaves_may_come_back(self, candidate: Candidate) -> None:
        left = candidate.end(may_return=True)

        assert left.data["conversation"]["status"] == "ACTIVE"
        assert candidate.read().data["conversation"]["status"] == "ACTIVE"
