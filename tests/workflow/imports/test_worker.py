"""How rows become candidates, and who is a duplicate (interface: Imports of candidates)."""

from typing import Any

import pytest

from gather.wiring import Adapters
from tests.builders.outbox import events_of, tasks_of
from tests.builders.service import Service, Tenant
from tests.builders.workflows import add_governed_job, enroll, store_score
from tests.doubles.clock import HandClock
from tests.doubles.data_rights import items_of
from tests.doubles.engines import ScriptedEngines
from tests.doubles.importing import (
    announce_file,
    ask_for_import,
    begin_import,
    counts_of,
    import_file,
    import_rows,
    listed_candidates,
    ndjson,
    person,
    read_import,
    read_rows,
    run_imports,
    send_file,
    statuses,
)
from tests.support.records import (
    add_active_job,
    add_candidate,
    add_interview_with_question,
    add_meeting,
    post_candidate,
    step,
)

pytestmark = [pytest.mark.usefixtures("engines", "clock"), pytest.mark.features("jobWorkflow")]


def interviews_of(service: Service, **query: object) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = service.get("/candidate-interviews", **query, limit=100).data
    return found


def invited_row(row: dict[str, Any]) -> tuple[str, bool, bool, list[str]]:
    return (
        row["status"],
        row["candidateInterviewId"] is not None,
        row["enrollmentId"] is not None,
        [error["field"] for error in row["errors"]],
    )


def test_who_has_the_same_id_or_without_one_the_same_address_is_a_duplicate(
    adapters: Adapters, service: Service
) -> None:
    by_id = add_candidate(service, externalId="crm-1", email="one@example.com")
    by_address = add_candidate(service, email="Two@Example.com")
    rows = [
        person(1, externalId="crm-1", email="other@example.com"),
        person(2, email="tWO@example.COM"),
        # With an id of its own it is another person, whatever the address.
        person(3, externalId="crm-3", email="two@example.com"),
        person(4),
    ]

    shown = import_rows(adapters, service, rows)

    assert counts_of(shown) == (2, 0, 2, 0, 0)
    told = read_rows(service, shown["id"])
    assert [row["status"] for row in told] == ["skipped", "skipped", "created", "created"]
    assert [row["candidateId"] for row in told[:2]] == [by_id, by_address]
    assert service.get(f"/candidates/{by_id}").data["email"] == "one@example.com"


def test_an_archived_candidate_is_no_duplicate(adapters: Adapters, service: Service) -> None:
    archived = add_candidate(service, email="ada1@example.com")
    assert service.delete(f"/candidates/{archived}").status == 200

    shown = import_rows(adapters, service, [person(1)])

    assert counts_of(shown) == (1, 0, 0, 0, 0)


def test_a_candidate_of_another_team_is_no_duplicate(
    adapters: Adapters, service: Service, other_tenant: Tenant
) -> None:
    add_candidate(service.using(other_tenant.key), email="ada1@example.com")

    shown = import_rows(adapters, service, [person(1)])

    assert counts_of(shown) == (1, 0, 0, 0, 0)


def test_a_later_row_is_a_duplicate_of_an_earlier_one(adapters: Adapters, service: Service) -> None:
    rows = [person(1, externalId="a"), person(1), person(2), person(2, externalId="b"), person(2)]

    shown = import_rows(adapters, service, rows)

    told = read_rows(service, shown["id"])
    assert [row["status"] for row in told] == ["created", "skipped", "created", "created", "skipped"]
    assert told[1]["candidateId"] == told[0]["candidateId"]
    # Of several the newest.
    assert told[4]["candidateId"] == told[3]["candidateId"]


def test_an_update_changes_the_members_that_a_row_supplies(adapters: Adapters, service: Service) -> None:
    before = post_candidate(
        service, externalId="crm-1", source="fair", tags=["a"], metadata={"k": "v"}, smsOptIn=True
    )
    rows = [
        person(1, externalId="crm-1", tags=["b"]),
        person(2, externalId="crm-1", metadata={"desk": "7"}),
    ]

    shown = import_rows(adapters, service, rows, onDuplicate="update")

    assert counts_of(shown) == (0, 2, 0, 0, 0)
    assert {row["candidateId"] for row in read_rows(service, shown["id"])} == {before["id"]}
    after = service.get(f"/candidates/{before['id']}").data
    assert (after["firstName"], after["tags"], after["metadata"]) == ("Ada 2", ["b"], {"desk": "7"})
    assert (after["source"], after["smsOptIn"]) == ("fair", True)


