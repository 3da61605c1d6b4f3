"""Erasures over HTTP (interface: Data rights and audit, rules 4 to 8)."""

from itertools import count
from typing import Any

import pytest

from gather.core.clock import timestamp
from gather.ports.failure import EngineFailed
from gather.table.records import Records
from gather.tenancy.organizations.models import JOB_WORKFLOW
from gather.wiring import Adapters
from gather.workers.queues import Queues
from tests.builders.connect import EXAMPLE
from tests.builders.failures import given_up, retry_all
from tests.builders.jobs import make_titled
from tests.builders.outbox import outbox
from tests.builders.screening import make_screening
from tests.builders.service import UNKNOWN_ID, Service, Tenant
from tests.builders.whole_candidate import PERSON, TRACES, WholeCandidate, traces_in
from tests.builders.workflows import add_governed_job, enroll
from tests.doubles.clock import HandClock
from tests.doubles.data_rights import items_of, run_jobs, waiting_jobs
from tests.doubles.delivering import Delivering
from tests.doubles.engines import ScriptedEngines
from tests.doubles.lambda_context import Context
from tests.doubles.table_faults import throttled
from tests.doubles.vendor_service import VendorService
from tests.support.records import add_candidate, add_interview, post_candidate_interview, step

pytestmark = pytest.mark.routes


class NoTime(Context):
    """A function whose time is over."""

    @staticmethod
    def get_remaining_time_in_millis() -> int:
        return 1


def erased(service: Service, candidate_id: str, **options: Any) -> dict[str, Any]:
    reply = service.post(f"/candidates/{candidate_id}/erase", **options)
    assert reply.status == 202, reply.body
    erasure: dict[str, Any] = reply.data["erasure"]
    return erasure


@pytest.fixture
def candidate_id(service: Service) -> str:
    return add_candidate(service, **PERSON)


def test_an_erasure_is_shown_with_what_it_has_removed(
    service: Service, adapters: Adapters, engines: ScriptedEngines, clock: HandClock, candidate_id: str
) -> None:
    post_candidate_interview(service, candidateId=candidate_id)
    requested_at = timestamp(clock.now())

    erasure = erased(service, candidate_id)

    assert erasure["status"] == "running"
    assert erasure["candidateId"] == candidate_id
    assert erasure["requestedAt"] == requested_at
    assert erasure["completedAt"] is None
    assert erasure["counts"] == {"candidates": 1, "candidateInterviews": 1}
    assert service.get(f"/erasures/{erasure['id']}").data["erasure"] == erasure
    clock.advance(seconds=5)
    assert run_jobs(adapters) == []
    done = service.get(f"/erasures/{erasure['id']}").data["erasure"]
    assert done["status"] == "complete"
    assert done["completedAt"] == timestamp(clock.now())


def test_from_the_request_on_everything_is_absent(service: Service, candidate_id: str) -> None:
    made = [post_candidate_interview(service, candidateId=candidate_id) for _ in range(10)]
    paths = [f"/candidate-interviews/{each['id']}" for each in made]
    public = service.public()

    erased(service, candidate_id)

    assert service.get(f"/candidates/{candidate_id}").status == 404
    assert service.patch(f"/candidates/{candidate_id}", {"firstName": "Zoe"}).status == 404
    assert service.post(f"/candidates/{candidate_id}/erase").status == 404
    assert service.get("/candidates").data["candidates"] == []
    assert service.get("/candidates", externalId=PERSON["externalId"]).data["candidates"] == []
    assert service.get("/candidates", search="zephyrine").data["candidates"] == []
    for path, each in zip(paths, made, strict=True):
        assert service.get(path).status == 404
        assert service.get(f"{path}/results").status == 404
        assert service.get(f"{path}/results/changes").status == 404
        assert service.post(f"{path}/resend-invite").status == 404
        assert public.get(f"/screening/{each['inviteToken']}").status == 404
        assert public.get(f"/i/{each['inviteToken']}").status == 410
    listed = service.get("/candidate-interviews")
    assert (listed.data, listed.body["meta"]["pagination"]["total"]) == ([], 0)
    assert service.get("/candidate-interviews", candidateId=candidate_id).data == []
    assert service.get("/candidate-interviews", interviewId=made[0]["interviewId"]).data == []
    body = {"candidateId": candidate_id, "interviewId": made[0]["interviewId"]}
    assert service.post("/candidate-interviews", body).status == 404


def test_links_that_were_open_are_gone_and_others_unknown(
    service: Service, adapters: Adapters, engines: ScriptedEngines
) -> None:
    screening = make_screening(service)
    screening.answer_all()
    assert screening.complete().status == 200
    links = [screening.results()["shareLink"]]
    path = f"/candidate-interviews/{screening.id}/share-link"
    links.append(service.post(path, {}).data["shareLink"])
    service.delete(path)
    links.append(service.post(path, {}).data["shareLink"])
    pages = [f"/share/{link.rpartition('/')[2]}" for link in links]

    erased(service, screening.candidate["id"])

    def statuses() -> list[int]:
        return [screening.page.get(page).status for page in pages]

    assert statuses() == [410, 410, 410]
    assert run_jobs(adapters) == []
    assert statuses() == [410, 410, 410]
    assert screening.page.get(f"/i/{screening.token}").status == 410
    assert screening.page.get(f"/share/{'x' * 43}").status == 404
    assert screening.page.get(f"/i/{'x' * 43}").status == 404
    kept = str(items_of(adapters))
    assert screening.token not in kept
    assert [page for page in pages if page.rpartition("/")[2] in kept] == []


