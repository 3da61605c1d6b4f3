"""Chatbots over the HTTP interface (interface: Chatbots, rules 1 to 7)."""

from typing import Any

import pytest

from gather.chat.chatbots.storage import CHATBOT_POINTER
from gather.core.identifiers import new_id
from gather.core.record import archived
from gather.table.records import Records
from gather.wiring import Adapters
from gather.workflow.jobs.storage import JOB
from tests.builders.content import make_job, make_knowledge_base
from tests.builders.service import UNKNOWN_ID, Service, Tenant
from tests.doubles.table_faults import during
from tests.support.records import CHATBOT, post_chatbot

pytestmark = pytest.mark.routes

SUMMARY = {
    "id",
    "title",
    "displayName",
    "status",
    "language",
    "description",
    "organizationId",
    "teamId",
    "createdById",
    "createdAt",
    "updatedAt",
    "archivedAt",
}


def titles(service: Service, **query: object) -> list[str]:
    return [chatbot["title"] for chatbot in service.get("/chatbots", **query).data["chatbots"]]


def path_of(chatbot: dict[str, Any]) -> str:
    return f"/chatbots/{chatbot['id']}"


def archive(records: Records, team_id: str, job_id: str) -> None:
    records.change(
        JOB, team_id, job_id, lambda stored, _: archived(stored.record, "2026-02-03T04:05:06.789Z")
    )


def test_a_chatbot_is_returned_with_every_field_of_the_record(
    service: Service, tenant: Tenant, records: Records
) -> None:
    given: dict[str, object] = {
        **CHATBOT,
        "language": "pt-BR",
        "description": "On the careers pages",
        "welcomeMessage": "Hello!",
        "friendlyTone": False,
        "professionalTone": True,
        "useKnowledgeBase": False,
        "useJobMatching": False,
        "useResumeParsing": True,
        "enableStructuredInput": False,
        "searchWebEnabled": True,
        "guardrailsEnabled": False,
        "mediaEnabled": True,
        "guardrails": ["Never promise a salary."],
        "branding": {
            "logoUrl": "https://files.example/logo.png",
            "accentColor": "3366ff",
            "buttonColor": "fff",
            "displayName": "Example Careers",
            "headerImageUrl": "https://files.example/header.png",
            "backgroundImageUrl": "https://files.example/background.png",
        },
        "allowedDomains": ["careers.example.com", "*.example.org"],
        "jobPageUrlPattern": "https://careers.example.com/jobs/{jobId}?ref={externalId}",
        "jobIds": [make_job(records, tenant).id, make_job(records, tenant).id],
        "knowledgeBaseIds": [make_knowledge_base(records, tenant).id],
    }

    chatbot = post_chatbot(service, **given)

    assert chatbot == {
        **given,
        "id": chatbot["id"],
        "status": "ACTIVE",
        "organizationId": tenant.organization_id,
        "teamId": tenant.team_id,
        "createdById": tenant.user_id,
        "createdAt": chatbot["createdAt"],
        "updatedAt": chatbot["createdAt"],
        "archivedAt": None,
    }
    assert service.get(path_of(chatbot)).data == {"chatbot": chatbot}


def test_a_chatbot_needs_only_its_names(service: Service) -> None:
    chatbot = post_chatbot(service)

    toggles = {name: value for name, value in chatbot.items() if isinstance(value, bool)}
    assert toggles == {
        "friendlyTone": True,
        "professionalTone": False,
        "useKnowledgeBase": True,
        "useJobMatching": True,
        "useResumeParsing": False,
        "enableStructuredInput": True,
        "searchWebEnabled": False,
        "guardrailsEnabled": True,
        "mediaEnabled": False,
    }
    assert chatbot["language"] == "en"
    assert set(chatbot["branding"].values()) == {None}
    for name in ("guardrails", "allowedDomains", "jobIds", "knowledgeBaseIds"):
        assert chatbot[name] == []


def test_every_fault_of_a_body_is_named_at_once_and_nothing_is_written(service: Service) -> None:
    reply = service.post(
        "/chatbots",
        {
            "title": " ",
            "language": "English",
            "friendlyTone": "yes",
            "guardrails": ["", 7],
            "branding": {"accentColor": "#3366ff", "logoUrl": "logo.png"},
            "allowedDomains": ["careers.example.com", "https://careers.example.com", "*"],
            "jobPageUrlPattern": "https://careers.example.com/jobs/{title}",
            "jobIds": ["a", 1],
        },
    )

    assert (reply.status, reply.error["code"]) == (400, "VALIDATION_ERROR")
    assert reply.faulty_fields == {
        "title",
        "displayName",
        "language",
        "friendlyTone",
        "guardrails[0]",
        "guardrails[1]",
        "branding.accentColor",
        "branding.logoUrl",
        "allowedDomains[1]",
        "allowedDomains[2]",
        "jobPageUrlPattern",
        "jobIds[1]",
    }
    assert service.get("/chatbots").data["pagination"]["total"] == 0


