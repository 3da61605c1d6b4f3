"""Message groups over the HTTP interface (interface: Message groups, rules 1 to 7)."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import pytest

from gather.content.message_groups.models import MOST_GROUPS, MOST_MESSAGES
from gather.content.message_groups.storage import MESSAGE_GROUP
from gather.table.records import CHANGE_ATTEMPTS, Records
from gather.table.team_sets import TEAM_SET_SIZE
from gather.wiring import Adapters
from tests.builders.service import UNKNOWN_ID, Reply, Service, Tenant
from tests.doubles.over_http import Http
from tests.doubles.table_faults import during
from tests.support.records import message_group_body, post_message_group

pytestmark = pytest.mark.routes

INVITE = {
    "type": "INVITE",
    "smsBody": "Hi {{candidateFirstName}}: {{link}}",
    "smsEnabled": True,
    "emailSubject": "Your interview with {{companyName}}",
    "emailHeader": "Hello {{ candidateFirstName }} {{candidateLastName}}",
    "emailBody": "Please take the interview {{interviewTitle}}: {{link}}",
    "emailEnabled": True,
}
REMINDER = {"type": "CANDIDATE_REMINDER", "emailBody": "It is still open: {{link}}", "emailEnabled": True}
COMPLETION = {"type": "COMPLETION_CONFIRMATION", "smsBody": "Thank you!", "smsEnabled": True}


@pytest.fixture
def body(tenant: Tenant) -> dict[str, Any]:
    """The least that a POST takes."""
    return message_group_body(tenant)


Adding = Callable[..., dict[str, Any]]


@pytest.fixture
def add(service: Service, tenant: Tenant) -> Adding:
    """Adds a message group of the given members."""
    return partial(post_message_group, service, tenant)


def read(service: Service, group: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = service.get(f"/message-groups/{group['id']}").data["messageGroup"]
    return found


def patch(service: Service, group: dict[str, Any], **members: object) -> Reply:
    return service.patch(f"/message-groups/{group['id']}", members)


def changed(service: Service, group: dict[str, Any], **members: object) -> dict[str, Any]:
    reply = patch(service, group, **members)
    assert reply.status == 200, reply.body
    answered: dict[str, Any] = reply.data["messageGroup"]
    assert read(service, group) == answered
    return answered


def defaults(service: Service, **query: object) -> list[str]:
    """The titles of the groups that say that they are a default, as the list has them."""
    groups = service.get("/message-groups", **query).data["messageGroups"]
    return [group["title"] for group in groups if group["default"]]


def default_of_new_interviews(service: Service) -> str | None:
    """The title of the group that a new interview gets."""
    made = service.post(
        "/interviews", {"title": "Support", "displayName": "Support", "interviewType": "standard"}
    )
    group_id = made.data["interview"]["messageGroupId"]
    if group_id is None:
        return None
    title: str = service.get(f"/message-groups/{group_id}").data["messageGroup"]["title"]
    return title


def test_a_group_is_returned_with_its_messages_and_listed_without_them(
    service: Service, tenant: Tenant, add: Adding
) -> None:
    group = add(INVITE, REMINDER, COMPLETION)

    moment = group["createdAt"]
    summary = {
        "id": group["id"],
        "title": "Friendly",
        "type": "standard",
        "status": "PUBLISHED",
        "default": False,
        "organizationId": tenant.organization_id,
        "teamId": tenant.team_id,
        "createdById": tenant.user_id,
        "createdAt": moment,
        "updatedAt": moment,
        "archivedAt": None,
    }
    empty = {
        **dict.fromkeys(("smsBody", "emailSubject", "emailHeader", "emailBody")),
        "smsEnabled": False,
        "emailEnabled": False,
        "messageGroupId": group["id"],
        "createdAt": moment,
        "updatedAt": moment,
    }
    messages = [
        {**empty, **message, "id": answered["id"]}
        for message, answered in zip((INVITE, REMINDER, COMPLETION), group["messages"], strict=True)
    ]
    assert group == {**summary, "messages": messages}
    assert len({message["id"] for message in messages}) == 3
    assert read(service, group) == group
    assert service.get("/message-groups").data == {"messageGroups": [summary]}


def test_the_list_is_newest_first_and_knows_the_latest(service: Service, add: Adding) -> None:
    titles = [f"Group {number}" for number in range(5)]
    for title in titles:
        add(title=title)

    assert [group["title"] for group in service.get("/message-groups").data["messageGroups"]] == titles[::-1]


def test_what_the_interface_requires_is_required(service: Service) -> None:
    reply = service.post("/message-groups")

    assert (reply.status, reply.error["code"]) == (400, "VALIDATION_ERROR")
    assert reply.faulty_fields == {"title", "type", "status", "teamId", "messages"}


def test_every_fault_is_named_at_once_and_nothing_is_written(service: Service, body: dict[str, Any]) -> None:
    reply = service.post(
        "/message-groups",
        {
            **body,
            "title": "",
            "type": "ai_interviewer",
            "status": "published",
            "default": "yes",
            "messages": [
                {"type": "INVITE", "smsEnabled": True, "emailEnabled": True, "emailBody": " \n"},
                {"smsBody": 7, "smsEnabled": True},
                {"type": "INVITE", "smsEnabled": "yes"},
                {"type": "GREETING"},
                {"type": "CANDIDATE_REMINDER", "emailBody": "{{Link}}", "smsBody": "{{link}"},
                "INVITE",
            ],
        },
    )

    assert (reply.status, reply.error["code"]) == (400, "VALIDATION_ERROR")
    faults = [detail["field"] for detail in reply.error["details"]]
    assert len(faults) == len(set(faults))
    assert set(faults) == {
        "title",
        "type",
        "status",
        "default",
        "messages[0].smsBody",
        "messages[0].emailBody",
        "messages[1].type",
        "messages[1].smsBody",
        "messages[2].type",
        "messages[2].smsEnabled",
        "messages[3].type",
        "messages[4].emailBody",
        "messages[4].smsBody",
        "messages[5]",
    }
    assert service.get("/message-groups").data == {"messageGroups": []}


def test_the_missing_team_of_an_organization_s_key_is_one_fault(
    service: Service, tenant: Tenant, body: dict[str, Any]
) -> None:
    organization = service.using(tenant.organization_key)
    del body["teamId"]

    reply = organization.post("/message-groups", body)

    assert [fault["field"] for fault in reply.error["details"]] == ["teamId"]


@pytest.mark.parametrize(
    ("message", "sms", "email"),
    [
        ({}, False, False),
        ({"smsBody": "Hi"}, True, False),
        ({"emailBody": "Hi"}, False, True),
        ({"emailBody": " ", "emailSubject": "Hi"}, False, False),
        ({"smsBody": "Hi", "emailBody": "Hi", "smsEnabled": False, "emailEnabled": False}, False, False),
    ],
)
def test_a_channel_that_nothing_is_said_of_is_on_where_it_has_a_text(
    add: Adding, message: dict[str, object], sms: bool, email: bool
) -> None:
    (made,) = add({"type": "INVITE", **message})["messages"]

    assert (made["smsEnabled"], made["emailEnabled"]) == (sms, email)


@pytest.mark.parametrize("member", ["smsBody", "emailSubject", "emailHeader", "emailBody"])
@pytest.mark.parametrize(
    "text", ["Hi {{firstname}}", "{{ link", "link}}", "{{}}", "{{candidate first name}}"]
)
def test_a_placeholder_that_stands_for_nothing_is_refused_with_those_that_do(
    service: Service, body: dict[str, Any], member: str, text: str
) -> None:
    reply = service.post("/message-groups", {**body, "messages": [{"type": "INVITE", member: text}]})

    (fault,) = reply.error["details"]
    assert fault["field"] == f"messages[0].{member}"
    for name in ("link", "candidateFirstName", "candidateLastName", "interviewTitle", "companyName"):
        assert f"{{{{{name}}}}}" in fault["reason"]


def test_texts_have_limits(service: Service, body: dict[str, Any], add: Adding) -> None:
    longest = {"smsBody": 1_000, "emailSubject": 255, "emailHeader": 255, "emailBody": 10_000}

    add({"type": "INVITE", **{member: "x" * most for member, most in longest.items()}})
    too_long = {member: "x" * (most + 1) for member, most in longest.items()}
    reply = service.post("/message-groups", {**body, "messages": [{"type": "INVITE", **too_long}]})
    many = service.post("/message-groups", {**body, "messages": [REMINDER] * (MOST_MESSAGES + 1)})

    assert reply.faulty_fields == {f"messages[0].{member}" for member in longest}
    assert "messages" in many.faulty_fields


def test_a_patch_changes_what_is_supplied_and_nothing_else(service: Service, add: Adding) -> None:
    group = add(INVITE, COMPLETION)

    answered = changed(service, group, title="Formal", status="DRAFT", type="questionnaire")

    assert answered == {**group, "title": "Formal", "status": "DRAFT", "updatedAt": answered["updatedAt"]}
    assert answered["updatedAt"] > group["updatedAt"]
    assert changed(service, group) == answered


def test_messages_are_kept_by_their_id_others_added_missing_ones_dropped(
    service: Service, add: Adding
) -> None:
    group = add(INVITE, REMINDER)
    _, reminder = group["messages"]

    answered = changed(service, group, messages=[COMPLETION, {"id": reminder["id"]}])

    added, kept = answered["messages"]
    assert kept == reminder
    assert (added["type"], added["smsBody"]) == ("COMPLETION_CONFIRMATION", "Thank you!")
    assert added["id"] not in {message["id"] for message in group["messages"]}
    assert added["messageGroupId"] == group["id"]
    assert changed(service, group, messages=[])["messages"] == []


def test_a_kept_message_changes_in_what_is_supplied(service: Service, add: Adding) -> None:
    group = add(INVITE)
    (invite,) = group["messages"]

    change = {"id": invite["id"], "type": "INVITE", "smsBody": None, "smsEnabled": False}
    (answered,) = changed(service, group, messages=[change])["messages"]

    assert answered == {**invite, **change, "updatedAt": answered["updatedAt"]}
    assert answered["updatedAt"] > invite["updatedAt"]


def test_a_group_may_be_sent_back_as_it_was_read(service: Service, add: Adding) -> None:
    group = add(INVITE, REMINDER, COMPLETION, default=True)

    assert changed(service, group, **group) == group


def test_a_message_of_no_or_of_another_group_is_absent(service: Service, add: Adding) -> None:
    group, other = add(INVITE), add(INVITE)

    for message_id in (UNKNOWN_ID, "first", other["messages"][0]["id"]):
        reply = patch(service, group, title="New", messages=[REMINDER, {"id": message_id}])
        assert reply.status == 404
        assert reply.error["details"] == {
            "resource": "message",
            "id": message_id,
            "field": "messages[1].id",
        }
    assert read(service, group) == group


def test_every_fault_of_new_messages_is_named_at_once(service: Service, add: Adding) -> None:
    group = add(INVITE)
    invite_id = group["messages"][0]["id"]

    reply = patch(
        service,
        group,
        title="",
        messages=[
            {"id": invite_id},
            {"emailBody": "Hi"},
            {"type": "CANDIDATE_REMINDER", "smsEnabled": True},
            {"type": "CANDIDATE_REMINDER"},
            {"id": invite_id, "emailHeader": "{{name}}"},
        ],
    )

    assert reply.status == 400
    assert reply.faulty_fields == {
        "title",
        "messages[1].type",
        "messages[2].smsBody",
        "messages[3].type",
        "messages[4].id",
        "messages[4].emailHeader",
    }
    assert read(service, group) == group


def test_every_fault_of_kept_messages_is_named_at_once(service: Service, add: Adding) -> None:
    group = add(INVITE, {"type": "CANDIDATE_REMINDER"}, COMPLETION)
    ids = [message["id"] for message in group["messages"]]

    reply = patch(
        service,
        group,
        messages=[
            {"id": ids[0], "smsBody": None, "emailBody": ""},
            {"id": ids[1], "smsEnabled": True},
            {"id": ids[2], "type": "INVITE"},
        ],
    )
    doubled = patch(service, group, messages=[{"id": ids[0]}, {"id": ids[2]}, INVITE])

    assert reply.status == 400
    assert reply.faulty_fields == {
        "messages[0].smsBody",
        "messages[0].emailBody",
        "messages[1].smsBody",
        "messages[2].type",
    }
    assert (doubled.status, doubled.faulty_fields) == (400, {"messages[2].type"})
    assert read(service, group) == group


def test_another_default_takes_the_place_of_the_one_before(
    service: Service, body: dict[str, Any], add: Adding
) -> None:
    assert default_of_new_interviews(service) is None
    first = add(title="First", default=True)
    assert default_of_new_interviews(service) == "First"

    second = add(title="Second", default=True)

    assert second["default"] is True
    assert defaults(service) == ["Second"]
    assert default_of_new_interviews(service) == "Second"
    before = read(service, first)
    assert before == {**first, "default": False, "updatedAt": second["createdAt"]}
    assert changed(service, first, default=True)["default"] is True
    assert defaults(service) == ["First"]
    assert default_of_new_interviews(service) == "First"


def test_each_type_and_each_team_has_a_default_of_its_own(
    service: Service, tenant: Tenant, add: Adding
) -> None:
    add(title="Standard", default=True)
    add(title="Questionnaire", default=True, type="questionnaire")
    add(title="Elsewhere", default=True, teamId=tenant.second_team_id)

    assert sorted(defaults(service)) == ["Questionnaire", "Standard"]
    assert defaults(service, teamId=tenant.second_team_id) == ["Elsewhere"]
    assert default_of_new_interviews(service) == "Standard"


def test_a_default_may_be_given_up(service: Service, add: Adding) -> None:
    group = add(title="First", default=True)
    other = add(title="Second")

    assert changed(service, other, default=False) == other
    assert default_of_new_interviews(service) == "First"
    assert changed(service, group, default=False)["default"] is False
    assert defaults(service) == []
    assert default_of_new_interviews(service) is None
    add(title="Third", default=True)
    assert default_of_new_interviews(service) == "Third"


def test_a_default_that_stays_one_changes_like_any_group(service: Service, add: Adding) -> None:
    group = add(title="First", default=True)

    changed(service, group, title="Second", default=True)
    changed(service, group, status="DRAFT")

    assert defaults(service) == ["Second"]
    assert default_of_new_interviews(service) == "Second"


Step = Callable[[], object]


def _meanwhile(
    adapters: Adapters, action: Step, operation: str = "TransactWriteItems", after: int = 0
) -> None:
    """Have `action` done once, just before the next call of `operation` is sent, or `after` so many."""
    left = [None] * after

    def act(**_: object) -> None:
        if left:
            left.pop()
            return
        stop()
        action()

    stop = during(adapters, operation, act)


def test_many_that_become_the_default_at_once_leave_one(
    service: Service, body: dict[str, Any], add: Adding
) -> None:
    """At once over HTTP; one after the other in process, where a handler takes one request at a time."""
    transport = service.transport
    at_once = 8 if isinstance(transport, Http) else 1
    groups = [add(title=f"Old {number}") for number in range(8)]

    def become_default(number: int) -> int:
        own = Http(transport.host, transport.port) if isinstance(transport, Http) else transport
        client = Service(own, service.key)
        if number % 2:
            return patch(client, groups[number // 2], default=True, title=f"Default {number}").status
        new = {**body, "title": f"Default {number}", "default": True}
        return client.post("/message-groups", new).status

    with ThreadPoolExecutor(at_once) as pool:
        statuses = list(pool.map(become_default, range(16)))

    assert set(statuses) <= {200, 201, 409}
    assert {200, 201} & set(statuses)
    (default,) = defaults(service)
    assert default.startswith("Default")
    assert default_of_new_interviews(service) == default
    assert len(service.get("/message-groups").data["messageGroups"]) == 8 + statuses.count(201)


@pytest.mark.in_process
@pytest.mark.parametrize("has_default", [False, True])
@pytest.mark.parametrize("early", ["create", "change"])
@pytest.mark.parametrize("late", ["create", "change"])
def test_the_later_of_two_concurrent_defaults_is_the_default(
    adapters: Adapters, service: Service, add: Adding, has_default: bool, early: str, late: str
) -> None:
    if has_default:
        add(title="Before", default=True)
    groups = {title: add(title=title) for title in ("early", "late")}

    def become_default(title: str, how: str) -> None:
        if how == "create":
            add(title=title, default=True)
        else:
            changed(service, groups[title], default=True)

    _meanwhile(adapters, lambda: become_default("early", early))
    become_default("late", late)

    assert defaults(service) == ["late"]
    assert default_of_new_interviews(service) == "late"


@pytest.mark.in_process
@pytest.mark.parametrize(("operation", "after"), [("GetItem", 1), ("GetItem", 2), ("TransactWriteItems", 0)])
def test_one_that_is_made_the_default_twice_at_once_is_the_default(
    adapters: Adapters, service: Service, add: Adding, operation: str, after: int
) -> None:
    """Between the readings of the group, of the pointer and of the one before, and before the writing."""
    add(title="Before", default=True)
    group = add(title="New")

    _meanwhile(adapters, lambda: changed(service, group, default=True), operation, after)
    answered = changed(service, group, default=True, title="Newest")

    assert answered["default"] is True
    assert defaults(service) == ["Newest"]


@pytest.mark.in_process
def test_a_default_that_is_given_up_too_late_leaves_the_new_one(
    adapters: Adapters, service: Service, add: Adding
) -> None:
    before = add(title="Before", default=True)

    _meanwhile(adapters, lambda: add(title="New", default=True))
    changed(service, before, default=False)

    assert defaults(service) == ["New"]
    assert default_of_new_interviews(service) == "New"


@pytest.mark.in_process
def test_a_default_that_is_changed_meanwhile_keeps_the_change(
    adapters: Adapters, service: Service, add: Adding
) -> None:
    before = add(title="Before", default=True)

    _meanwhile(adapters, lambda: changed(service, before, title="Changed"))
    add(title="New", default=True)

    assert read(service, before)["title"] == "Changed"
    assert defaults(service) == ["New"]


@pytest.mark.in_process
def test_a_creation_that_always_comes_too_late_makes_nothing(
    adapters: Adapters, service: Service, body: dict[str, Any], add: Adding
) -> None:
    before = add(title="Before", default=True)
    attempts: list[int] = []

    def change(**_: object) -> None:
        stop[-1]()
        attempts.append(len(attempts))
        changed(service, before, title=f"Change {len(attempts)}")
        stop.append(during(adapters, "TransactWriteItems", change))

    stop = [during(adapters, "TransactWriteItems", change)]
    reply = service.post("/message-groups", {**body, "title": "New", "default": True})
    stop[-1]()

    assert (reply.status, reply.error["code"]) == (409, "CONFLICT")
    assert len(attempts) == CHANGE_ATTEMPTS
    groups = service.get("/message-groups").data["messageGroups"]
    assert [group["title"] for group in groups] == [f"Change {CHANGE_ATTEMPTS}"]
    assert defaults(service) == [f"Change {CHANGE_ATTEMPTS}"]


def test_a_change_of_an_outdated_version_is_refused(service: Service, add: Adding) -> None:
    path = f"/message-groups/{add()['id']}"
    etag = service.get(path).headers["etag"]
    assert service.patch(path, {"title": "New"}, headers={"If-Match": etag}).status == 200

    assert service.patch(path, {"title": "Newer"}, headers={"If-Match": etag}).status == 412


def test_a_repeated_creation_makes_one(service: Service, body: dict[str, Any]) -> None:
    once = {"Idempotency-Key": "group-1"}
    first = service.post("/message-groups", {**body, "default": True}, headers=once)

    assert service.post("/message-groups", {**body, "default": True}, headers=once).data == first.data
    assert len(service.get("/message-groups").data["messageGroups"]) == 1


@pytest.mark.parametrize("group_id", [UNKNOWN_ID, "first"])
def test_an_unknown_group_is_absent(service: Service, group_id: str) -> None:
    for reply in (
        service.get(f"/message-groups/{group_id}"),
        service.patch(f"/message-groups/{group_id}", {"title": "New"}),
    ):
        assert reply.status == 404
        assert reply.error["details"] == {"resource": "message group", "id": group_id}


def test_a_group_of_another_team_or_tenant_is_absent(
    service: Service, tenant: Tenant, other_tenant: Tenant, body: dict[str, Any], add: Adding
) -> None:
    group = add(INVITE, default=True)
    path = f"/message-groups/{group['id']}"
    stranger = service.using(other_tenant.key)

    assert service.get(path, teamId=tenant.second_team_id).status == 404
    assert stranger.get(path).status == 404
    assert stranger.patch(path, {"title": "Mine"}).status == 404
    assert stranger.get("/message-groups").data == {"messageGroups": []}
    reply = service.post("/message-groups", {**body, "teamId": other_tenant.team_id})
    assert (reply.status, reply.error["details"]["field"]) == (404, "teamId")
    assert read(service, group) == group


def test_a_team_has_a_bounded_number(
    service: Service, tenant: Tenant, records: Records, body: dict[str, Any], add: Adding
) -> None:
    add()
    size = TEAM_SET_SIZE.at(tenant.team_id, MESSAGE_GROUP.name)
    records.table.write(size.put(amount=MOST_GROUPS - 1))

    add(default=True, title="Last")
    reply = service.post("/message-groups", {**body, "default": True})

    assert (reply.status, reply.error["code"]) == (409, "CONFLICT")
    assert defaults(service) == ["Last"]
