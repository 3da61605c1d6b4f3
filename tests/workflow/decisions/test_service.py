"""Decisions of people move the workflow of the candidate (interface: Decisions, rules 2 to 4)."""

from typing import Any

import pytest

from tests.builders.service import Reply
from tests.doubles.enrolling import PASSED_ALL, PASSING, Enrolling
from tests.support.records import add_candidate, add_meeting, step

pytestmark = pytest.mark.in_process


def decide(enrolling: Enrolling, interview_id: str, decision: str, **members: Any) -> Reply:
    """Decide about a candidate interview, and let the workflow do what follows."""
    body = {"decision": decision, "reason": "We talked about it.", **members}
    reply = enrolling.service.post(f"/candidate-interviews/{interview_id}/decision", body)
    enrolling.settle()
    return reply


def confirming(enrolling: Enrolling) -> str:
    """Enroll a candidate in a workflow of two interviews whose first gate people confirm."""
    gated = {"scoreThreshold": PASSING, "gateMode": "confirm"}
    enrolling.apply(
        step("standard_interview", enrolling.make_interview(), **gated),
        step("standard_interview", enrolling.make_interview()),
    )
    enrollment = enrolling.invite()
    enrolling.settle()
    return enrollment


def evaluated(enrolling: Enrolling, enrollment: str, *, well: bool) -> str:
    """The candidate completes the current step's interview, which is scored. Returns its id."""
    interview_id = enrolling.take(enrollment, well=well)
    enrolling.settle()
    enrolling.evaluate(interview_id)
    enrolling.settle()
    return interview_id


def test_a_score_below_the_threshold_waits_until_a_person_lets_the_candidate_go_on(
    enrolling: Enrolling,
) -> None:
    enrollment = confirming(enrolling)
    interview_id = evaluated(enrolling, enrollment, well=False)
    assert enrolling.outcome(enrollment) == ("active", ["waiting_for_evaluation", "pending"])
    waits = [told for name, told in enrolling.payloads() if name == "workflow.step.waiting_for_evaluation"]
    assert [told.get("reason") for told in waits] == [None, "below_threshold"]

    assert decide(enrolling, interview_id, "advance").status == 201

    assert enrolling.outcome(enrollment) == ("active", ["passed", "invited"])


def test_a_score_at_the_threshold_passes_by_itself(enrolling: Enrolling) -> None:
    enrollment = confirming(enrolling)

    evaluated(enrolling, enrollment, well=True)

    assert enrolling.outcome(enrollment) == ("active", ["passed", "invited"])


def test_a_hold_changes_nothing(enrolling: Enrolling) -> None:
    enrollment = confirming(enrolling)
    interview_id = evaluated(enrolling, enrollment, well=False)

    assert decide(enrolling, interview_id, "hold").status == 201

    assert enrolling.outcome(enrollment) == ("active", ["waiting_for_evaluation", "pending"])


def test_a_rejection_fails_a_gate_that_waits(enrolling: Enrolling) -> None:
    enrollment = confirming(enrolling)
    interview_id = evaluated(enrolling, enrollment, well=False)

    assert decide(enrolling, interview_id, "reject").status == 201

    assert enrolling.outcome(enrollment) == ("failed", ["failed", "pending"])
    assert enrolling.told()[-2:] == ["workflow.step.failed", "workflow.enrollment.failed"]
    assert enrolling.machine.running() == []


def test_a_gate_that_failed_is_reopened(enrolling: Enrolling) -> None:
    enrollment = enrolling.invite()
    enrolling.settle()
    interview_id = evaluated(enrolling, enrollment, well=False)
    assert enrolling.outcome(enrollment) == ("failed", ["failed", "pending", "pending"])

    assert decide(enrolling, interview_id, "advance").status == 201

    assert enrolling.outcome(enrollment) == ("active", ["passed", "invited", "pending"])
    assert enrolling.told()[-1] == "workflow.step.completed"