def test_an_updated_address_is_the_one_that_later_rows_are_compared_with(
    adapters: Adapters, service: Service
) -> None:
    rows = [
        person(1, externalId="a", email="old@example.com"),
        person(2, externalId="a", email="new@example.com"),
        person(3, email="old@example.com"),
        person(4, email="new@example.com"),
    ]

    shown = import_rows(adapters, service, rows, onDuplicate="update")

    assert statuses(service, shown["id"]) == ["created", "updated", "created", "updated"]


def test_with_create_nobody_is_a_duplicate(adapters: Adapters, service: Service) -> None:
    add_candidate(service, email="ada1@example.com")

    shown = import_rows(adapters, service, [person(1), person(1)], onDuplicate="create")

    assert counts_of(shown) == (2, 0, 0, 0, 0)


@pytest.mark.parametrize(
    ("row", "fields"),
    [
        ({"firstName": "Ada"}, ["lastName", "email", "phone"]),
        (person(1, email="no address", phone="123"), ["email", "phone"]),
        (person(1, tags=["a", "a"]), ["tags"]),
        (person(1, tags=["", "x" * 51]), ["tags", "tags"]),
        (person(1, metadata={"no spaces": "v"}), ["metadata"]),
        (person(1, metadata={"k": 1}), ["metadata"]),
        (person(1, smsOptIn="true"), ["smsOptIn"]),
        (person(1, firstName="A\0da"), ["firstName"]),
        (person(1, resumeUrl="nowhere"), ["resumeUrl"]),
        ("Ada", [""]),
        (None, [""]),
        ([], [""]),
        ({}, ["firstName", "lastName", "email", "phone"]),
    ],
)
def test_a_wrong_row_fails_alone(
    adapters: Adapters, service: Service, row: object, fields: list[str]
) -> None:
    shown = import_rows(adapters, service, [person(7), row, person(8)])

    assert (shown["status"], counts_of(shown)) == ("complete", (2, 0, 0, 1, 0))
    failed = read_rows(service, shown["id"], status="failed")
    assert [(each["row"], each["candidateId"]) for each in failed] == [(2, None)]
    assert [error["field"] for error in failed[0]["errors"]] == fields
    assert all(error["reason"] for error in failed[0]["errors"])


def test_members_of_no_candidate_are_ignored_and_so_are_the_team_and_the_user(
    adapters: Adapters, service: Service, tenant: Tenant, other_tenant: Tenant
) -> None:
    row = person(1, shoeSize=9, teamId=other_tenant.team_id, userId=5)

    shown = import_rows(adapters, service, [row])

    assert counts_of(shown) == (1, 0, 0, 0, 0)
    [made] = listed_candidates(service)
    assert made["teamId"] == tenant.team_id


def test_new_candidates_are_invited_to_an_interview(adapters: Adapters, service: Service) -> None:
    interview_id = add_interview_with_question(service)

    shown = import_rows(
        adapters, service, map(person, range(12)), invite={"interviewId": interview_id, "expiryDays": 3}
    )

    assert counts_of(shown) == (12, 0, 0, 0, 12)
    rows = read_rows(service, shown["id"])
    made = interviews_of(service)
    assert {row["candidateInterviewId"] for row in rows} == {each["id"] for each in made}
    assert {row["enrollmentId"] for row in rows} == {None}
    assert {(each["status"], each["expiry"]) for each in made} == {
        ("invite_sent", "2026-03-05T09:30:00.000Z")
    }
    invites = [payload for name, payload in tasks_of(adapters.records.table) if name == "send_invite"]
    assert {payload["candidateInterviewId"] for payload in invites} == {each["id"] for each in made}
    assert [payload["deliveryTypes"] for payload in invites] == [["email"]] * 12


def test_who_cannot_be_reached_is_made_and_not_invited(adapters: Adapters, service: Service) -> None:
    interview_id = add_interview_with_question(service)
    invite = {"interviewId": interview_id, "deliveryTypes": ["sms"]}

    shown = import_rows(adapters, service, [person(1), person(2, smsOptIn=True)], invite=invite)

    assert counts_of(shown) == (2, 0, 0, 0, 1)
    assert [invited_row(row) for row in read_rows(service, shown["id"])] == [
        ("created", False, False, ["deliveryTypes"]),
        ("created", True, False, []),
    ]


