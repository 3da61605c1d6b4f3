"""The end of a job or of a candidate ends the enrollments; a worker stops them."""

from collections.abc import Callable
from typing import Any

import pytest

from gather.table.records import Records
from gather.table.store import Table
from gather.wiring import Adapters
from gather.workflow.jobs.models import ENDED, TRANSITIONS, JobStatus
from tests.builders.content import make_job
from tests.builders.outbox import entries_of
from tests.builders.service import Service, Tenant
from tests.doubles.table_faults import fail, once_before, throttled
from tests.support.records import add_candidate

pytestmark = pytest.mark.routes

ENDING_MOVES = [
    (before, after)
    for before, following in TRANSITIONS.items()
    for after in sorted(following)
    if before not in ENDED and after in ENDED
]
OTHER_MOVES = [
    (before, after)
    for before, following in TRANSITIONS.items()
    for after in sorted(following)
    if before in ENDED or after not in ENDED
]


def stops(table: Table) -> list[dict[str, Any]]:
    """Returns the enrollments to stop."""
    return [task["payload"] for task in entries_of(table, "TASK") if task["name"] == "stop_enrollments"]


@pytest.mark.parametrize(("before", "after"), ENDING_MOVES)
def test_every_end_of_a_job_stops_its_enrollments(
    service: Service, records: Records, tenant: Tenant, table: Table, before: JobStatus, after: JobStatus
) -> None:
    job = make_job(records, tenant, status=before)

    for _ in range(2):
        assert service.patch(f"/jobs/{job.id}", {"status": after}).status == 200

    assert stops(table) == [{"jobId": job.id}]
    (task,) = entries_of(table, "TASK")
    assert (task["teamId"], task["organizationId"]) == (tenant.team_id, tenant.organization_id)


@pytest.mark.parametrize(("before", "after"), OTHER_MOVES)
def test_no_other_move_of_a_job_stops_anything(
    service: Service, records: Records, tenant: Tenant, table: Table, before: JobStatus, after: JobStatus
) -> None:
    job = make_job(records, tenant, status=before)

    assert service.patch(f"/jobs/{job.id}", {"status": after, "title": "Evenings"}).status == 200

    assert stops(table) == []


@pytest.mark.parametrize("status", list(JobStatus))
def test_an_archived_job_stops_its_enrollments_unless_it_had_ended(
    service: Service, records: Records, tenant: Tenant, table: Table, status: JobStatus
) -> None:
    job = make_job(records, tenant, status=status)

    for _ in range(2):
        assert service.delete(f"/jobs/{job.id}").status == 200
    service.post(f"/jobs/{job.id}/unarchive")

    assert stops(table) == ([] if status in ENDED else [{"jobId": job.id}])


def test_a_job_that_is_brought_back_and_archived_again_is_stopped_again(
    service: Service, records: Records, tenant: Tenant, table: Table
) -> None:
    job = make_job(records, tenant, status=JobStatus.ACTIVE)
    for call in (service.delete, lambda path: service.post(f"{path}/unarchive"), service.delete):
        assert call(f"/jobs/{job.id}").status == 200

    assert stops(table) == [{"jobId": job.id}] * 2


def test_a_job_that_leaves_its_team_stops_its_enrollments(
    service: Service, records: Records, tenant: Tenant, table: Table
) -> None:
    job = make_job(records, tenant, status=JobStatus.ACTIVE)

    assert service.delete(f"/jobs/{job.id}/team-assignment").status == 200
    assert service.delete(f"/jobs/{job.id}/team-assignment").status == 404

    assert stops(table) == [{"jobId": job.id}]


def test_an_archived_candidate_is_stopped_once(service: Service, table: Table) -> None:
    candidate_id = add_candidate(service)

    service.patch(f"/candidates/{candidate_id}", {"lastName": "King"})
    assert stops(table) == []
    for _ in range(2):
        assert service.delete(f"/candidates/{candidate_id}").status == 200

    assert stops(table) == [{"candidateId": candidate_id}]


@pytest.mark.in_process
def test_a_job_that_two_end_at_once_is_stopped_once(
    adapters: Adapters, service: Service, records: Records, tenant: Tenant, table: Table
) -> None:
    job = make_job(records, tenant, status=JobStatus.ACTIVE)
    once_before(
        adapters, "TransactWriteItems", lambda: service.patch(f"/jobs/{job.id}", {"status": JobStatus.FILLED})
    )

    assert service.patch(f"/jobs/{job.id}", {"status": JobStatus.CLOSED}).status == 400

    assert stops(table) == [{"jobId": job.id}]


@pytest.mark.in_process
@pytest.mark.parametrize(
    "end",
    [
        lambda service, job_id, _: service.patch(f"/jobs/{job_id}", {"status": "closed"}),
        lambda service, job_id, _: service.delete(f"/jobs/{job_id}"),
        lambda service, job_id, _: service.delete(f"/jobs/{job_id}/team-assignment"),
        lambda service, _, candidate_id: service.delete(f"/candidates/{candidate_id}"),
    ],
)
def test_an_end_that_is_not_written_stops_nothing(
    adapters: Adapters,
    service: Service,
    records: Records,
    tenant: Tenant,
    table: Table,
    end: Callable[[Service, str, str], Any],
) -> None:
    job, candidate_id = make_job(records, tenant, status=JobStatus.ACTIVE), add_candidate(service)

    let = fail(adapters, "TransactWriteItems", throttled("TransactWriteItems"))
    assert end(service, job.id, candidate_id).status >= 500
    let()

    assert stops(table) == []
    assert service.get(f"/jobs/{job.id}").data["job"]["archivedAt"] is None
    assert service.get(f"/candidates/{candidate_id}").data["archivedAt"] is None
