"""How it stands with a candidate, as their page says it (interface: Candidate side, rules 10 to 12)."""

import pytest

from gather.screening.candidate_interviews.models import CandidateInterviewRecord
from gather.screening.candidate_interviews.whole_storage import get_whole
from gather.workflow.enrollments.standing import Standing, get_standing
from tests.builders.service import Reply
from tests.doubles.enrolling import PASSING, Enrolling
from tests.support.records import step

pytestmark = pytest.mark.in_process


def standing(enrolling: Enrolling, interview_id: str) -> Standing:
    whole = get_whole(enrolling.records, enrolling.tenant.team_id, interview_id)
    return get_standing(enrolling.records, whole, enrolling.clock.now())


def page_of(enrolling: Enrolling, enrollment: str) -> Reply:
    token = enrolling.candidate_interview(enrollment).invite_token
    return enrolling.service.public().get(f"/screening/{token}")


def gated(enrolling: Enrolling, mode: str) -> str:
    """Enroll a candidate in a workflow of two interviews, the first with a gate of the mode."""
    enrolling.apply(
        step("standard_interview", enrolling.make_interview(), scoreThreshold=PASSING, gateMode=mode),
        step("standard_interview", enrolling.make_interview()),
    )
    enrollment = enrolling.invite()
    enrolling.settle()
    return enrollment


@pytest.mark.parametrize(
    ("mode", "well", "expected"),
    [
        ("automatic", True, Standing.NEXT),
        ("automatic", False, Standing.ENDED),
        ("confirm", True, Standing.NEXT),
        ("confirm", False, Standing.READING),
    ],
)
def test_a_candidate_sees_how_it_stands_after_a_gate(
    enrolling: Enrolling, mode: str, well: bool, expected: Standing
) -> None:
    enrollment = gated(enrolling, mode)
    interview_id = enrolling.take(enrollment, well=well)
    assert standing(enrolling, interview_id) is Standing.RECEIVED
    enrolling.settle()

    enrolling.evaluate(interview_id)
    enrolling.settle()

    assert standing(enrolling, interview_id) is expected


def test_an_end_is_shown_no_earlier_than_it_is_told(enrolling: Enrolling) -> None:
    [template] = enrolling.service.get("/workflow-templates").data["workflowTemplates"]
    delay = {"rejectionDelayMinutes": 90}
    assert enrolling.service.patch(f"/workflow-templates/{template['id']}", delay).status == 200
    enrollment = enrolling.invite()
    enrolling.settle()
    interview_id = enrolling.take(enrollment, well=False)
    enrolling.settle()
    enrolling.evaluate(interview_id)
    enrolling.settle()
    assert standing(enrolling, interview_id) is Standing.READING

    enrolling.clock.advance(minutes=90)

    assert standing(enrolling, interview_id) is Standing.ENDED


def test_the_end_of_the_job_is_no_rejection(enrolling: Enrolling) -> None:
    enrollment = gated(enrolling, "confirm")
    interview_id = enrolling.take(enrollment)
    enrolling.settle()

    enrolling.end_job()
    enrolling.settle()

    assert standing(enrolling, interview_id) is Standing.CLOSED


@pytest.mark.parametrize(
    ("mode", "ends", "told"),
    [
        ("automatic", True, "A score below a limit can end your application without a person."),
        ("confirm", False, "read the result and decide"),
    ],
)
def test_who_decides_is_told_as_it_is(enrolling: Enrolling, mode: str, ends: bool, told: str) -> None:
    enrollment = gated(enrolling, mode)

    shown = page_of(enrolling, enrollment).data["screening"]

    assert shown["about"]["endsByScore"] is ends
    assert told in shown["consent"]["text"]


def test_behind_no_gate_people_decide(enrolling: Enrolling) -> None:
    enrollment = gated(enrolling, "automatic")
    enrolling.evaluate(enrolling.take(enrollment))
    enrolling.settle()
    record: CandidateInterviewRecord = enrolling.candidate_interview(enrollment)

    assert record.ends_by_score is False
    assert "People at" in page_of(enrolling, enrollment).data["screening"]["consent"]["text"]
