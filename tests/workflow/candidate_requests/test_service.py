"""A withdrawal ends a candidate's way through a workflow (interface: Help for candidates, rule 3)."""

import pytest

from tests.builders.service import Reply
from tests.doubles.enrolling import Enrolling
from tests.support.records import step

pytestmark = pytest.mark.in_process


def withdraw(enrolling: Enrolling, token: str) -> Reply:
    """Withdraw by the link of an invite, and let the workflow do what follows."""
    reply = enrolling.service.public().post(f"/screening/{token}/requests", {"kind": "withdraw"})
    enrolling.settle()
    return reply


def two_interviews(enrolling: Enrolling) -> str:
    """Enroll a candidate in a workflow of two interviews without gates."""
    enrolling.apply(*(step("standard_interview", enrolling.make_interview()) for _ in range(2)))
    enrollment = enrolling.invite()
    enrolling.settle()
    return enrollment


def test_a_withdrawal_stops_the_enrollment_at_once(enrolling: Enrolling) -> None:
    enrollment = two_interviews(enrolling)
    interview = enrolling.candidate_interview(enrollment)

    reply = enrolling.service.public().post(
        f"/screening/{interview.invite_token}/requests", {"kind": "withdraw"}
    )

    assert reply.status == 201, reply.body
    assert enrolling.outcome(enrollment) == ("stopped", ["invited", "pending"])
    enrolling.settle()
    assert enrolling.machine.running() == []
    assert enrolling.candidate_interview(enrollment).status == "expired"
    assert "workflow.enrollment.failed" not in enrolling.told()


def test_who_withdraws_may_be_enrolled_again(enrolling: Enrolling) -> None:
    enrollment = two_interviews(enrolling)
    withdraw(enrolling, enrolling.candidate_interview(enrollment).invite_token)
    candidate_id = enrolling.record(enrollment).candidate_id

    again = enrolling.service.post(
        f"/jobs/{enrolling.job_id}/invite-candidate", {"candidateId": candidate_id}
    )

    assert again.status == 201, again.body


def test_a_withdrawal_by_the_link_of_an_earlier_step_closes_the_later_one(enrolling: Enrolling) -> None:
    enrollment = two_interviews(enrolling)
    first = enrolling.candidate_interview(enrollment)
    enrolling.take(enrollment)
    enrolling.settle()
    later = enrolling.candidate_interview(enrollment)
    assert later.id != first.id

    assert withdraw(enrolling, first.invite_token).status == 201

    assert enrolling.outcome(enrollment)[0] == "stopped"
    assert enrolling.service.public().get(f"/i/{later.invite_token}").status == 410
    assert enrolling.service.public().get(f"/i/{first.invite_token}").status == 200


def test_other_requests_leave_the_enrollment_alone(enrolling: Enrolling) -> None:
    enrollment = two_interviews(enrolling)
    token = enrolling.candidate_interview(enrollment).invite_token

    reply = enrolling.service.public().post(f"/screening/{token}/requests", {"kind": "more_time"})

    assert reply.status == 201
    assert enrolling.outcome(enrollment) == ("active", ["invited", "pending"])
