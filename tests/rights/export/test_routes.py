"""Exports over HTTP (interface: Data rights and audit, rules 9 to 11)."""

import io
import json
import zipfile
from typing import Any
from urllib.parse import urlsplit

import pytest

from expiry.handler import handler as expiry
from gather.core.clock import timestamp
from gather.core.media_address import media_key
from gather.ports.failure import EngineFailed
from gather.wiring import Adapters
from notifications.handler import handler as notifications
from tests.builders.failures import retry_all
from tests.builders.outbox import entries_of, queue_event
from tests.builders.screening import make_screening
from tests.builders.service import Service, Tenant
from tests.doubles.clock import HandClock
from tests.doubles.data_rights import run_jobs
from tests.doubles.engines import ScriptedEngines
from tests.doubles.lambda_context import Context
from tests.doubles.schedules import run as run_schedule
from tests.doubles.screening_candidate import Screening
from tests.support.records import add_candidate

pytestmark = pytest.mark.routes

RECORDING = bytes(range(256)) * 40


def exported(service: Service, candidate_id: str) -> dict[str, Any]:
    reply = service.post(f"/candidates/{candidate_id}/export")
    assert reply.status == 202, reply.body
    export: dict[str, Any] = reply.data["export"]
    return export


def read(service: Service, export: dict[str, Any]) -> dict[str, Any]:
    reply = service.get(f"/exports/{export['id']}")
    assert reply.status == 200, reply.body
    shown: dict[str, Any] = reply.data["export"]
    return shown


def archive_of(engines: ScriptedEngines, export: dict[str, Any]) -> zipfile.ZipFile:
    content = engines.media().get(urlsplit(export["url"]).path.lstrip("/"))
    archive = zipfile.ZipFile(io.BytesIO(content))
    assert archive.testzip() is None
    return archive


@pytest.fixture
def screening(service: Service, adapters: Adapters, engines: ScriptedEngines) -> Screening:
    """A candidate who has completed, with a recording, and who was written to."""
    made = make_screening(service)
    sent = [each for each in entries_of(adapters.records.table, "TASK") if each["name"] == "send_invite"]
    notifications.run(queue_event(sent), Context(), adapters)
    announced = {"contentType": "audio/webm;codecs=opus", "size": len(RECORDING)}
    upload = made.page.post(f"/screening/{made.token}/media", announced).data
    engines.media().put(media_key(upload["mediaId"]), RECORDING, "audio/webm;codecs=opus")
    made.answer_all()
    assert made.answer("spoken", mediaId=upload["mediaId"]).status == 200
    assert made.complete().status == 200
    return made


def test_an_export_is_an_archive_of_everything_that_is_the_candidates(
    service: Service, adapters: Adapters, engines: ScriptedEngines, clock: HandClock, screening: Screening
) -> None:
    decided = {"topic": "Safety", "score": 70, "reason": "Knows the machines."}
    service.patch(f"/candidate-interviews/{screening.id}/results", {"topicScores": [decided]})
    wanted = {"kind": "question", "text": "When do I hear from you?"}
    asked = screening.page.post(f"/screening/{screening.token}/requests", wanted).data["request"]
    export = exported(service, screening.candidate["id"])

    assert (export["status"], export["url"]) == ("running", None)
    assert read(service, export) == export
    assert run_jobs(adapters) == []

    done = read(service, export)
    assert (done["status"], done["completedAt"]) == ("complete", timestamp(clock.now()))
    archive = archive_of(engines, done)
    content = json.loads(archive.read("candidate.json"))
    assert content["candidate"] == service.get(f"/candidates/{screening.candidate['id']}").data
    [interview] = content["candidateInterviews"]
    assert {name: interview[name] for name in screening.read()} == screening.read()
    results = interview["results"]
    assert results["changes"][0]["reason"] == "Knows the machines."
    assert results["responses"][1]["transcription"] == "Yes"
    assert interview["requests"] == [asked]
    answers = {answer["questionId"]: answer for answer in interview["answers"]}
    assert answers[screening.questions["licence"]]["value"] is True
    name = answers[screening.questions["spoken"]]["recording"]
    assert name == f"recordings/{screening.id}/{screening.questions['spoken']}.webm"
    assert archive.read(name) == RECORDING
    [message] = [each for each in content["messages"] if each["channel"] == "email"]
    assert (message["to"], message["type"]) == ("ada@example.com", "INVITE")
    assert screening.token in message["body"]


def test_an_export_is_removed_after_a_day(
    service: Service, adapters: Adapters, engines: ScriptedEngines, clock: HandClock
) -> None:
    export = exported(service, add_candidate(service))
    run_jobs(adapters)
    clock.advance(hours=23, minutes=59)
    assert read(service, export)["url"]
    assert run_schedule(expiry, adapters, clock.now())["done"] == 0
    clock.advance(minutes=2)

    assert service.get(f"/exports/{export['id']}").status == 404
    assert run_schedule(expiry, adapters, clock.now())["done"] == 1
    assert run_schedule(expiry, adapters, clock.now())["done"] == 0
    assert run_jobs(adapters) == []
    assert [key for key in engines.media().stored if key.startswith("exports/")] == []


def test_an_export_is_removed_with_its_candidate(
    service: Service, adapters: Adapters, engines: ScriptedEngines, tenant: Tenant
) -> None:
    candidate_id = add_candidate(service)
    done, waiting = exported(service, candidate_id), None
    run_jobs(adapters)
    waiting = exported(service, candidate_id)
    assert [key for key in engines.media().stored if key.startswith("exports/")]

    service.post(f"/candidates/{candidate_id}/erase")
    assert run_jobs(adapters) == []

    assert [key for key in engines.media().stored if key.startswith("exports/")] == []
    for export in (done, waiting):
        assert service.get(f"/exports/{export['id']}").status == 404
    assert service.post(f"/candidates/{candidate_id}/export").status == 404


def test_an_export_is_the_teams_own(service: Service, engines: ScriptedEngines, other_tenant: Tenant) -> None:
    candidate_id = add_candidate(service)
    export = exported(service, candidate_id)

    other = service.using(other_tenant.key)
    assert other.post(f"/candidates/{candidate_id}/export").status == 404
    assert other.get(f"/exports/{export['id']}").status == 404


def test_an_export_that_is_given_up_has_failed_and_a_retry_writes_it(
    service: Service, adapters: Adapters, engines: ScriptedEngines, screening: Screening, clock: HandClock
) -> None:
    export = exported(service, screening.candidate["id"])
    engines.media().failures.append(EngineFailed(retryable=False, reason="The media store refuses"))

    assert run_jobs(adapters) == []

    assert (read(service, export)["status"], read(service, export)["url"]) == ("failed", None)

    assert retry_all(adapters.records, clock.now()) == [True]
    assert run_jobs(adapters) == []
    assert read(service, export)["status"] == "complete"
    assert read(service, export)["url"]