@pytest.mark.parametrize("on_duplicate", ["skip", "update"])
def test_a_duplicate_is_invited_unless_there_is_an_open_invite(
    adapters: Adapters, service: Service, on_duplicate: str
) -> None:
    interview_id = add_interview_with_question(service)
    other = add_interview_with_question(service)
    ids = [add_candidate(service, email=f"ada{number}@example.com") for number in range(5)]
    made = [
        service.post("/candidate-interviews", {"candidateId": each, "interviewId": which, "sendInvite": True})
        for each, which in zip(ids, [interview_id, other, interview_id, interview_id], strict=False)
    ]
    completed, archived = made[2].data["id"], made[3].data["id"]
    for candidate_interview_id, status in ((completed, "new_response"), (archived, "archived")):
        path = f"/candidate-interviews/{candidate_interview_id}/status"
        assert service.patch(path, {"status": status}).status == 200

    shown = import_rows(
        adapters,
        service,
        [*map(person, range(5)), person(4)],
        invite={"interviewId": interview_id},
        onDuplicate=on_duplicate,
    )

    word = "skipped" if on_duplicate == "skip" else "updated"
    rows = read_rows(service, shown["id"])
    assert [row["candidateId"] for row in rows] == [*ids, ids[4]]
    assert [invited_row(row)[:2] for row in rows] == [
        (word, False),
        (word, True),
        (word, True),
        (word, True),
        (word, True),
        (word, False),
    ]
    assert shown["counts"]["invited"] == 4


def test_an_expired_invite_is_no_open_one(adapters: Adapters, service: Service, clock: HandClock) -> None:
    interview_id = add_interview_with_question(service)
    first = import_rows(adapters, service, [person(1)], invite={"interviewId": interview_id, "expiryDays": 1})
    clock.advance(days=2)

    again = import_rows(adapters, service, [person(1)], invite={"interviewId": interview_id})

    assert (counts_of(first), counts_of(again)) == ((1, 0, 0, 0, 1), (0, 0, 1, 0, 1))
    assert len(interviews_of(service)) == 2


def test_an_interview_that_is_paused_meanwhile_fails_the_invites_that_follow(
    adapters: Adapters, service: Service
) -> None:
    interview_id = add_interview_with_question(service)
    import_id = begin_import(service, [person(1)], invite={"interviewId": interview_id})
    assert service.patch(f"/interviews/{interview_id}", {"status": 1}).status == 200

    run_imports(adapters)

    assert counts_of(read_import(service, import_id)) == (1, 0, 0, 0, 0)
    [row] = read_rows(service, import_id)
    assert invited_row(row) == ("created", False, False, ["interviewId"])


def test_candidates_are_enrolled_in_a_job(adapters: Adapters, service: Service, tenant: Tenant) -> None:
    job_id = add_governed_job(
        service, tenant, step("standard_interview", add_interview_with_question(service))
    )
    enroll(service, job_id)
    rows = [person(1), person(2, email="ada@example.com"), person(1)]

    shown = import_rows(adapters, service, rows, invite={"jobId": job_id})

    assert counts_of(shown) == (1, 0, 2, 0, 1)
    told = read_rows(service, shown["id"])
    assert [invited_row(row) for row in told] == [
        ("created", True, True, []),
        ("skipped", False, False, []),
        ("skipped", False, False, []),
    ]
    names = [name for name, _payload in events_of(adapters.records.table)]
    assert names.count("workflow.enrollment.created") == 2


def test_a_first_step_that_is_delayed_enrolls_and_invites_nobody_yet(
    adapters: Adapters, service: Service, tenant: Tenant
) -> None:
    later = step("standard_interview", add_interview_with_question(service), sendDelayMinutes=60)
    job_id = add_governed_job(service, tenant, later)

    shown = import_rows(adapters, service, [person(1)], invite={"jobId": job_id})

    assert counts_of(shown) == (1, 0, 0, 0, 0)
    assert [invited_row(row) for row in read_rows(service, shown["id"])] == [("created", False, True, [])]