@pytest.mark.features(JOB_WORKFLOW)
def test_an_enrollment_ends_and_is_removed_without_an_event(
    service: Service, adapters: Adapters, records: Records, engines: ScriptedEngines, tenant: Tenant
) -> None:
    meeting_id = make_titled(records, tenant, "meeting")
    steps = (step("standard_interview", add_interview(service)), step("meeting", meeting_id))
    job_id = add_governed_job(service, tenant, *steps)
    data = enroll(service, job_id, **{k: PERSON[k] for k in ("firstName", "lastName", "email")})
    token = data["firstInviteUrl"].rpartition("/")[2]
    before = _entries(adapters, "EVENT")

    erased(service, data["candidate"]["id"])

    assert service.get(f"/jobs/{job_id}/workflow-progress").data["enrollments"] == []
    assert service.public().get(f"/i/{token}").status == 410
    assert run_jobs(adapters) == []
    assert _entries(adapters, "EVENT") == before
    again = enroll(service, job_id, **{k: PERSON[k] for k in ("firstName", "lastName", "email")})
    assert again["candidate"]["id"] != data["candidate"]["id"]


def _entries(adapters: Adapters, entity: str) -> int:
    return sum(item.get("entity", {}).get("S") == entity for item in items_of(adapters))


def test_a_candidate_of_another_team_is_unknown(
    service: Service, other_tenant: Tenant, candidate_id: str
) -> None:
    erasure_id = UNKNOWN_ID
    assert service.using(other_tenant.key).post(f"/candidates/{candidate_id}/erase").status == 404
    assert service.get(f"/erasures/{erasure_id}").status == 404
    erasure_id = erased(service, candidate_id)["id"]
    assert service.using(other_tenant.key).get(f"/erasures/{erasure_id}").status == 404


def test_a_repeated_request_gets_the_same_erasure(
    service: Service, adapters: Adapters, engines: ScriptedEngines, candidate_id: str
) -> None:
    key = {"headers": {"Idempotency-Key": "erase-once"}}
    first = erased(service, candidate_id, **key)
    run_jobs(adapters)

    assert erased(service, candidate_id, **key) == first


def test_other_candidates_keep_what_is_theirs(
    service: Service, adapters: Adapters, engines: ScriptedEngines, candidate_id: str
) -> None:
    screening = make_screening(service)
    screening.answer_all()
    assert screening.complete().status == 200
    post_candidate_interview(service, candidateId=candidate_id, interviewId=screening.interview["id"])
    results, shown = screening.results(), screening.read()

    erased(service, candidate_id)
    run_jobs(adapters)

    assert (screening.results(), screening.read()) == (results, shown)
    assert [each["id"] for each in service.get("/candidate-interviews").data] == [screening.id]
    listed = service.get("/candidate-interviews", interviewId=screening.interview["id"])
    assert [each["id"] for each in listed.data] == [screening.id]
    assert listed.body["meta"]["pagination"]["total"] == 1
    assert service.get("/candidates").data["pagination"]["total"] == 1


@pytest.fixture
def whole(
    service: Service,
    adapters: Adapters,
    tenant: Tenant,
    engines: ScriptedEngines,
    ats: VendorService,
    clock: HandClock,
) -> WholeCandidate:
    return WholeCandidate(service, adapters, tenant, engines, ats, clock)


