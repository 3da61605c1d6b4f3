"""Imports of candidates over the interface, with their worker run when a test says so."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from candidate_imports.work import handler
from gather.screening.imports.models import CandidateImportRecord
from gather.screening.imports.storage import CANDIDATE_IMPORT
from gather.wiring import Adapters
from tests.builders.outbox import entries_of, queue_event
from tests.builders.service import Reply, Service
from tests.doubles.engines import ScriptedEngines
from tests.doubles.lambda_context import Context

JOBS = ("import_candidates", "delete_import_file")
COUNTS = ("created", "updated", "skipped", "failed", "invited")


def person(number: int, **members: object) -> dict[str, Any]:
    """A row of an import."""
    return {
        "firstName": f"Ada {number}",
        "lastName": "Lovelace",
        "email": f"ada{number}@example.com",
        "phone": "+14155550123",
        **members,
    }


def waiting_imports(adapters: Adapters) -> list[dict[str, Any]]:
    """The tasks of this worker that are not done."""
    return [each for each in entries_of(adapters.records.table, "TASK") if each["name"] in JOBS]


def run_some(adapters: Adapters, context: Context | None = None) -> list[str]:
    """Hand every waiting task to the worker once; answers the tasks whose messages come back."""
    answer = handler.run(queue_event(waiting_imports(adapters)), context or Context(), adapters)
    return [str(failure["itemIdentifier"]) for failure in answer["batchItemFailures"]]


def run_imports(adapters: Adapters) -> None:
    """Run the worker until it has nothing left to do."""
    for _ in range(100):
        if not waiting_imports(adapters):
            return
        assert run_some(adapters) == []
    raise AssertionError("it never comes to an end")


def ask_for_import(service: Service, **body: object) -> Reply:
    """The reply to a new import."""
    return service.post("/candidate-imports", body)


def begin_import(service: Service, rows: Iterable[object], **body: object) -> str:
    """The id of an import of rows in the body, which runs."""
    reply = ask_for_import(service, candidates=list(rows), **body)
    assert reply.status == 202, reply.body
    assert reply.data["import"]["status"] == "running"
    return str(reply.data["import"]["id"])


def import_rows(
    adapters: Adapters, service: Service, rows: Iterable[object], **body: object
) -> dict[str, Any]:
    """An import of rows in the body, done."""
    import_id = begin_import(service, rows, **body)
    run_imports(adapters)
    return read_import(service, import_id)


def announce_file(service: Service, content: bytes, content_type: str = "text/csv", **body: object) -> str:
    """The id of an import that awaits a file."""
    reply = ask_for_import(service, file={"contentType": content_type, "size": len(content)}, **body)
    assert reply.status == 202, reply.body
    shown = reply.data["import"]
    assert (shown["status"], shown["total"]) == ("awaiting_file", None)
    assert shown["uploadUrl"]
    assert shown["headers"]
    return str(shown["id"])


def send_file(
    adapters: Adapters, service: Service, engines: ScriptedEngines, import_id: str, content: bytes
) -> None:
    """Put a file where its address leads."""
    record = stored_import(adapters, import_id)
    engines.media().put(record.file_key, content, record.file_type)


def import_file(
    adapters: Adapters,
    service: Service,
    engines: ScriptedEngines,
    content: bytes,
    content_type: str = "text/csv",
    **body: object,
) -> dict[str, Any]:
    """An import of a file, done."""
    import_id = announce_file(service, content, content_type, **body)
    send_file(adapters, service, engines, import_id, content)
    assert service.post(f"/candidate-imports/{import_id}/start").status == 202
    run_imports(adapters)
    return read_import(service, import_id)


def read_import(service: Service, import_id: str) -> dict[str, Any]:
    """An import as it is shown."""
    reply = service.get(f"/candidate-imports/{import_id}")
    assert reply.status == 200, reply.body
    shown: dict[str, Any] = reply.data["import"]
    return shown


def read_rows(service: Service, import_id: str, **query: object) -> list[dict[str, Any]]:
    """All rows of an import that are done."""
    rows: list[dict[str, Any]] = []
    cursor: str | None = ""
    while cursor is not None:
        data = service.get(f"/candidate-imports/{import_id}/rows", **query, cursor=cursor).data
        rows += data["rows"]
        cursor = data["nextCursor"]
    return rows


def counts_of(shown: Mapping[str, Any]) -> tuple[int, ...]:
    """The counts in the order of COUNTS."""
    return tuple(shown["counts"][name] for name in COUNTS)


def statuses(service: Service, import_id: str) -> list[str]:
    """What became of the rows."""
    return [row["status"] for row in read_rows(service, import_id)]


def stored_import(adapters: Adapters, import_id: str) -> CandidateImportRecord:
    """An import as it is stored, in whichever team."""
    from tests.doubles.data_rights import items_of

    for item in items_of(adapters):
        if item.get("entity", {}).get("S") == CANDIDATE_IMPORT.name and item["id"]["S"] == import_id:
            team_id = item["teamId"]["S"]
            return adapters.records.get(CANDIDATE_IMPORT, team_id, import_id).record
    raise AssertionError("there is no such import")


def ndjson(rows: Iterable[object]) -> bytes:
    """Rows as NDJSON."""
    return b"".join(json.dumps(row).encode() + b"\n" for row in rows)


def listed_candidates(service: Service, **query: object) -> list[dict[str, Any]]:
    """The candidates of the team, newest first."""
    found: list[dict[str, Any]] = service.get("/candidates", **query, pageSize=100).data["candidates"]
    return found