def test_a_first_step_that_is_a_meeting(adapters: Adapters, service: Service, tenant: Tenant) -> None:
    job_id = add_governed_job(service, tenant, step("meeting", add_meeting(service)))

    shown = import_rows(adapters, service, [person(1)], invite={"jobId": job_id})

    assert counts_of(shown) == (1, 0, 0, 0, 1)
    assert [invited_row(row) for row in read_rows(service, shown["id"])] == [("created", False, True, [])]


def test_a_score_below_the_initial_threshold_holds_a_candidate_back(
    adapters: Adapters, service: Service, tenant: Tenant
) -> None:
    interview_id = add_interview_with_question(service)
    job_id = add_governed_job(service, tenant, step("standard_interview", interview_id), threshold=50)
    assert service.patch(f"/jobs/{job_id}", {"interviewId": interview_id}).status == 200
    candidate_id = add_candidate(service, email="ada1@example.com")
    taken = service.post("/candidate-interviews", {"candidateId": candidate_id, "interviewId": interview_id})
    store_score(adapters.records, tenant, taken.data["id"], 20)

    shown = import_rows(adapters, service, [person(1), person(2)], invite={"jobId": job_id})

    assert [invited_row(row) for row in read_rows(service, shown["id"])] == [
        ("skipped", False, True, []),
        ("created", True, True, []),
    ]
    assert shown["counts"]["invited"] == 1


def test_a_dry_run_tells_the_same_outcomes_and_makes_nothing(
    adapters: Adapters, service: Service, tenant: Tenant
) -> None:
    interview_id = add_interview_with_question(service)
    add_candidate(service, externalId="crm-1", email="one@example.com")
    rows = [
        person(1, externalId="crm-1", email="new@example.com"),
        person(2, email="one@example.com"),
        person(3, email="new@example.com"),
        person(4, externalId="crm-4"),
        person(5, externalId="crm-4", email="ada9@example.com"),
        person(9),
        person(4),
        {"firstName": "Ada"},
    ]
    body = {
        "invite": {"interviewId": interview_id, "deliveryTypes": ["sms", "email"]},
        "onDuplicate": "update",
    }
    before, told_before = items_of(adapters), events_of(adapters.records.table)

    dry = import_rows(adapters, service, rows, dryRun=True, **body)

    after = items_of(adapters)
    kinds = {item.get("entity", {}).get("S") for item in after if item not in before}
    assert kinds <= {"CANDIDATE_IMPORT", "IMPORT_PROGRESS", "IMPORT_ROW", None, "CREDENTIAL"}
    assert events_of(adapters.records.table) == told_before
    wet = import_rows(adapters, service, rows, **body)
    assert (dry["dryRun"], wet["dryRun"]) == (True, False)
    assert (dry["status"], dry["counts"]) == ("complete", wet["counts"])
    told, made = read_rows(service, dry["id"]), read_rows(service, wet["id"])
    for row in told:
        assert (row["candidateId"], row["candidateInterviewId"], row["enrollmentId"]) == (None, None, None)
    assert [(row["status"], row["errors"]) for row in told] == [
        (row["status"], row["errors"]) for row in made
    ]


def test_a_file_is_read_from_where_it_was_sent(
    adapters: Adapters, service: Service, engines: ScriptedEngines
) -> None:
    content = ndjson([person(1), person(2)]) + b"\n  \nnonsense\n[]\n" + ndjson([person(3)]).rstrip()

    shown = import_file(adapters, service, engines, content, "application/x-ndjson")

    assert (shown["status"], shown["total"], counts_of(shown)) == ("complete", 5, (3, 0, 0, 2, 0))
    assert statuses(service, shown["id"]) == ["created", "created", "failed", "failed", "created"]
    assert [error["field"] for row in read_rows(service, shown["id"]) for error in row["errors"]] == ["", ""]
    assert engines.media().stored == {}