def test_a_gate_is_not_reopened_for_a_candidate_who_is_enrolled_anew(enrolling: Enrolling) -> None:
    enrollment = enrolling.invite()
    enrolling.settle()
    interview_id = evaluated(enrolling, enrollment, well=False)
    candidate_id = enrolling.record(enrollment).candidate_id
    again = enrolling.service.post(
        f"/jobs/{enrolling.job_id}/invite-candidate", {"candidateId": candidate_id}
    )
    assert again.status == 201, again.body

    assert decide(enrolling, interview_id, "advance").status == 409


def test_advancing_at_the_last_step_completes_the_enrollment(enrolling: Enrolling) -> None:
    enrolling.apply(
        step("standard_interview", enrolling.make_interview(), scoreThreshold=PASSING, gateMode="confirm")
    )
    enrollment = enrolling.invite()
    enrolling.settle()
    interview_id = evaluated(enrolling, enrollment, well=False)

    decide(enrolling, interview_id, "advance")

    assert enrolling.outcome(enrollment) == ("completed", ["passed"])
    assert decide(enrolling, interview_id, "reject").status == 409


def test_a_rejection_ends_an_enrollment_that_is_further_on_and_closes_its_open_invite(
    enrolling: Enrolling,
) -> None:
    enrollment = confirming(enrolling)
    interview_id = evaluated(enrolling, enrollment, well=True)
    later = enrolling.candidate_interview(enrollment)

    assert decide(enrolling, interview_id, "reject").status == 201

    assert enrolling.outcome(enrollment) == ("failed", ["passed", "invited"])
    assert enrolling.service.public().get(f"/i/{later.invite_token}").status == 410

    assert decide(enrolling, interview_id, "advance").status == 201

    assert enrolling.outcome(enrollment) == ("active", ["passed", "invited"])
    assert enrolling.service.public().get(f"/i/{later.invite_token}").status == 200


def test_a_rejection_cancels_the_meeting_of_a_later_step(enrolling: Enrolling) -> None:
    meeting_id = add_meeting(enrolling.service)
    first = step("standard_interview", enrolling.make_interview(), scoreThreshold=PASSING)
    enrolling.apply(first, step("meeting", meeting_id))
    enrollment = enrolling.invite()
    enrolling.settle()
    interview_id = evaluated(enrolling, enrollment, well=True)
    path = f"/m/{enrolling.meeting_token(enrollment)}"
    public = enrolling.service.public()
    slot_id = public.get(f"{path}/slots").data["slots"][0]["id"]
    assert public.post(f"{path}/booking", {"slotId": slot_id}).status == 201

    assert decide(enrolling, interview_id, "reject").status == 201

    assert enrolling.outcome(enrollment) == ("failed", ["passed", "invited"])
    assert public.get(path).status == 410
    assert public.post(f"{path}/booking", {"slotId": slot_id}).status == 410
    slots = enrolling.service.get(f"/meetings/{meeting_id}").data["meeting"]["slots"]
    assert [slot["booked"] for slot in slots] == [0, 0]
    told = [task["payload"]["change"] for task in enrolling.tasks("send_meeting_booking")]
    assert told == ["booked", "cancelled"]

    assert decide(enrolling, interview_id, "advance").status == 201

    assert public.post(f"{path}/booking", {"slotId": slot_id}).status == 201


def test_before_the_completion_there_is_only_a_rejection_which_closes_the_invite(
    enrolling: Enrolling,
) -> None:
    enrollment = confirming(enrolling)
    interview = enrolling.candidate_interview(enrollment)
    for decision in ("advance", "hold"):
        assert decide(enrolling, interview.id, decision).status == 409

    assert decide(enrolling, interview.id, "reject").status == 201

    assert enrolling.outcome(enrollment) == ("failed", ["failed", "pending"])
    assert enrolling.service.public().get(f"/i/{interview.invite_token}").status == 410


def test_a_status_that_a_user_sets_decides_no_gate(enrolling: Enrolling) -> None:
    enrollment = enrolling.invite()
    enrolling.settle()
    path = f"/candidate-interviews/{enrolling.candidate_interview(enrollment).id}/status"

    for status in ("has_reviewed", "hired", "new_response", "archived"):
        assert enrolling.service.patch(path, {"status": status}).status == 200
        enrolling.settle()

    assert enrolling.outcome(enrollment) == ("active", ["invited", "pending", "pending"])


