"""What a candidate has booked and written about meetings is theirs to see and to have erased.

Interface: Data rights and audit, rules 1 and 10.
"""

import json
from typing import Any

import pytest

from gather.tenancy.organizations.models import JOB_WORKFLOW
from gather.wiring import Adapters
from tests.builders.service import Service, Tenant
from tests.builders.workflows import add_governed_job, enroll
from tests.doubles.data_rights import items_of, run_jobs
from tests.doubles.engines import ScriptedEngines
from tests.rights.export.test_routes import archive_of, exported, read
from tests.support.records import add_candidate, add_meeting, step

pytestmark = [pytest.mark.routes, pytest.mark.features(JOB_WORKFLOW)]


def asked(service: Service, tenant: Tenant, candidate_id: str) -> str:
    """The address of the invite of a candidate to the one meeting."""
    meeting_id = add_meeting(service, slots=[{"startsAt": "2036-03-20T09:00:00Z"}])
    job_id = add_governed_job(service, tenant, step("meeting", meeting_id))
    link: str = enroll(service, job_id, candidateId=candidate_id)["firstInviteUrl"]
    return f"/m/{link.rpartition('/m/')[2]}"


def booked(service: Service, tenant: Tenant, candidate_id: str) -> str:
    path = asked(service, tenant, candidate_id)
    slot_id = service.public().get(f"{path}/slots").data["slots"][0]["id"]
    assert service.public().post(f"{path}/booking", {"slotId": slot_id}).status == 201
    return path


def meeting(service: Service) -> dict[str, Any]:
    [found] = service.get("/meetings").data["meetings"]
    return dict(found)


def test_an_export_has_what_was_booked(
    service: Service, tenant: Tenant, adapters: Adapters, engines: ScriptedEngines
) -> None:
    candidate_id = add_candidate(service)
    booked(service, tenant, candidate_id)
    export = exported(service, candidate_id)
    run_jobs(adapters)

    content = json.loads(archive_of(engines, read(service, export)).read("candidate.json"))

    [kept] = content["meetings"]
    assert (kept["title"], kept["status"]) == ("Interview on site", "confirmed")
    assert kept["booking"]["startsAt"] == "2036-03-20T09:00:00.000Z"


def test_an_export_has_what_was_written(
    service: Service, tenant: Tenant, adapters: Adapters, engines: ScriptedEngines
) -> None:
    candidate_id = add_candidate(service)
    path = asked(service, tenant, candidate_id)
    service.public().post(f"{path}/another-time", {"text": "After the harvest, please."})
    export = exported(service, candidate_id)
    run_jobs(adapters)

    content = json.loads(archive_of(engines, read(service, export)).read("candidate.json"))

    [kept] = content["meetings"]
    assert (kept["answer"], kept["answerText"]) == ("another_time", "After the harvest, please.")


def test_an_erasure_frees_the_place_and_leaves_nothing(
    service: Service, tenant: Tenant, adapters: Adapters
) -> None:
    candidate_id = add_candidate(service)
    path = booked(service, tenant, candidate_id)
    assert meeting(service)["slots"][0]["booked"] == 1

    assert service.post(f"/candidates/{candidate_id}/erase").status == 202
    run_jobs(adapters)

    assert meeting(service)["slots"][0]["booked"] == 0
    assert [item for item in items_of(adapters) if "BOOKING#" in item["sk"]["S"]] == []
    assert service.public().get(f"{path}/slots").status == 410


def test_an_erasure_removes_what_was_written(service: Service, tenant: Tenant, adapters: Adapters) -> None:
    candidate_id = add_candidate(service)
    path = asked(service, tenant, candidate_id)
    service.public().post(f"{path}/another-time", {"text": "After the harvest, please."})
    assert "After the harvest" in str(items_of(adapters))

    service.post(f"/candidates/{candidate_id}/erase")
    run_jobs(adapters)

    assert "After the harvest" not in str(items_of(adapters))