@pytest.mark.parametrize(
    ("member", "bound"),
    [("jobIds", 100), ("knowledgeBaseIds", 20), ("guardrails", 50), ("allowedDomains", 50)],
)
def test_sets_have_a_bound(service: Service, member: str, bound: int) -> None:
    reply = service.post("/chatbots", {**CHATBOT, member: [f"n{n}.example.com" for n in range(bound + 1)]})

    assert (reply.status, reply.faulty_fields) == (400, {member})


@pytest.mark.parametrize("member", ["title", "friendlyTone", "jobIds", "guardrails", "allowedDomains"])
def test_what_a_chatbot_cannot_do_without_may_not_be_null(service: Service, member: str) -> None:
    chatbot = post_chatbot(service)

    reply = service.patch(path_of(chatbot), {member: None})

    assert (reply.status, reply.faulty_fields) == (400, {member})


def test_list_items_leave_out_configuration_and_attachments(service: Service) -> None:
    chatbot = post_chatbot(service)

    [item] = service.get("/chatbots").data["chatbots"]

    assert item == {name: chatbot[name] for name in SUMMARY}


def test_the_list_is_paged_newest_first(service: Service) -> None:
    names = [f"Chatbot {number}" for number in range(5)]
    for name in names:
        post_chatbot(service, title=name)

    assert titles(service, pageSize=2) == names[:2:-1]
    assert titles(service, pageSize=2, page=3) == names[:1]
    assert titles(service, pageSize=2, page=4) == []
    assert service.get("/chatbots", pageSize=2, page=3).data["pagination"] == {
        "total": 5,
        "page": 3,
        "totalPages": 3,
        "pageSize": 2,
    }
    assert service.get("/chatbots").data["pagination"]["pageSize"] == 50


@pytest.mark.parametrize(
    ("query", "faulty"),
    [({"page": 0}, "page"), ({"pageSize": 101}, "pageSize"), ({"archived": "all"}, "archived")],
)
def test_a_query_outside_its_range_is_refused(
    service: Service, query: dict[str, object], faulty: str
) -> None:
    reply = service.get("/chatbots", **query)

    assert (reply.status, reply.faulty_fields) == (400, {faulty})


def test_search_looks_through_titles_and_display_names(service: Service) -> None:
    post_chatbot(service, title="Warehouse jobs")
    post_chatbot(service, title="Office jobs", displayName="Warehouse Willy")
    post_chatbot(service, title="Shop jobs", description="Not for the warehouse")

    assert titles(service, search="wareHOUSE") == ["Office jobs", "Warehouse jobs"]


def test_a_patch_changes_what_it_names_and_null_clears(service: Service) -> None:
    chatbot = post_chatbot(service, welcomeMessage="Hello!", description="On the careers pages")

    changed = service.patch(
        path_of(chatbot), {"title": "Front page", "professionalTone": True, "welcomeMessage": None}
    ).data["chatbot"]

    assert changed == {
        **chatbot,
        "title": "Front page",
        "professionalTone": True,
        "welcomeMessage": None,
        "updatedAt": changed["updatedAt"],
    }
    assert service.get(path_of(chatbot)).data["chatbot"] == changed
    assert titles(service, search="front") == ["Front page"]


def test_branding_changes_member_by_member(service: Service) -> None:
    chatbot = post_chatbot(service, branding={"accentColor": "3366ff", "displayName": "Example"})
    path = path_of(chatbot)

    merged = service.patch(path, {"branding": {"accentColor": None, "buttonColor": "ffffff"}})
    cleared = service.patch(path, {"branding": None})

    assert merged.data["chatbot"]["branding"] == {
        **chatbot["branding"],
        "accentColor": None,
        "buttonColor": "ffffff",
    }
    assert set(cleared.data["chatbot"]["branding"].values()) == {None}


def test_attachments_are_replaced_as_whole_sets(service: Service, records: Records, tenant: Tenant) -> None:
    first, second, third = (make_job(records, tenant).id for _ in range(3))
    base = make_knowledge_base(records, tenant).id
    chatbot = post_chatbot(service, jobIds=[first, second], knowledgeBaseIds=[base])
    path = path_of(chatbot)

    by_patch = service.patch(path, {"jobIds": [second, third]}).data["chatbot"]
    by_set = service.patch(f"{path}/jobs", {"jobIds": [third]}).data["chatbot"]
    emptied = service.patch(f"{path}/knowledge-bases", {"knowledgeBaseIds": []}).data["chatbot"]

    assert (by_patch["jobIds"], by_patch["knowledgeBaseIds"]) == ([second, third], [base])
    assert (by_set["jobIds"], by_set["knowledgeBaseIds"]) == ([third], [base])
    assert (emptied["jobIds"], emptied["knowledgeBaseIds"]) == ([third], [])
    assert service.get(path).data["chatbot"] == emptied


