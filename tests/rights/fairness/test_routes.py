"""POST /fairness-reports (interface: Fairness reports, rules 1 to 6)."""

from typing import Any

import pytest

from gather.screening.evaluations.models import StoredEvaluation, SummaryStatus
from gather.table.records import Records
from gather.wiring import Adapters
from tests.builders.screening import make_screening
from tests.builders.service import UNKNOWN_ID, Reply, Service, Tenant
from tests.builders.workflows import put_evaluation
from tests.doubles.data_rights import items_of
from tests.doubles.screening_candidate import Screening

pytestmark = pytest.mark.routes

PERIOD = {"since": "2020-01-01", "until": "2100-01-01"}


@pytest.fixture
def screening(service: Service, records: Records, tenant: Tenant) -> Screening:
    """A candidate who has completed, with a score of 70."""
    made = make_screening(service)
    made.answer_all()
    assert made.complete().status == 200
    scored = StoredEvaluation(run=1, summary_status=SummaryStatus.COMPLETE, score=70, summary="Leads.")
    put_evaluation(records, tenant.team_id, made.id, scored)
    return made


def group(*candidate_ids: str, dimension: str = "sex", category: str = "female") -> dict[str, Any]:
    return {"dimension": dimension, "category": category, "candidateIds": [*candidate_ids]}


def ask(screening: Screening, **members: object) -> Reply:
    body = {
        "interviewId": screening.interview["id"],
        **PERIOD,
        "selectedBy": "score",
        "scoreThreshold": 60,
        "minimumGroupSize": 1,
        "groups": [group(screening.candidate["id"], UNKNOWN_ID)],
        **members,
    }
    return screening.service.post("/fairness-reports", body)


def selection_of(reply: Reply) -> Any:
    assert reply.status == 200, reply.body
    [row] = reply.data["report"]["tables"][0]["groups"]
    return row["selection"]


def test_a_report_has_rates_and_csv(screening: Screening) -> None:
    reply = ask(screening)

    selection = selection_of(reply)
    assert (selection["count"], selection["of"], selection["rate"]) == (1, 1, 1)
    assert (reply.data["report"]["assessed"], reply.data["report"]["undecided"]) == (1, 0)
    assert reply.data["report"]["tables"][0]["groups"][0]["meanScore"] == 70
    assert reply.data["csv"].splitlines()[1].startswith("sex,female,1,1.0,False,1,1,1.0,")
    assert selection_of(ask(screening, scoreThreshold=71))["count"] == 0


@pytest.mark.in_process
def test_nothing_of_a_report_is_stored(screening: Screening, adapters: Adapters) -> None:
    def places() -> set[tuple[str, str]]:
        return {(item["pk"]["S"], item["sk"]["S"]) for item in items_of(adapters)}

    before = places()

    assert ask(screening, groups=[group(screening.candidate["id"], category="quartzite")]).status == 200

    assert places() == before
    assert "quartzite" not in str(items_of(adapters))


def test_hired_counts_by_status(screening: Screening) -> None:
    assert selection_of(ask(screening, selectedBy="hired"))["count"] == 0
    path = f"/candidate-interviews/{screening.id}/status"
    assert screening.service.patch(path, {"status": "hired"}).status == 200
    assert selection_of(ask(screening, selectedBy="hired"))["count"] == 1


def test_without_a_gate_nobody_is_decided(screening: Screening) -> None:
    report = ask(screening, selectedBy="gate").data["report"]
    assert (report["assessed"], report["undecided"]) == (0, 1)
    assert report["tables"][0]["groups"][0]["selection"] is None


def test_the_period_and_the_job_bound_a_report(screening: Screening) -> None:
    assert ask(screening, until="2020-01-02").data["report"]["assessed"] == 0
    job = screening.service.post("/jobs", {"title": "Porter", "type": "requisition", "status": "active"})
    assert ask(screening, jobId=job.data["job"]["id"]).data["report"]["assessed"] == 0
    assert ask(screening, jobId=UNKNOWN_ID).status == 404
    assert ask(screening, interviewId=UNKNOWN_ID).status == 404


@pytest.mark.parametrize(
    ("members", "field"),
    [
        ({"scoreThreshold": None}, "scoreThreshold"),
        ({"until": "2019-12-31"}, "until"),
        ({"groups": []}, "groups"),
        ({"groups": [group("a"), group("a", category="male")]}, "groups[1].candidateIds"),
        ({"groups": [group("a", dimension=str(each)) for each in range(4)]}, "groups"),
    ],
)
def test_what_cannot_be_reported_on_is_a_400(
    screening: Screening, members: dict[str, Any], field: str
) -> None:
    reply = ask(screening, **members)
    assert (reply.status, reply.faulty_fields) == (400, {field})
