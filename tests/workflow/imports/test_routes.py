"""Imports of candidates over HTTP, rows that are made, and duplicates (interface: Imports of candidates)."""

import pytest

from gather.wiring import Adapters
from tests.builders.service import Service
from tests.doubles.clock import HandClock
from tests.doubles.engines import ScriptedEngines
from tests.doubles.importing import (
    announce_file,
    ask_for_import,
    counts_of,
    import_file,
    import_rows,
    listed_candidates,
    person,
    read_rows,
    run_imports,
    send_file,
)
from tests.support.records import add_interview_with_question

pytestmark = pytest.mark.routes


def test_rows_of_a_body_become_candidates_in_their_order(
    adapters: Adapters, service: Service, engines: ScriptedEngines, clock: HandClock
) -> None:
    rows = [person(number, tags=["a", "b"], metadata={"k": "v"}) for number in range(1, 31)]

    shown = import_rows(adapters, service, rows)

    assert (shown["status"], shown["total"], counts_of(shown)) == ("complete", 30, (30, 0, 0, 0, 0))
    assert (shown["error"], shown["uploadUrl"], shown["headers"]) == (None, None, None)
    made = listed_candidates(service)
    assert [each["firstName"] for each in reversed(made)] == [row["firstName"] for row in rows]
    assert {tuple(each["tags"]) for each in made} == {("a", "b")}
    told = read_rows(service, shown["id"])
    assert [row["candidateId"] for row in told] == [each["id"] for each in reversed(made)]
    assert [row["row"] for row in told] == list(range(1, 31))
    assert engines.media().stored == {}


def test_a_csv_file(adapters: Adapters, service: Service, engines: ScriptedEngines, clock: HandClock) -> None:
    content = (
        "\ufefffirstName;lastName;email;phone;tags;metadata.desk;smsOptIn;notes\r\n"
        'Ada;"Love;lace";ada@example.com;+14155550123;x|y;7;true;"a\nb"\r\n'
        "Bob;Ross;bob@example.com;nope;;;maybe;\r\n"
    ).encode()

    shown = import_file(adapters, service, engines, content)

    assert (shown["status"], shown["total"], counts_of(shown)) == ("complete", 2, (1, 0, 0, 1, 0))
    [ada] = listed_candidates(service)
    assert (ada["lastName"], ada["tags"], ada["metadata"], ada["smsOptIn"]) == (
        "Love;lace",
        ["x", "y"],
        {"desk": "7"},
        True,
    )
    [_, failed] = read_rows(service, shown["id"])
    assert [error["field"] for error in failed["errors"]] == ["phone", "smsOptIn"]


def test_a_file_is_announced_sent_and_imported(
    adapters: Adapters, service: Service, engines: ScriptedEngines, clock: HandClock
) -> None:
    content = b"firstName,lastName,email,phone\nAda,Lovelace,ada@example.com,+14155550123\n"
    import_id = announce_file(service, content)
    send_file(adapters, service, engines, import_id, content)

    started = service.post(f"/candidate-imports/{import_id}/start")

    assert (started.status, started.data["import"]["status"]) == (202, "running")
    run_imports(adapters)
    assert service.get(f"/candidate-imports/{import_id}").data["import"]["counts"]["created"] == 1
    listed = service.get("/candidate-imports").data
    assert [each["id"] for each in listed["imports"]] == [import_id]
    rows = service.get(f"/candidate-imports/{import_id}/rows").data["rows"]
    assert [row["status"] for row in rows] == ["created"]


def test_an_import_of_rows_is_cancelled(
    adapters: Adapters, service: Service, engines: ScriptedEngines, clock: HandClock
) -> None:
    interview_id = add_interview_with_question(service)
    rows = [person(1, tags=["night-shift"], metadata={"desk": "7"})]
    asked = ask_for_import(service, candidates=rows, invite={"interviewId": interview_id})
    assert asked.status == 202

    reply = service.post(f"/candidate-imports/{asked.data['import']['id']}/cancel")

    assert (reply.status, reply.data["import"]["status"]) == (200, "cancelled")


def test_a_response_that_was_lost_is_made_anew(
    adapters: Adapters, service: Service, engines: ScriptedEngines, clock: HandClock
) -> None:
    body = {"candidates": [person(1)]}
    headers = {"Idempotency-Key": "once"}
    first = service.post("/candidate-imports", body, headers=headers)

    again = service.post("/candidate-imports", body, headers=headers)

    assert again.data["import"]["id"] == first.data["import"]["id"]
    run_imports(adapters)
    assert len(listed_candidates(service)) == 1
