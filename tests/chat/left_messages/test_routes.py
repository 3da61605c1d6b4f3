"""Messages that visitors of a chat leave for the team (interface: Conversations, rules 5 to 7)."""

import io
import json
import zipfile
from typing import Any
from urllib.parse import urlsplit

import pytest

import local_stack.engines
from gather.core.errors import ServiceUnavailable
from gather.rights.erasure import chat_deletion
from gather.table.records import Records
from gather.wiring import Adapters
from notifications.handler import handler as notifications
from tests.builders.outbox import entries_of, queue_event
from tests.builders.service import UNKNOWN_ID, Service, Tenant
from tests.doubles.chat_candidate import Candidate, chatting
from tests.doubles.clock import HandClock
from tests.doubles.data_rights import items_of, run_jobs
from tests.doubles.engines import ScriptedEngines
from tests.doubles.lambda_context import Context
from tests.support.records import add_active_job, add_candidate, add_interview, post_chatbot

pytestmark = pytest.mark.routes

TEXT = "Is there a swimming pool in the zirconium tower?"


def left_with(service: Service, chatbot: dict[str, Any], **query: object) -> list[dict[str, Any]]:
    reply = service.get(f"/chatbots/{chatbot['id']}/left-messages", **query)
    assert reply.status == 200, reply.body
    listed: list[dict[str, Any]] = reply.data["leftMessages"]
    return listed


class TestAQuestionWithoutAnAnswer:
    @pytest.fixture(autouse=True)
    def local_assistant(self, adapters: Adapters) -> None:
        adapters.engines = local_stack.engines.provide(adapters.settings)

    def test_leads_to_the_jobs_the_team_and_a_message(self, service: Service, tenant: Tenant) -> None:
        contact = {"contactEmail": "jobs@example.com"}
        assert service.patch(f"/teams/{tenant.team_id}/branding", contact).status == 200
        chatbot = post_chatbot(service, jobIds=[add_active_job(service, title="Barista")])

        metadata = chatting(service, chatbot).say(TEXT).data["reply"]["metadata"]

        assert metadata["answered"] is False
        assert metadata["help"] == {"leaveMessage": True, "contactEmail": "jobs@example.com"}
        assert metadata["options"] == ["Which jobs are open?"]
        assert metadata["uiType"] == "suggestions"

    def test_offers_no_jobs_and_no_address_where_there_are_none(self, candidate: Candidate) -> None:
        metadata = candidate.say(TEXT).data["reply"]["metadata"]

        assert metadata["help"] == {"leaveMessage": True}
        assert "options" not in metadata

    def test_for_jobs_is_not_led_to_itself(self, service: Service) -> None:
        chatbot = post_chatbot(service, jobIds=[add_active_job(service, title="Barista")])

        metadata = (
            chatting(service, chatbot).say("Any job openings for submarine pilots?").data["reply"]["metadata"]
        )

        assert metadata["answered"] is False
        assert "options" not in metadata

    def test_that_has_an_answer_needs_no_help(self, candidate: Candidate) -> None:
        assert "help" not in candidate.say("Hello").data["reply"]["metadata"]


def test_a_message_is_thanked_for_listed_and_part_of_its_conversation(
    service: Service, engines: ScriptedEngines, chatbot: dict[str, Any], candidate: Candidate, tenant: Tenant
) -> None:
    exchange = candidate.leave(TEXT).data
    second = candidate.leave("Anything new?", name="Ada", email="ada@other.example").data

    assert exchange["reply"]["content"].startswith("Thank you, Ada Lovelace.")
    assert exchange["message"]["content"] == TEXT
    assert engines.the_assistant.requests == []
    newest, first = left_with(service, chatbot)
    assert first == {
        "id": first["id"],
        "name": "Ada Lovelace",
        "email": "Ada@Example.com",
        "content": TEXT,
        "chatId": chatbot["id"],
        "conversationId": first["conversationId"],
        "organizationId": tenant.organization_id,
        "teamId": tenant.team_id,
        "createdAt": exchange["message"]["createdAt"],
        "updatedAt": exchange["message"]["createdAt"],
    }
    assert (newest["content"], newest["email"]) == ("Anything new?", "ada@other.example")
    read = service.get(f"/conversations/{first['conversationId']}/messages").data["items"]
    shown = [*exchange.values(), *second.values()]
    assert [each["id"] for each in read] == [each["id"] for each in shown]
    assert left_with(service, chatbot, pageSize=1, page=2) == [first]


def test_a_name_keeps_its_direction_in_a_reply_that_runs_the_other_way(service: Service) -> None:
    candidate = chatting(service, post_chatbot(service, language="ar"))

    reply = candidate.leave("Is there a night shift?").data["reply"]

    assert "\u2068Ada Lovelace\u2069" in reply["content"]


def test_a_message_that_is_sent_again_is_left_once(
    service: Service, chatbot: dict[str, Any], candidate: Candidate
) -> None:
    first = candidate.leave(TEXT, message_id="m1")

    assert candidate.leave(TEXT, message_id="m1").data == first.data
    assert candidate.leave("Something else", message_id="m1").status == 422
    assert len(left_with(service, chatbot)) == 1


@pytest.mark.parametrize(
    ("members", "faulty"),
    [
        ({"email": "nowhere"}, "email"),
        ({"name": "  "}, "name"),
        ({"content": " "}, "content"),
        ({"content": "x" * 4_001}, "content"),
    ],
)
def test_a_message_that_nobody_could_answer_is_refused(
    service: Service, chatbot: dict[str, Any], candidate: Candidate, members: dict[str, str], faulty: str
) -> None:
    reply = candidate.leave(**{"content": TEXT, **members})

    assert reply.status == 400
    assert reply.faulty_fields == {faulty}
    assert left_with(service, chatbot) == []