def test_a_stopped_enrollment_takes_no_decision(enrolling: Enrolling) -> None:
    enrollment = confirming(enrolling)
    interview_id = evaluated(enrolling, enrollment, well=False)
    enrolling.end_job()
    enrolling.settle()

    for decision in ("advance", "hold", "reject"):
        assert decide(enrolling, interview_id, decision).status == 409
    assert enrolling.outcome(enrollment)[0] == "stopped"


def test_a_workflow_without_people_goes_on_as_before(enrolling: Enrolling) -> None:
    enrollment = enrolling.at_second_step()
    enrolling.confirm(enrollment)
    enrolling.settle()
    enrolling.take(enrollment)
    enrolling.settle()

    assert enrolling.outcome(enrollment) == PASSED_ALL


def mails_about_decisions(enrolling: Enrolling) -> list[str]:
    """Send all messages. Returns the subjects of those that follow a decision."""
    mails = enrolling.engines.the_email.messages
    mails.clear()
    enrolling.send_messages()
    return [mail.subject for mail in mails if "/i/" not in mail.text and "completing" not in mail.text]


@pytest.mark.parametrize(
    ("decision", "subject"), [("advance", "Good news from"), ("reject", "Your interview with")]
)
def test_a_candidate_is_told_once_without_the_reason(
    enrolling: Enrolling, decision: str, subject: str
) -> None:
    enrollment = confirming(enrolling)
    interview_id = evaluated(enrolling, enrollment, well=False)
    enrolling.send_messages()

    decide(enrolling, interview_id, decision, notify=True, reason="Secretly too slow.")

    [told] = mails_about_decisions(enrolling)
    assert told.startswith(subject)
    assert not [mail for mail in enrolling.engines.the_email.messages if "slow" in mail.text + mail.html]
    assert mails_about_decisions(enrolling) == []


def test_the_news_that_it_goes_on_stands_beside_the_invite_to_the_next_step(enrolling: Enrolling) -> None:
    enrollment = confirming(enrolling)
    interview_id = evaluated(enrolling, enrollment, well=False)
    enrolling.send_messages()

    decide(enrolling, interview_id, "advance", notify=True)

    assert len(mails_about_decisions(enrolling)) == 1
    assert [mail for mail in enrolling.engines.the_email.messages if "/i/" in mail.text]


@pytest.mark.parametrize(("decision", "notify"), [("hold", True), ("advance", False), ("reject", False)])
def test_nobody_is_told_of_a_hold_or_unasked(enrolling: Enrolling, decision: str, notify: bool) -> None:
    enrollment = confirming(enrolling)
    interview_id = evaluated(enrolling, enrollment, well=False)
    enrolling.send_messages()

    decide(enrolling, interview_id, decision, notify=notify)

    assert mails_about_decisions(enrolling) == []


def test_a_rejection_that_was_taken_back_before_its_message_is_not_told(enrolling: Enrolling) -> None:
    enrollment = confirming(enrolling)
    interview_id = evaluated(enrolling, enrollment, well=False)
    enrolling.send_messages()
    decide(enrolling, interview_id, "reject", notify=True)

    decide(enrolling, interview_id, "advance", notify=True)

    [told] = mails_about_decisions(enrolling)
    assert told.startswith("Good news from")


def test_the_message_of_a_decision_goes_out_by_the_channels_of_the_invite(enrolling: Enrolling) -> None:
    service = enrolling.service
    candidate_id = add_candidate(service, smsOptIn=True)
    interview = service.post(
        "/candidate-interviews",
        {
            "candidateId": candidate_id,
            "interviewId": enrolling.make_interview(),
            "sendInvite": True,
            "deliveryTypes": ["sms"],
        },
    ).data
    enrolling.send_messages()
    enrolling.engines.the_sms.messages.clear()

    decide(enrolling, interview["id"], "reject", notify=True)

    assert mails_about_decisions(enrolling) == []
    [text] = enrolling.engines.the_sms.messages
    assert "going on with other candidates" in text.body
