"""Fairness reports on gates that candidates have passed and failed (interface: Fairness reports, rule 2)."""

from typing import Any

import pytest

from tests.doubles.enrolling import Enrolling

pytestmark = pytest.mark.in_process


def report(enrolling: Enrolling, interview_id: str, **members: object) -> dict[str, Any]:
    """A report on a gate, with a group for each name of a candidate."""
    listed = enrolling.service.get("/candidates", pageSize=100).data["candidates"]
    body = {
        "interviewId": interview_id,
        "since": "2020-01-01",
        "until": "2100-01-01",
        "selectedBy": "gate",
        "minimumGroupSize": 1,
        "groups": [
            {
                "dimension": "name",
                "category": name,
                "candidateIds": [each["id"] for each in listed if each["firstName"].startswith(name)],
            }
            for name in ("Ada", "Bo")
        ],
        **members,
    }
    reply = enrolling.service.post("/fairness-reports", body)
    assert reply.status == 200, reply.body
    shown: dict[str, Any] = reply.data["report"]
    return shown


def take_all(enrolling: Enrolling, **names: bool) -> dict[str, str]:
    """Candidates take the gate's interview, well or not, and are scored; their enrollments, by name."""
    enrollments = {name: enrolling.invite(name) for name in names}
    enrolling.settle()
    for name, well in names.items():
        enrolling.evaluate(enrolling.take(enrollments[name], well=well))
    enrolling.settle()
    return enrollments


def test_passed_and_failed_gates_are_counted(enrolling: Enrolling) -> None:
    waiting = enrolling.invite("BoWaits")
    enrolling.settle()
    interview_id = enrolling.candidate_interview(waiting).interview_id
    decided = take_all(enrolling, AdaFirst=True, AdaSecond=True, BoFirst=True, BoSecond=False)
    enrolling.take(waiting)
    enrolling.settle()
    assert [enrolling.outcome(each)[1][0] for each in (*decided.values(), waiting)] == [
        "passed",
        "passed",
        "passed",
        "failed",
        "waiting_for_evaluation",
    ]

    shown = report(enrolling, interview_id)

    assert (shown["assessed"], shown["undecided"]) == (4, 1)
    ada, bo = (row["selection"] for row in shown["tables"][0]["groups"])
    assert (ada["count"], ada["of"], ada["impactRatio"]) == (2, 2, 1)
    assert (bo["count"], bo["of"], bo["impactRatio"], bo["isBelowFourFifths"]) == (1, 2, 0.5, True)


def test_a_gate_of_another_job_is_not_in_the_report_of_a_job(enrolling: Enrolling) -> None:
    first_job = enrolling.job_id
    enrollments = take_all(enrolling, AdaFirst=True)
    interview_id = enrolling.record(enrollments["AdaFirst"]).steps[0].artifact_id
    enrolling.apply(
        {"stepType": "standard_interview", "artifactId": interview_id, "scoreThreshold": 60},
    )
    take_all(enrolling, BoFirst=False)

    whole = report(enrolling, interview_id)
    of_first = report(enrolling, interview_id, jobId=first_job)

    assert [row["selection"]["count"] for row in whole["tables"][0]["groups"]] == [1, 0]
    assert of_first["assessed"] == 1
    assert [row["candidates"] for row in of_first["tables"][0]["groups"]] == [1, 0]