@pytest.mark.parametrize(
    ("content", "content_type", "told"),
    [
        (b"firstName,lastName,email\nAda,Lovelace,a@example.com\n", "text/csv", "lacks the column phone"),
        (b"Vorname;Nachname\nAda;Lovelace\n", "text/csv", "lacks the columns firstName"),
        (b"\n\n", "text/csv", "no header"),
        (b"sep=;\nfirstName;lastName;email;phone\n", "text/csv", "names the separator"),
        ("firstName,lastName,email,phone\nÄda,,,\n".encode("latin-1"), "text/csv", "UTF-8"),
        ("firstName,lastName,email,phone\n".encode("utf-16"), "text/csv", "UTF-8"),
        (b'firstName,lastName,email,phone\n"Ada,b,c,d\n', "text/csv", "quote"),
        (b"firstName,lastName,email,phone,email\n", "text/csv", "twice"),
        (b"firstName,lastName,email,phone\n" + b"a,b,c,d\n" * 10_001, "text/csv", "more than 10,000 rows"),
        (b"{}\n" * 10_001, "application/x-ndjson", "more than 10,000 rows"),
        (b'{"firstName": "\xff"}\n', "application/x-ndjson", "UTF-8"),
    ],
)
def test_a_file_that_cannot_be_read_fails_and_nothing_is_made(
    adapters: Adapters,
    service: Service,
    engines: ScriptedEngines,
    content: bytes,
    content_type: str,
    told: str,
) -> None:
    shown = import_file(adapters, service, engines, content, content_type)

    assert (shown["status"], shown["total"], counts_of(shown)) == ("failed", None, (0, 0, 0, 0, 0))
    assert told in shown["error"]
    assert shown["completedAt"]
    assert listed_candidates(service) == []
    assert read_rows(service, shown["id"]) == []
    assert engines.media().stored == {}


def test_a_file_with_a_header_alone_is_complete(
    adapters: Adapters, service: Service, engines: ScriptedEngines
) -> None:
    shown = import_file(adapters, service, engines, b"firstName,lastName,email,phone\r\n")

    assert (shown["status"], shown["total"]) == ("complete", 0)


def test_an_import_starts_once_and_only_with_its_file(
    adapters: Adapters, service: Service, engines: ScriptedEngines
) -> None:
    content = ndjson([person(1)])
    import_id = announce_file(service, content, "application/x-ndjson")
    path = f"/candidate-imports/{import_id}/start"
    assert service.post(path).status == 409
    send_file(adapters, service, engines, import_id, content + b"\n")
    assert service.post(path).status == 409, "another size than was announced"
    send_file(adapters, service, engines, import_id, content)

    started = service.post(path)

    assert (started.status, started.data["import"]["status"]) == (202, "running")
    assert (started.data["import"]["uploadUrl"], started.data["import"]["headers"]) == (None, None)
    assert service.post(path).status == 409
    run_imports(adapters)
    assert service.post(path).status == 409
    assert counts_of(read_import(service, import_id)) == (1, 0, 0, 0, 0)
    of_body = begin_import(service, [person(2)])
    assert service.post(f"/candidate-imports/{of_body}/start").status == 409


def test_a_cancelled_import_begins_no_other_row(
    adapters: Adapters, service: Service, engines: ScriptedEngines
) -> None:
    import_id = begin_import(service, map(person, range(5)))

    cancelled = service.post(f"/candidate-imports/{import_id}/cancel")

    assert (cancelled.status, cancelled.data["import"]["status"]) == (200, "cancelled")
    run_imports(adapters)
    assert counts_of(read_import(service, import_id)) == (0, 0, 0, 0, 0)
    assert listed_candidates(service) == []
    assert engines.media().stored == {}
    assert service.post(f"/candidate-imports/{import_id}/cancel").status == 409
    waiting = announce_file(service, b"{}", "application/x-ndjson")
    assert service.post(f"/candidate-imports/{waiting}/cancel").status == 200
    assert service.post(f"/candidate-imports/{waiting}/start").status == 409


@pytest.mark.parametrize(
    ("body", "fields"),
    [
        ({}, {"candidates"}),
        ({"candidates": []}, {"candidates"}),
        ({"candidates": [{}] * 1_001}, {"candidates"}),
        ({"candidates": [{}], "file": {"contentType": "text/csv", "size": 1}}, {"candidates"}),
        ({"candidates": "x"}, {"candidates"}),
        ({"file": {"contentType": "text/plain", "size": 0}}, {"file.contentType", "file.size"}),
        ({"file": {"contentType": "text/csv", "size": 20 * 1024 * 1024 + 1}}, {"file.size"}),
        ({"candidates": [{}], "invite": {}}, {"invite.interviewId"}),
        ({"candidates": [{}], "onDuplicate": "merge", "dryRun": "no"}, {"onDuplicate", "dryRun"}),
        (
            {"candidates": [{}], "invite": {"interviewId": "x", "deliveryTypes": [], "expiryDays": 0}},
            {"invite.deliveryTypes", "invite.expiryDays"},
        ),
        (
            {"candidates": [{}], "invite": {"jobId": "x", "deliveryTypes": ["sms"], "expiryDays": 3}},
            {"invite.deliveryTypes", "invite.expiryDays"},
        ),
        ({"candidates": [{}], "invite": {"jobId": "x", "interviewId": "y"}}, {"invite.interviewId"}),
    ],
)
def test_a_wrong_request_is_refused(service: Service, body: dict[str, Any], fields: set[str]) -> None:
    reply = ask_for_import(service, **body)

    assert reply.status == 400
    assert fields <= reply.faulty_fields, reply.body


