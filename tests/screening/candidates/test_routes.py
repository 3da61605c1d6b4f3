"""Candidates over the HTTP interface (interface: Candidates, rules 1 to 4)."""

import pytest

from tests.builders.service import UNKNOWN_ID, Service, Tenant
from tests.support.records import ADA, post_candidate

pytestmark = pytest.mark.routes


def test_a_candidate_is_returned_with_every_field_of_the_record(service: Service, tenant: Tenant) -> None:
    candidate = post_candidate(
        service,
        linkedInURL="https://linkedin.example/ada",
        timezone="Europe/London",
        smsOptIn=True,
        tags=["night-shift", "forklift"],
        metadata={"badge.number": "7"},
    )

    assert candidate == {
        **ADA,
        "id": candidate["id"],
        "resumeUrl": None,
        "externalId": None,
        "linkedInURL": "https://linkedin.example/ada",
        "source": "api",
        "timezone": "Europe/London",
        "smsOptIn": True,
        "tags": ["night-shift", "forklift"],
        "metadata": {"badge.number": "7"},
        "organizationId": tenant.organization_id,
        "teamId": tenant.team_id,
        "createdById": tenant.user_id,
        "createdAt": candidate["createdAt"],
        "updatedAt": candidate["createdAt"],
        "archivedAt": None,
    }
    assert service.get(f"/candidates/{candidate['id']}").data == candidate


def test_tags_and_metadata_are_empty_by_default_and_replaced_as_a_whole(service: Service) -> None:
    candidate = post_candidate(service)
    path = f"/candidates/{candidate['id']}"

    changed = service.patch(path, {"tags": ["b", " a "], "metadata": {"k": "", "l": "2"}}).data
    again = service.patch(path, {"metadata": {}}).data

    assert (candidate["tags"], candidate["metadata"]) == ([], {})
    assert (changed["tags"], changed["metadata"]) == (["b", "a"], {"k": "", "l": "2"})
    assert (again["tags"], again["metadata"]) == (["b", "a"], {})


@pytest.mark.parametrize(
    ("member", "value"),
    [
        ("tags", ["same", "same"]),
        ("tags", [str(number) for number in range(21)]),
        ("tags[0]", ["x" * 51]),
        ("tags[0]", [" "]),
        ("tags[0]", [7]),
        ("tags", "night-shift"),
        ("metadata", {"a key": "1"}),
        ("metadata", {"k" * 41: "1"}),
        ("metadata", {"": "1"}),
        ("metadata", {"k": "x" * 501}),
        ("metadata", {f"k{number}": "" for number in range(51)}),
        ("metadata", ["k"]),
        ("metadata", None),
    ],
)
def test_tags_and_metadata_that_break_a_rule_are_refused(
    service: Service, member: str, value: object
) -> None:
    candidate = post_candidate(service)
    name = member.partition("[")[0]

    for reply in (
        service.post("/candidates", {**ADA, name: value}),
        service.patch(f"/candidates/{candidate['id']}", {name: value}),
    ):
        assert reply.status == 400
        assert [fault["field"] for fault in reply.error["details"]] == [member]


def test_every_fault_of_a_body_is_named_at_once_and_nothing_is_written(service: Service) -> None:
    reply = service.post(
        "/candidates", {"firstName": 7, "email": "nobody", "phone": "0123", "smsOptIn": "yes"}
    )

    assert reply.status == 400
    assert reply.error["code"] == "VALIDATION_ERROR"
    assert reply.faulty_fields == {"firstName", "lastName", "email", "phone", "smsOptIn"}
    assert service.get("/candidates").data["pagination"]["total"] == 0


def test_the_list_is_paged_newest_first(service: Service) -> None:
    names = [f"Candidate {number}" for number in range(12)]
    for name in names:
        post_candidate(service, firstName=name)

    first = service.get("/candidates").data
    second = service.get("/candidates", page=2).data

    assert [candidate["firstName"] for candidate in first["candidates"]] == names[:1:-1]
    assert [candidate["firstName"] for candidate in second["candidates"]] == names[1::-1]
    assert first["pagination"] == {"total": 12, "page": 1, "pages": 2, "pageSize": 10}