def test_nothing_is_left_in_a_conversation_that_has_ended(
    service: Service, chatbot: dict[str, Any], candidate: Candidate
) -> None:
    candidate.end()

    assert candidate.leave(TEXT).status == 410
    assert left_with(service, chatbot) == []


def test_an_unknown_chatbot_has_no_list(service: Service) -> None:
    for chatbot_id in (UNKNOWN_ID, "x"):
        assert service.get(f"/chatbots/{chatbot_id}/left-messages").status == 404


class TestTheTeam:
    def _tasks(self, records: Records) -> list[dict[str, Any]]:
        name = "send_left_message_notice"
        return [task for task in entries_of(records.table, "TASK") if task["name"] == name]

    def test_is_told_once_and_of_nothing_that_is_the_visitors(
        self,
        adapters: Adapters,
        service: Service,
        records: Records,
        tenant: Tenant,
        engines: ScriptedEngines,
        chatbot: dict[str, Any],
        candidate: Candidate,
    ) -> None:
        add_interview(service, notificationSubscribers=[tenant.user_id])
        for _ in range(2):
            candidate.leave(TEXT, message_id="m1")
        tasks = self._tasks(records)

        for _ in range(2):
            notifications.run(queue_event(tasks), Context(), adapters)

        [message] = engines.the_email.messages
        [left] = left_with(service, chatbot)
        assert "Careers site" in message.subject
        assert left["id"] in message.text
        for private in ("Ada", "example.com", "zirconium"):
            assert private not in message.subject + message.text.partition(",")[2]

    def test_is_not_told_of_what_was_erased_meanwhile(
        self,
        adapters: Adapters,
        service: Service,
        records: Records,
        tenant: Tenant,
        engines: ScriptedEngines,
        candidate: Candidate,
    ) -> None:
        add_interview(service, notificationSubscribers=[tenant.user_id])
        candidate.leave(TEXT)
        tasks = self._tasks(records)
        person = add_candidate(service, email="ada@example.com")
        service.post(f"/candidates/{person}/erase")
        assert run_jobs(adapters) == []

        assert notifications.run(queue_event(tasks), Context(), adapters) == {"batchItemFailures": []}

        assert engines.the_email.messages == []
        assert self._tasks(records) == []


class TestDataRights:
    @pytest.fixture
    def person(self, service: Service) -> str:
        """A candidate with the address that the visitor gives."""
        return add_candidate(service, email="ada@example.com")

    def test_an_erasure_takes_the_conversation_with_it_and_no_other(
        self,
        adapters: Adapters,
        service: Service,
        engines: ScriptedEngines,
        chatbot: dict[str, Any],
        candidate: Candidate,
        person: str,
    ) -> None:
        other = chatting(service, chatbot)
        other.leave("Another question", email="grace@example.com")
        candidate.say("My name is Ada, of the zirconium tower")
        candidate.leave(TEXT)
        kept, gone = sorted(left_with(service, chatbot), key=lambda each: each["email"] == "Ada@Example.com")

        erasure = service.post(f"/candidates/{person}/erase").data["erasure"]
        assert run_jobs(adapters) == []

        done = service.get(f"/erasures/{erasure['id']}").data["erasure"]
        assert done["status"] == "complete"
        assert done["counts"] == {"candidates": 1, "chatMessages": 4, "chats": 1, "leftMessages": 1}
        assert left_with(service, chatbot) == [kept]
        assert service.get(f"/conversations/{gone['conversationId']}").status == 404
        listed = service.get(f"/chatbots/{chatbot['id']}/conversations").data
        assert [each["id"] for each in listed["conversations"]] == [kept["conversationId"]]
        assert listed["pagination"]["total"] == 1
        assert candidate.read().status == 401
        items = items_of(adapters)
        assert "zirconium" not in json.dumps(items)
        assert "da@example.com" not in json.dumps(items).casefold()

    def test_an_erasure_that_stopped_in_the_middle_goes_on(
        self,
        adapters: Adapters,
        service: Service,
        engines: ScriptedEngines,
        chatbot: dict[str, Any],
        candidate: Candidate,
        clock: HandClock,
        person: str,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        candidate.leave(TEXT)
        candidate.leave("And a sauna?")
        erasure = service.post(f"/candidates/{person}/erase").data["erasure"]

        def fail(*_: object) -> int:
            raise ServiceUnavailable("The table does not answer.")

        with monkeypatch.context() as patched:
            patched.setattr(chat_deletion, "_delete_left_in", fail)
            assert run_jobs(adapters) != []
        clock.advance(minutes=10)
        assert run_jobs(adapters) == []

        done = service.get(f"/erasures/{erasure['id']}").data["erasure"]
        assert (done["status"], done["counts"]["leftMessages"]) == ("complete", 2)
        assert left_with(service, chatbot) == []

    def test_an_export_has_what_was_left(
        self,
        adapters: Adapters,
        service: Service,
        engines: ScriptedEngines,
        candidate: Candidate,
        person: str,
    ) -> None:
        candidate.leave(TEXT)
        export = service.post(f"/candidates/{person}/export").data["export"]
        assert run_jobs(adapters) == []

        url = service.get(f"/exports/{export['id']}").data["export"]["url"]
        archive = zipfile.ZipFile(io.BytesIO(engines.media().get(urlsplit(url).path.lstrip("/"))))
        content = json.loads(archive.read("candidate.json"))

        assert [each["content"] for each in content["leftMessages"]] == [TEXT]