def test_an_invite_to_what_is_not_there_is_refused(
    adapters: Adapters, service: Service, tenant: Tenant, other_tenant: Tenant, engines: ScriptedEngines
) -> None:
    foreign = service.using(other_tenant.key)
    archived = add_interview_with_question(service)
    assert service.delete(f"/interviews/{archived}").status == 200
    gone = add_active_job(service)
    assert service.delete(f"/jobs/{gone}").status == 200
    for interview_id in ("nothing", archived, add_interview_with_question(foreign)):
        reply = ask_for_import(service, candidates=[person(1)], invite={"interviewId": interview_id})
        assert (reply.status, reply.error["details"]["field"]) == (404, "invite.interviewId")
    for job_id in ("nothing", gone, add_active_job(foreign)):
        reply = ask_for_import(service, candidates=[person(1)], invite={"jobId": job_id})
        assert (reply.status, reply.error["details"]["field"]) == (404, "invite.jobId")

    reply = ask_for_import(service, candidates=[person(1)], invite={"jobId": add_active_job(service)})

    assert (reply.status, reply.faulty_fields) == (400, {"invite.jobId"})
    assert service.get("/candidate-imports").data["imports"] == []
    assert engines.media().stored == {}


def test_rows_are_listed_by_cursor_and_by_status(adapters: Adapters, service: Service) -> None:
    rows = [person(number) if number % 3 else {} for number in range(1, 31)]
    shown = import_rows(adapters, service, rows)
    path = f"/candidate-imports/{shown['id']}/rows"

    first = service.get(path, limit=7, status="failed").data
    second = service.get(path, limit=7, cursor=first["nextCursor"]).data

    assert [row["row"] for row in (*first["rows"], *second["rows"])] == list(range(3, 31, 3))
    assert second["nextCursor"] is None
    assert [row["row"] for row in read_rows(service, shown["id"], limit=10)] == list(range(1, 31))
    assert service.get(path, status="made").status == 400
    assert service.get(path, limit=101).status == 400
    assert service.get(path, cursor="x").status == 400
    other = import_rows(adapters, service, rows)
    assert service.get(f"/candidate-imports/{other['id']}/rows", cursor=first["nextCursor"]).status == 400


def test_imports_are_listed_newest_first(adapters: Adapters, service: Service) -> None:
    ids = [begin_import(service, [person(number)]) for number in range(3)]

    page = service.get("/candidate-imports", pageSize=2)

    assert [each["id"] for each in page.data["imports"]] == [ids[2], ids[1]]
    assert page.data["pagination"] == {"total": 3, "page": 1, "pageSize": 2, "totalPages": 2}
    rest = service.get("/candidate-imports", pageSize=2, cursor="")
    following = service.get("/candidate-imports", cursor=rest.body["meta"]["nextCursor"])
    assert [each["id"] for each in following.data["imports"]] == [ids[0]]
    assert following.body["meta"]["nextCursor"] is None


def test_an_import_of_another_tenant_is_not_there(
    adapters: Adapters, service: Service, other_tenant: Tenant
) -> None:
    import_id = begin_import(service, [person(1)])
    foreign = service.using(other_tenant.key)

    assert foreign.get(f"/candidate-imports/{import_id}").status == 404
    assert foreign.get(f"/candidate-imports/{import_id}/rows").status == 404
    assert foreign.post(f"/candidate-imports/{import_id}/start").status == 404
    assert foreign.post(f"/candidate-imports/{import_id}/cancel").status == 404
    assert foreign.get("/candidate-imports").data["imports"] == []