def test_what_is_named_twice_is_attached_once(service: Service, records: Records, tenant: Tenant) -> None:
    first, second = make_job(records, tenant).id, make_job(records, tenant).id

    chatbot = post_chatbot(service, jobIds=[first, second, first], allowedDomains=["A.example", "a.example"])

    assert chatbot["jobIds"] == [first, second]
    assert chatbot["allowedDomains"] == ["a.example"]


@pytest.mark.parametrize(("route", "member"), [("jobs", "jobIds"), ("knowledge-bases", "knowledgeBaseIds")])
def test_a_set_has_to_be_sent(service: Service, route: str, member: str) -> None:
    reply = service.patch(f"{path_of(post_chatbot(service))}/{route}", {})

    assert (reply.status, reply.faulty_fields) == (400, {member})


def test_what_is_attached_must_exist_in_the_team_and_nothing_is_written_otherwise(
    service: Service, records: Records, tenant: Tenant, other_tenant: Tenant
) -> None:
    job, base = make_job(records, tenant).id, make_knowledge_base(records, tenant).id
    wrong_jobs = [
        UNKNOWN_ID,
        "not-a-uuid",
        base,
        make_job(records, tenant, is_archived=True).id,
        make_job(records, other_tenant).id,
    ]
    wrong_bases = [
        UNKNOWN_ID,
        make_knowledge_base(records, tenant, is_archived=True).id,
        make_knowledge_base(records, other_tenant).id,
    ]
    chatbot = post_chatbot(service, jobIds=[job])
    path = path_of(chatbot)

    for wrong in wrong_jobs:
        details = {"resource": "job", "id": wrong, "field": "jobIds[2]"}
        body = {"jobIds": [job, job, wrong]}
        for reply in (
            service.post("/chatbots", {**CHATBOT, **body}),
            service.patch(path, body),
            service.patch(f"{path}/jobs", body),
        ):
            assert (reply.status, reply.error["details"]) == (404, details)
    for wrong in wrong_bases:
        details = {"resource": "knowledge base", "id": wrong, "field": "knowledgeBaseIds[1]"}
        body = {"knowledgeBaseIds": [base, wrong]}
        for reply in (
            service.post("/chatbots", {**CHATBOT, **body}),
            service.patch(f"{path}/knowledge-bases", body),
        ):
            assert (reply.status, reply.error["details"]) == (404, details)
    assert service.get("/chatbots").data["pagination"]["total"] == 1
    assert service.get(path).data["chatbot"] == chatbot


def test_a_patch_that_changes_nothing_writes_nothing(
    service: Service, records: Records, tenant: Tenant
) -> None:
    job = make_job(records, tenant).id
    chatbot = post_chatbot(service, jobIds=[job])
    path = path_of(chatbot)
    before = service.get(path)

    replies = [
        service.patch(path, {}),
        service.patch(path, {"title": chatbot["title"], "branding": {}}),
        service.patch(f"{path}/jobs", {"jobIds": [job, job]}),
    ]

    assert [(reply.status, reply.data) for reply in replies] == [(200, before.data)] * 3
    assert {reply.headers["etag"] for reply in replies} == {before.headers["etag"]}


def test_changes_against_an_older_version_are_refused(service: Service) -> None:
    chatbot = post_chatbot(service)
    path = path_of(chatbot)
    seen = {"If-Match": service.get(path).headers["etag"]}
    assert service.patch(path, {"title": "Front page"}, headers=seen).status == 200

    replies = [
        service.patch(path, {"title": "Back page"}, headers=seen),
        service.patch(f"{path}/jobs", {"jobIds": []}, headers=seen),
        service.patch(f"{path}/knowledge-bases", {"knowledgeBaseIds": []}, headers=seen),
        service.request("DELETE", path, headers=seen),
        service.post(f"{path}/unarchive", headers=seen),
    ]

    assert {(reply.status, reply.error["code"]) for reply in replies} == {(412, "PRECONDITION_FAILED")}
    assert service.get(path).data["chatbot"]["title"] == "Front page"


