"""Conversations with chatbots over the HTTP interface (interface: Conversations, rules 1 to 4)."""

import logging
from datetime import timedelta
from typing import Any

import pytest

from gather.chat.chatbots.models import Chatbot
from gather.chat.chats.models import ChatStatus
from gather.table.records import Records
from gather.table.store import Table
from tests.builders.conversations import BEGUN_AT, make_conversation
from tests.builders.service import UNKNOWN_ID, Service, Tenant
from tests.support.records import post_chatbot

pytestmark = pytest.mark.routes


@pytest.fixture
def chatbot(service: Service) -> Chatbot:
    return Chatbot.model_validate(post_chatbot(service))


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The reads that the service asks the table for, without the key's own check."""
    calls: list[str] = []
    ask = Table._call_unnamed

    def noted(self: Table, operation: str, **parameters: Any) -> dict[str, Any]:
        if operation != "update_item":
            calls.append(operation)
        return ask(self, operation, **parameters)

    monkeypatch.setattr(Table, "_call_unnamed", noted)
    return calls


def conversations_path(chatbot: Chatbot) -> str:
    return f"/chatbots/{chatbot.id}/conversations"


def messages_path(conversation_id: str) -> str:
    return f"/conversations/{conversation_id}/messages"


def test_a_conversation_is_returned_with_the_members_of_the_record_and_no_others(
    service: Service, records: Records, chatbot: Chatbot, tenant: Tenant
) -> None:
    made = make_conversation(records, chatbot, ["Hello"])

    expected = {
        "id": made.id,
        "status": "ACTIVE",
        "startedAt": "2096-02-03T04:05:06.789Z",
        "endedAt": None,
        "candidateProfileId": None,
        "chatId": chatbot.id,
        "organizationId": tenant.organization_id,
        "teamId": tenant.team_id,
        "createdAt": "2096-02-03T04:05:06.789Z",
        "updatedAt": "2096-02-03T04:05:06.789Z",
    }
    assert service.get(f"/conversations/{made.id}").data == {"conversation": expected}
    assert service.get(conversations_path(chatbot)).data["conversations"] == [expected]


def test_conversations_of_every_status_are_listed_newest_first(
    service: Service, records: Records, chatbot: Chatbot
) -> None:
    statuses = [*ChatStatus, ChatStatus.ACTIVE]
    made = [
        make_conversation(records, chatbot, status=status, at=BEGUN_AT + timedelta(days=day))
        for day, status in enumerate(statuses)
    ]

    first = service.get(conversations_path(chatbot), pageSize=3).data
    second = service.get(conversations_path(chatbot), pageSize=3, page=2).data

    listed = [*first["conversations"], *second["conversations"]]
    assert [conversation["id"] for conversation in listed] == [record.id for record in reversed(made)]
    assert [conversation["status"] for conversation in listed] == [*reversed(statuses)]
    assert [conversation["endedAt"] is None for conversation in listed] == [True, False, False, True]
    assert second["pagination"] == {"total": 4, "page": 2, "totalPages": 2, "pageSize": 3}


def test_a_chatbot_without_conversations_has_an_empty_list(
    service: Service, records: Records, chatbot: Chatbot
) -> None:
    other = post_chatbot(service, title="Intranet", displayName="Kim")
    make_conversation(records, Chatbot.model_validate(other))

    reply = service.get(conversations_path(chatbot))

    assert (reply.status, reply.data["conversations"]) == (200, [])
    assert reply.data["pagination"] == {"total": 0, "page": 1, "totalPages": 0, "pageSize": 50}


def test_conversations_of_an_archived_chatbot_stay_readable(
    service: Service, records: Records, chatbot: Chatbot
) -> None:
    made = make_conversation(records, chatbot, ["Hello"])
    quiet = post_chatbot(service, title="Intranet", displayName="Kim")
    for chatbot_id in (chatbot.id, quiet["id"]):
        service.delete(f"/chatbots/{chatbot_id}")

    listed = service.get(conversations_path(chatbot)).data["conversations"]

    assert [conversation["id"] for conversation in listed] == [made.id]
    assert service.get(f"/conversations/{made.id}").status == 200
    assert len(service.get(messages_path(made.id)).data["items"]) == 1
    assert service.get(f"/chatbots/{quiet['id']}/conversations").data["conversations"] == []