@pytest.mark.features(JOB_WORKFLOW)
@pytest.mark.in_process
def test_nothing_of_the_person_is_left_anywhere(
    whole: WholeCandidate, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    kept = str(items_of(whole.adapters))
    assert set(traces_in(kept)) == set(TRACES)
    assert len(whole.engines.media().stored) == 7

    erasure = erased(whole.service, whole.candidate_id)
    assert whole.customer.get(f"/{EXAMPLE}/orders/{whole.order_id}").status == 404
    assert whole.customer.get(f"/{EXAMPLE}/orders").data["orders"] == []
    assert whole.service.public().get(whole.meeting_page).status == 410
    assert run_jobs(whole.adapters) == []

    assert whole.remains() == []
    assert waiting_jobs(whole.adapters) == []
    assert whole.service.get(whole.export_path).status == 404
    printed = capsys.readouterr()
    assert traces_in(printed.out + printed.err + caplog.text) == []
    done = whole.service.get(f"/erasures/{erasure['id']}").data["erasure"]
    assert done["status"] == "complete"
    assert done["counts"] == {
        "announcedRecordings": 3,
        "answers": 4,
        "candidateInterviews": 3,
        "candidates": 1,
        "chatFiles": 1,
        "chatMessages": 6,
        "chats": 1,
        "conversations": 1,
        "deliveries": 3,
        "enrollments": 1,
        "evaluations": 2,
        "events": 3,
        "exports": 1,
        "failures": 1,
        "inboxMessages": 2,
        "keptResponses": 5,
        "leftMessages": 1,
        "meetings": 1,
        "orders": 1,
        "recordings": 3,
        "requests": 1,
        "resumes": 1,
        "scoreChanges": 1,
        "spokenTurns": 1,
        "transcriptions": 1,
        "turns": done["counts"]["turns"],
    }
    assert done["counts"]["turns"] >= 4
    assert whole.engines.media().stored == {}


@pytest.mark.features(JOB_WORKFLOW)
@pytest.mark.in_process
def test_no_message_in_a_queue_is_about_more_than_ids(
    whole: WholeCandidate, monkeypatch: pytest.MonkeyPatch
) -> None:
    delivering = Delivering(whole.adapters, whole.tenant, whole.clock, monkeypatch)
    entries = outbox(whole.records.table)

    assert Queues(whole.adapters.clients, whole.adapters.settings).send_entries(entries) == {}

    assert len(delivering.messages) == len(entries) > 10
    assert traces_in(str(delivering.messages)) == []
    assert "http" not in str([message.body for message in delivering.messages])


@pytest.mark.features(JOB_WORKFLOW)
@pytest.mark.in_process
@pytest.mark.parametrize("operation", ["TransactWriteItems", "DeleteItem", "UpdateItem"])
def test_an_erasure_that_is_interrupted_goes_on(whole: WholeCandidate, operation: str) -> None:
    erasure = erased(whole.service, whole.candidate_id)
    rounds = 0
    while waiting_jobs(whole.adapters):
        rounds += 1
        assert rounds < 100
        breaking = _break_after(whole, operation, rounds)
        run_jobs(whole.adapters)
        breaking()
        whole.clock.advance(hours=2)

    assert rounds > 2
    assert whole.remains() == []
    done = whole.service.get(f"/erasures/{erasure['id']}").data["erasure"]
    assert (done["status"], done["counts"]["answers"], done["counts"]["deliveries"]) == ("complete", 4, 3)


def _break_after(whole: WholeCandidate, operation: str, calls: int) -> Any:
    """Let so many calls pass, and then none."""
    passed = count(1)
    event = f"before-call.dynamodb.{operation}"

    def maybe(**_: object) -> None:
        if next(passed) > calls + 1:
            raise throttled(operation)

    client = whole.adapters.clients.dynamodb
    client.meta.events.register(event, maybe)
    return lambda: client.meta.events.unregister(event, maybe)


@pytest.mark.features(JOB_WORKFLOW)
@pytest.mark.in_process
def test_what_there_is_no_time_for_is_another_task(whole: WholeCandidate) -> None:
    erasure = erased(whole.service, whole.candidate_id)

    assert run_jobs(whole.adapters, NoTime()) == []

    assert whole.service.get(f"/erasures/{erasure['id']}").data["erasure"]["status"] == "running"
    assert len(waiting_jobs(whole.adapters)) == 1
    assert run_jobs(whole.adapters) == []
    assert whole.service.get(f"/erasures/{erasure['id']}").data["erasure"]["status"] == "complete"
    assert whole.remains() == []


@pytest.mark.in_process
def test_a_kept_response_of_an_erased_candidate_is_not_replayed(
    service: Service, adapters: Adapters, engines: ScriptedEngines
) -> None:
    once = {"headers": {"Idempotency-Key": "add-zephyrine"}}
    candidate_id = service.post("/candidates", PERSON, **once).data["id"]
    assert service.post("/candidates", PERSON, **once).data["id"] == candidate_id

    erased(service, candidate_id)
    run_jobs(adapters)

    assert service.post("/candidates", PERSON, **once).status == 409


@pytest.mark.in_process
def test_an_erasure_that_is_given_up_has_failed_and_a_retry_completes_it(
    service: Service, adapters: Adapters, engines: ScriptedEngines, clock: HandClock, candidate_id: str
) -> None:
    post_candidate_interview(service, candidateId=candidate_id)
    erasure = erased(service, candidate_id)
    refusal = EngineFailed(retryable=False, reason="The media store refuses")
    engines.media().failures.append(refusal)

    assert run_jobs(adapters) == []

    assert service.get(f"/erasures/{erasure['id']}").data["erasure"]["status"] == "failed"
    [failure] = given_up(adapters.records)
    assert failure.payload == {"erasureId": erasure["id"]}

    assert retry_all(adapters.records, clock.now()) == [True]
    clock.advance(hours=1)
    assert run_jobs(adapters) == []
    assert service.get(f"/erasures/{erasure['id']}").data["erasure"]["status"] == "complete"
    assert given_up(adapters.records) == []