@pytest.mark.in_process
def test_two_concurrent_changes_are_both_kept(
    adapters: Adapters, service: Service, records: Records, tenant: Tenant
) -> None:
    job = make_job(records, tenant).id
    path = path_of(post_chatbot(service))

    def faster(**_: object) -> None:
        stop()
        assert service.patch(f"{path}/jobs", {"jobIds": [job]}).status == 200

    stop = during(adapters, "PutItem", faster)
    changed = service.patch(path, {"title": "Front page"})

    assert (changed.status, changed.headers["etag"]) == (200, '"3"')
    assert (changed.data["chatbot"]["title"], changed.data["chatbot"]["jobIds"]) == ("Front page", [job])


def test_an_archived_chatbot_leaves_the_list_and_comes_back(service: Service) -> None:
    chatbot = post_chatbot(service)
    path = path_of(chatbot)

    gone = service.delete(path)

    assert gone.data == {
        "chatbot": {
            "id": chatbot["id"],
            "status": "ARCHIVED",
            "archivedAt": gone.data["chatbot"]["archivedAt"],
        }
    }
    assert gone.data["chatbot"]["archivedAt"] is not None
    assert service.delete(path).data == gone.data
    assert titles(service) == []
    assert titles(service, archived="true") == [chatbot["title"]]
    shown = service.get(path).data["chatbot"]
    assert (shown["status"], shown["archivedAt"]) == ("ARCHIVED", gone.data["chatbot"]["archivedAt"])

    restored = service.post(f"{path}/unarchive")

    assert restored.status == 200
    shown = service.get(path).data["chatbot"]
    assert restored.data == {
        "chatbot": {"id": chatbot["id"], "status": "ACTIVE", "updatedAt": shown["updatedAt"]}
    }
    assert (shown["status"], shown["archivedAt"]) == ("ACTIVE", None)
    assert service.post(f"{path}/unarchive").data == restored.data
    assert titles(service) == [chatbot["title"]]
    assert titles(service, archived="true") == []


def test_what_is_attached_may_stay_when_it_is_archived(
    service: Service, records: Records, tenant: Tenant
) -> None:
    first, second = make_job(records, tenant), make_job(records, tenant).id
    path = path_of(post_chatbot(service, jobIds=[first.id]))
    archive(records, first.team_id, first.id)

    kept = service.patch(f"{path}/jobs", {"jobIds": [first.id, second]})

    assert (kept.status, kept.data["chatbot"]["jobIds"]) == (200, [first.id, second])


def test_another_tenants_and_another_teams_chatbot_is_absent(
    service: Service, tenant: Tenant, other_tenant: Tenant
) -> None:
    chatbot = post_chatbot(service)
    path = path_of(chatbot)
    elsewhere = f"?teamId={tenant.second_team_id}"

    for user, team in ((service.using(other_tenant.key), ""), (service, elsewhere)):
        for reply in (
            user.request("GET", path + team),
            user.patch(path + team, {"title": "Mine"}),
            user.patch(f"{path}/jobs{team}", {"jobIds": []}),
            user.patch(f"{path}/knowledge-bases{team}", {"knowledgeBaseIds": []}),
            user.request("DELETE", path + team),
            user.post(f"{path}/unarchive{team}"),
        ):
            assert reply.status == 404
            assert reply.error["details"] == {"resource": "chatbot", "id": chatbot["id"]}
        assert user.request("GET", f"/chatbots{team}").data["chatbots"] == []
    assert service.get(path).data["chatbot"] == chatbot


@pytest.mark.parametrize("identifier", [UNKNOWN_ID, "not-a-uuid", "%20"])
def test_an_unknown_id_is_404(service: Service, identifier: str) -> None:
    assert service.get(f"/chatbots/{identifier}").error["code"] == "NOT_FOUND"


def test_a_key_of_the_organization_has_to_name_the_team(service: Service, tenant: Tenant) -> None:
    whole = service.using(tenant.organization_key)

    reply = whole.post("/chatbots", CHATBOT)

    assert (reply.status, reply.faulty_fields) == (400, {"teamId"})
    assert post_chatbot(whole, teamId=tenant.second_team_id)["teamId"] == tenant.second_team_id


def test_a_repeated_post_with_an_idempotency_key_adds_one_chatbot(service: Service) -> None:
    header = {"Idempotency-Key": new_id()}
    first = service.post("/chatbots", CHATBOT, headers=header)

    again = service.post("/chatbots", CHATBOT, headers=header)

    assert (again.status, again.data) == (201, first.data)
    assert service.get("/chatbots").data["pagination"]["total"] == 1


def test_the_address_of_a_chatbots_page_leads_to_its_team(
    service: Service, tenant: Tenant, records: Records
) -> None:
    chatbot = post_chatbot(service)

    pointer = records.table.get(CHATBOT_POINTER.key(chatbot["id"]))

    assert pointer is not None
    assert (pointer["organizationId"], pointer["teamId"]) == (tenant.organization_id, tenant.team_id)