@pytest.mark.parametrize(
    ("query", "faulty"),
    [({"page": 0}, "page"), ({"pageSize": 0}, "pageSize"), ({"pageSize": 101}, "pageSize")],
)
def test_a_page_outside_its_range_is_refused(
    service: Service, chatbot: Chatbot, query: dict[str, object], faulty: str
) -> None:
    reply = service.get(conversations_path(chatbot), **query)

    assert (reply.status, reply.faulty_fields) == (400, {faulty})


def test_messages_are_returned_in_their_order_with_every_member(
    service: Service, records: Records, chatbot: Chatbot
) -> None:
    made = make_conversation(records, chatbot, ["Are you hiring?", "Yes!"])

    data = service.get(messages_path(made.id)).data

    assert data == {
        "items": [
            {
                "id": data["items"][position]["id"],
                "role": role,
                "content": content,
                "sequenceOrder": position + 1,
                "metadata": {"uiType": "text"},
                "conversationId": made.id,
                "createdAt": moment,
                "updatedAt": moment,
            }
            for position, (role, content, moment) in enumerate(
                [
                    ("USER", "Are you hiring?", "2096-02-03T04:05:06.789Z"),
                    ("ASSISTANT", "Yes!", "2096-02-03T04:05:07.789Z"),
                ]
            )
        ],
        "nextCursor": None,
    }
    assert len({message["id"] for message in data["items"]}) == 2


def test_a_cursor_walks_through_all_messages_once(
    service: Service, records: Records, chatbot: Chatbot
) -> None:
    made = make_conversation(records, chatbot, [f"Message {number}" for number in range(1, 121)])
    path = messages_path(made.id)

    first = service.get(path).data
    walked: list[int] = []
    query: dict[str, object] = {"limit": 40}
    while True:
        page = service.get(path, **query).data
        walked += [message["sequenceOrder"] for message in page["items"]]
        if page["nextCursor"] is None:
            break
        query["cursor"] = page["nextCursor"]

    assert (len(first["items"]), first["nextCursor"]) == (50, 50)
    assert len(service.get(path, limit=100).data["items"]) == 100
    assert walked == list(range(1, 121))
    assert query["cursor"] == 80


@pytest.mark.parametrize(
    ("query", "sequence", "next_cursor"),
    [
        ({"cursor": 0}, [1, 2, 3, 4], None),
        ({"cursor": 1, "limit": 2}, [2, 3], 3),
        ({"cursor": 2, "limit": 2}, [3, 4], None),
        ({"cursor": 4}, [], None),
        ({"cursor": 999_999_999}, [], None),
    ],
)
def test_a_cursor_names_the_last_message_read(
    service: Service,
    records: Records,
    chatbot: Chatbot,
    query: dict[str, object],
    sequence: list[int],
    next_cursor: int | None,
) -> None:
    made = make_conversation(records, chatbot, "abcd")

    data = service.get(messages_path(made.id), **query).data

    assert [message["sequenceOrder"] for message in data["items"]] == sequence
    assert data["nextCursor"] == next_cursor
    assert set(data) == {"items", "nextCursor"}


@pytest.mark.parametrize(
    ("query", "faulty"),
    [
        ({"cursor": -1}, "cursor"),
        ({"cursor": "last"}, "cursor"),
        ({"cursor": "1.5"}, "cursor"),
        ({"cursor": 1_000_000_000}, "cursor"),
        ({"limit": 0}, "limit"),
        ({"limit": 101}, "limit"),
    ],
)
def test_a_cursor_or_limit_outside_its_range_is_refused(
    service: Service, records: Records, chatbot: Chatbot, query: dict[str, object], faulty: str
) -> None:
    made = make_conversation(records, chatbot, ["Hello"])

    reply = service.get(messages_path(made.id), **query)

    assert (reply.status, reply.error["code"], reply.faulty_fields) == (400, "VALIDATION_ERROR", {faulty})