@pytest.mark.parametrize(
    ("query", "faulty"),
    [
        ({"page": 0}, "page"),
        ({"pageSize": 101}, "pageSize"),
        ({"pageSize": "ten"}, "pageSize"),
        ({"archived": "1"}, "archived"),
    ],
)
def test_a_query_outside_its_range_is_refused(
    service: Service, query: dict[str, object], faulty: str
) -> None:
    reply = service.get("/candidates", **query)

    assert (reply.status, reply.faulty_fields) == (400, {faulty})


def test_search_finds_names_and_addresses_and_external_ids_match_exactly(service: Service) -> None:
    post_candidate(service, firstName="Grace", email="grace@example.com", externalId="crm-1")
    post_candidate(service, externalId="crm-11")

    assert [c["firstName"] for c in service.get("/candidates", search="GRACE@ex").data["candidates"]] == [
        "Grace"
    ]
    found = service.get("/candidates", externalId="crm-1").data
    assert [c["firstName"] for c in found["candidates"]] == ["Grace"]
    assert found["pagination"]["total"] == 1


def test_a_patch_changes_what_it_names_and_null_clears(service: Service) -> None:
    candidate = post_candidate(service, externalId="crm-1")

    changed = service.patch(f"/candidates/{candidate['id']}", {"lastName": "King", "externalId": None}).data

    assert (changed["lastName"], changed["externalId"]) == ("King", None)
    assert changed["firstName"] == "Ada"
    assert service.get(f"/candidates/{candidate['id']}").data == changed


def test_a_patch_against_an_older_version_is_refused(service: Service) -> None:
    candidate = post_candidate(service)
    path = f"/candidates/{candidate['id']}"
    seen = service.get(path).headers["etag"]
    assert service.patch(path, {"lastName": "King"}, headers={"If-Match": seen}).status == 200

    reply = service.patch(path, {"lastName": "Byron"}, headers={"If-Match": seen})

    assert (reply.status, reply.error["code"]) == (412, "PRECONDITION_FAILED")
    assert service.get(path).data["lastName"] == "King"


def test_an_archived_candidate_leaves_the_list_and_stays_readable(service: Service) -> None:
    candidate = post_candidate(service)

    archived = service.delete(f"/candidates/{candidate['id']}").data

    assert set(archived) == {"id", "archivedAt"}
    assert service.get("/candidates").data["candidates"] == []
    assert [c["id"] for c in service.get("/candidates", archived="true").data["candidates"]] == [
        candidate["id"]
    ]
    assert service.get(f"/candidates/{candidate['id']}").data["archivedAt"] == archived["archivedAt"]
    assert service.delete(f"/candidates/{candidate['id']}").data == archived


def test_another_tenants_candidate_is_absent(service: Service, other_tenant: Tenant) -> None:
    candidate = post_candidate(service)
    stranger = service.using(other_tenant.key)
    path = f"/candidates/{candidate['id']}"

    for reply in (stranger.get(path), stranger.patch(path, {"lastName": "X"}), stranger.delete(path)):
        assert reply.status == 404
        assert reply.error["details"] == {"resource": "candidate", "id": candidate["id"]}
    assert stranger.get("/candidates").data["candidates"] == []


@pytest.mark.parametrize("identifier", [UNKNOWN_ID, "not-a-uuid", "%20"])
def test_an_unknown_id_is_404(service: Service, identifier: str) -> None:
    assert service.get(f"/candidates/{identifier}").error["code"] == "NOT_FOUND"


def test_a_repeated_post_with_an_idempotency_key_adds_one_candidate(service: Service) -> None:
    header = {"Idempotency-Key": "import-7"}
    first = service.post("/candidates", ADA, headers=header)

    again = service.post("/candidates", ADA, headers=header)
    other = service.post("/candidates", {**ADA, "firstName": "Eve"}, headers=header)

    assert (again.status, again.data) == (201, first.data)
    assert (other.status, other.error["code"]) == (422, "IDEMPOTENCY_KEY_REUSED")
    assert service.get("/candidates").data["pagination"]["total"] == 1


@pytest.mark.parametrize("character", ["\x00", "\x0f", "\x85", " "])
def test_an_address_has_neither_control_characters_nor_spaces(service: Service, character: str) -> None:
    reply = service.post("/candidates", {**ADA, "linkedInURL": f"https://people.example/{character}ada"})

    assert reply.status == 400
    assert reply.error["details"] == [
        {"field": "linkedInURL", "reason": "must be an absolute http or https URL"}
    ]