def test_long_messages_are_all_read_though_the_table_returns_a_megabyte_at_a_time(
    service: Service, records: Records, chatbot: Chatbot
) -> None:
    made = make_conversation(records, chatbot, ["x" * 100_000] * 12)

    data = service.get(messages_path(made.id)).data

    assert [message["sequenceOrder"] for message in data["items"]] == list(range(1, 13))
    assert data["nextCursor"] is None


def test_a_conversation_without_a_message_has_an_empty_list(
    service: Service, records: Records, chatbot: Chatbot
) -> None:
    made = make_conversation(records, chatbot)

    assert service.get(messages_path(made.id)).data == {"items": [], "nextCursor": None}


@pytest.mark.in_process
@pytest.mark.parametrize("number", [0, 3])
def test_a_page_of_conversations_asks_for_the_chatbot_only_when_it_is_empty(
    service: Service, records: Records, chatbot: Chatbot, asked: list[str], number: int
) -> None:
    for _ in range(number):
        make_conversation(records, chatbot)
    asked.clear()

    assert len(service.get(conversations_path(chatbot)).data["conversations"]) == number

    assert asked == ["query", "query", *([] if number else ["get_item"])]


@pytest.mark.in_process
def test_a_page_of_messages_costs_one_round_trip(
    service: Service, records: Records, chatbot: Chatbot, asked: list[str]
) -> None:
    made = make_conversation(records, chatbot, "abcd")
    asked.clear()

    assert service.get(messages_path(made.id), limit=2).data["nextCursor"] == 2

    assert asked == ["query"]


def test_another_tenants_and_another_teams_conversations_are_absent(
    service: Service, records: Records, chatbot: Chatbot, tenant: Tenant, other_tenant: Tenant
) -> None:
    made = make_conversation(records, chatbot, ["My telephone number is secret"])
    readers = [(service.using(other_tenant.key), {}), (service, {"teamId": tenant.second_team_id})]

    for reader, query in readers:
        replies = {
            "chatbot": [reader.get(conversations_path(chatbot), **query)],
            "conversation": [
                reader.get(f"/conversations/{made.id}", **query),
                reader.get(messages_path(made.id), **query),
            ],
        }
        for resource, answers in replies.items():
            identifier = chatbot.id if resource == "chatbot" else made.id
            for reply in answers:
                assert reply.status == 404
                assert reply.error["details"] == {"resource": resource, "id": identifier}


@pytest.mark.parametrize("identifier", [UNKNOWN_ID, "not-a-uuid", "%20"])
def test_an_unknown_id_is_404(service: Service, identifier: str) -> None:
    for path, resource in (
        (f"/chatbots/{identifier}/conversations", "chatbot"),
        (f"/conversations/{identifier}", "conversation"),
        (f"/conversations/{identifier}/messages", "conversation"),
    ):
        reply = service.get(path)
        assert (reply.status, reply.error["details"]["resource"]) == (404, resource)


def test_conversations_are_only_read(service: Service, records: Records, chatbot: Chatbot) -> None:
    made = make_conversation(records, chatbot, ["Hello"])

    for method, path in (
        ("POST", conversations_path(chatbot)),
        ("PATCH", f"/conversations/{made.id}"),
        ("DELETE", f"/conversations/{made.id}"),
        ("POST", messages_path(made.id)),
    ):
        reply = service.request(method, path, {})
        assert (reply.status, reply.headers["allow"]) == (405, "GET")


def test_what_candidates_write_reaches_no_log(
    service: Service, records: Records, chatbot: Chatbot, caplog: pytest.LogCaptureFixture
) -> None:
    made = make_conversation(records, chatbot, ["My telephone number is +14155550123"])

    with caplog.at_level(logging.DEBUG, logger="gather"):
        assert "+14155550123" in str(service.get(messages_path(made.id)).data)

    lines = [record.__dict__ for record in caplog.records if record.name == "gather"]
    assert [line["route"] for line in lines if "route" in line] == [
        "GET /qsi/gather/conversations/{conversationId}/messages"
    ]
    assert "+14155550123" not in str(lines)
