"""The review queue over HTTP (interface: Review queue, rules 1 to 4)."""

from typing import Any

import pytest

from gather.core.clock import timestamp
from gather.core.review_kind import ReviewKind
from gather.table.review import Waiting, next_review
from gather.workflow.review_queue import service
from tests.builders.service import UNKNOWN_ID
from tests.doubles.enrolling import PASSING, Enrolling
from tests.support.records import step

pytestmark = [pytest.mark.in_process]

KINDS = ["request", "gate", "decision", "meeting", "approval", "invite"]


def read_queue(enrolling: Enrolling, query: str = "") -> Any:
    """Read the review queue."""
    reply = enrolling.service.get(f"/review-queue{query}")
    assert reply.status == 200, reply.body
    return reply.data


def kinds(enrolling: Enrolling, query: str = "") -> list[str]:
    """The kinds of what waits, in the queue's order."""
    return [item["kind"] for item in read_queue(enrolling, query)["items"]]


def counted(enrolling: Enrolling, query: str = "") -> dict[str, int]:
    """The counts that are not 0. There is one for each kind."""
    counts = read_queue(enrolling, query)["counts"]
    assert [*counts] == KINDS
    return {kind: count for kind, count in counts.items() if count}


def decide(enrolling: Enrolling, interview_id: str, decision: str) -> None:
    """Decide about a candidate interview."""
    body = {"decision": decision, "reason": "We talked about it."}
    reply = enrolling.service.post(f"/candidate-interviews/{interview_id}/decision", body)
    assert reply.status == 201, reply.body
    enrolling.settle()


def waiting_at_gate(enrolling: Enrolling) -> str:
    """A candidate scores below a gate that a person confirms. Returns the candidate interview."""
    gate = {"scoreThreshold": PASSING, "gateMode": "confirm"}
    enrolling.apply(step("standard_interview", enrolling.make_interview(), **gate))
    enrollment = enrolling.invite("Grace")
    enrolling.settle()
    interview_id = enrolling.take(enrollment, well=False)
    enrolling.settle()
    enrolling.evaluate(interview_id)
    enrolling.settle()
    return interview_id


def test_results_wait_for_the_first_decision(enrolling: Enrolling) -> None:
    interview_id = enrolling.complete_alone()
    assert kinds(enrolling) == []

    enrolling.clock.advance(minutes=5)
    enrolling.evaluate(interview_id)

    [item] = read_queue(enrolling)["items"]
    record = enrolling.service.get(f"/candidate-interviews/{interview_id}").data
    assert item == {
        "kind": "decision",
        "candidateInterviewId": interview_id,
        "candidateId": record["candidateId"],
        "candidateName": "Ada Example",
        "jobId": None,
        "title": "Nights",
        "since": timestamp(enrolling.clock.now()),
        "score": 100,
    }
    assert counted(enrolling) == {"decision": 1}

    decide(enrolling, interview_id, "advance")

    assert (kinds(enrolling), counted(enrolling)) == ([], {})


def test_an_evaluation_that_was_given_up_waits_for_a_decision_too(enrolling: Enrolling) -> None:
    interview_id = enrolling.complete_alone()

    enrolling.evaluate(interview_id, 1, "fail")

    assert kinds(enrolling) == ["decision"]


def test_after_a_hold_only_a_change_brings_it_back(enrolling: Enrolling) -> None:
    interview_id = enrolling.complete_alone()
    enrolling.evaluate(interview_id)
    decide(enrolling, interview_id, "hold")
    assert kinds(enrolling) == []

    again = f"/candidate-interviews/{interview_id}/evaluate"
    assert enrolling.service.post(again, {"mode": "always"}).status == 200
    enrolling.evaluate(interview_id, 2)

    assert kinds(enrolling) == ["decision"]
    decide(enrolling, interview_id, "advance")
    assert enrolling.service.post(again, {"mode": "always"}).status == 200
    enrolling.evaluate(interview_id, 3)
    assert kinds(enrolling) == []


@pytest.mark.parametrize("status", ["hired", "archived"])
def test_nobody_decides_about_who_is_hired_or_archived(enrolling: Enrolling, status: str) -> None:
    interview_id = enrolling.complete_alone()
    enrolling.evaluate(interview_id)
    path = f"/candidate-interviews/{interview_id}/status"

    assert enrolling.service.patch(path, {"status": status}).status == 200
    assert (kinds(enrolling), counted(enrolling)) == ([], {})

    assert enrolling.service.patch(path, {"status": "has_reviewed"}).status == 200
    assert kinds(enrolling) == ["decision"]


def test_a_gate_waits_with_its_score_until_a_person_decides(enrolling: Enrolling) -> None:
    interview_id = waiting_at_gate(enrolling)

    [item] = read_queue(enrolling)["items"]
    job = enrolling.service.get(f"/jobs/{enrolling.job_id}").data["job"]
    shown = {name: item[name] for name in ("kind", "candidateInterviewId", "jobId", "title", "score")}
    assert shown == {
        "kind": "gate",
        "candidateInterviewId": interview_id,
        "jobId": enrolling.job_id,
        "title": job["title"],
        "score": 0,
    }
    decide(enrolling, interview_id, "hold")
    assert kinds(enrolling) == ["gate"]

    decide(enrolling, interview_id, "reject")

    assert kinds(enrolling) == []


def test_a_gate_that_the_score_decided_waits_for_nobody(enrolling: Enrolling) -> None:
    enrollment = enrolling.invite()
    enrolling.settle()
    interview_id = enrolling.take(enrollment, well=False)
    enrolling.settle()
    assert kinds(enrolling) == ["gate"]

    enrolling.evaluate(interview_id)
    enrolling.settle()

    assert enrolling.outcome(enrollment)[0] == "failed"
    assert kinds(enrolling) == []


def test_a_step_without_a_gate_waits_for_a_decision(enrolling: Enrolling) -> None:
    enrolling.apply(
        step("standard_interview", enrolling.make_interview()),
        step("standard_interview", enrolling.make_interview()),
    )
    enrollment = enrolling.invite()
    enrolling.settle()
    interview_id = enrolling.take(enrollment)
    enrolling.settle()
    enrolling.evaluate(interview_id)

    [item] = [each for each in read_queue(enrolling)["items"] if each["kind"] == "decision"]

    assert (item["candidateInterviewId"], item["jobId"]) == (interview_id, enrolling.job_id)


def test_who_has_completed_the_workflow_leaves_when_hired(enrolling: Enrolling) -> None:
    enrolling.apply(step("standard_interview", enrolling.make_interview()))
    enrollment = enrolling.invite()
    enrolling.settle()
    interview_id = enrolling.take(enrollment)
    enrolling.settle()
    enrolling.evaluate(interview_id)
    enrolling.settle()
    assert enrolling.outcome(enrollment)[0] == "completed"
    assert kinds(enrolling) == ["decision"]
    path = f"/candidate-interviews/{interview_id}"

    refused = enrolling.service.post(f"{path}/decision", {"decision": "reject", "reason": "Far away."})

    assert refused.status == 409
    assert "hired, or archive it" in refused.body["error"]["message"]
    assert enrolling.service.patch(f"{path}/status", {"status": "hired"}).status == 200
    assert kinds(enrolling) == []


def test_an_invite_waits_for_the_candidate_in_its_last_three_days(enrolling: Enrolling) -> None:
    soon = enrolling.invite_alone("Ada", expiryDays=2)
    enrolling.invite_alone("Bo", expiryDays=9)

    [item] = read_queue(enrolling, "?waitingFor=candidate")["items"]
    assert (item["candidateInterviewId"], item["since"]) == (soon["id"], soon["inviteSentAt"])
    assert kinds(enrolling, "?waitingFor=you") == []
    assert counted(enrolling, "?waitingFor=you") == {}

    enrolling.clock.advance(days=6, minutes=1)
    assert [each["candidateName"] for each in read_queue(enrolling)["items"]] == ["Bo Example"]


def test_who_has_begun_is_not_waited_for(enrolling: Enrolling) -> None:
    interview = enrolling.invite_alone(expiryDays=2)
    question = enrolling.questions[interview["interviewId"]]
    answer = f"/screening/{interview['inviteToken']}/answers/{question}"

    assert enrolling.service.public().put(answer, {"value": True}).status == 200

    assert kinds(enrolling) == []


def ask(enrolling: Enrolling, token: str, kind: str, text: str | None = None) -> Any:
    """The candidate asks the team for something."""
    reply = enrolling.service.public().post(f"/screening/{token}/requests", {"kind": kind, "text": text})
    assert reply.status == 201, reply.body
    return reply.data["request"]


def test_a_request_waits_until_it_is_done(enrolling: Enrolling) -> None:
    interview = enrolling.invite_alone(expiryDays=9)
    asked = ask(enrolling, interview["inviteToken"], "question", "Is there a night bus?")

    [item] = read_queue(enrolling)["items"]
    assert (item["kind"], item["candidateInterviewId"]) == ("request", interview["id"])
    assert (item["title"], item["since"], item["score"]) == ("Nights", asked["createdAt"], None)

    path = f"/candidate-interviews/{interview['id']}/requests/{asked['id']}"
    assert enrolling.service.patch(path, {"status": "done"}).status == 200
    assert kinds(enrolling) == []


def answer_meeting(enrolling: Enrolling, enrollment: str, answer: str) -> None:
    """The candidate answers the invite to the meeting of the current step."""
    path = f"/m/{enrolling.meeting_token(enrollment)}/{answer}"
    assert enrolling.service.public().post(path).status == 200
    enrolling.settle()


def meetings(enrolling: Enrolling) -> list[tuple[str, str]]:
    """Whose meetings wait, and of which job."""
    items = read_queue(enrolling, "?kind=meeting")["items"]
    return [(item["candidateName"], item["jobId"]) for item in items]


@pytest.mark.parametrize("answer", ["decline", "another-time"])
def test_a_meeting_that_does_not_suit_waits_until_the_candidate_confirms(
    enrolling: Enrolling, answer: str
) -> None:
    enrollment = enrolling.at_second_step()
    assert meetings(enrolling) == []

    answer_meeting(enrolling, enrollment, answer)

    assert meetings(enrolling) == [("Ada Example", enrolling.job_id)]
    assert counted(enrolling)["meeting"] == 1
    answer_meeting(enrolling, enrollment, "confirm")
    assert meetings(enrolling) == []


def test_a_declined_meeting_waits_until_the_enrollment_ends(enrolling: Enrolling) -> None:
    enrollment = enrolling.at_second_step()
    answer_meeting(enrolling, enrollment, "decline")
    enrolling.clock.advance(days=40)
    enrolling.expire()
    enrolling.settle()
    assert enrolling.outcome(enrollment) == ("active", ["passed", "completed", "invited"])
    assert meetings(enrolling) == [("Ada Example", enrolling.job_id)]

    enrolling.take(enrollment)
    enrolling.settle()

    assert enrolling.outcome(enrollment)[0] == "completed"
    assert meetings(enrolling) == []


def test_a_declined_meeting_leaves_with_a_job_that_ends(enrolling: Enrolling) -> None:
    enrollment = enrolling.at_second_step()
    answer_meeting(enrolling, enrollment, "decline")

    enrolling.end_job()
    enrolling.settle()

    assert meetings(enrolling) == []


def test_nobody_decides_about_who_has_withdrawn(enrolling: Enrolling) -> None:
    interview_id = enrolling.complete_alone()
    enrolling.evaluate(interview_id)
    token = enrolling.service.get(f"/candidate-interviews/{interview_id}").data["inviteToken"]

    ask(enrolling, token, "withdraw")

    assert (kinds(enrolling), counted(enrolling)) == ([], {})


def add_job(enrolling: Enrolling, status: str) -> str:
    """Create a job."""
    body = {"title": "Night nurse", "type": "requisition", "status": status}
    job_id: str = enrolling.service.post("/jobs", body).data["job"]["id"]
    return job_id


def test_a_job_waits_for_its_approval(enrolling: Enrolling) -> None:
    job_id = add_job(enrolling, "draft")
    assert kinds(enrolling) == []
    assert enrolling.service.patch(f"/jobs/{job_id}", {"status": "pending_approval"}).status == 200
    since = timestamp(enrolling.clock.now())
    enrolling.clock.advance(hours=1)
    assert enrolling.service.patch(f"/jobs/{job_id}", {"department": "Care"}).status == 200

    [item] = read_queue(enrolling)["items"]
    assert item == {
        "kind": "approval",
        "candidateInterviewId": None,
        "candidateId": None,
        "candidateName": None,
        "jobId": job_id,
        "title": "Night nurse",
        "since": since,
        "score": None,
    }

    assert enrolling.service.patch(f"/jobs/{job_id}", {"status": "cancelled"}).status == 200
    assert kinds(enrolling) == []


def mixed(enrolling: Enrolling) -> None:
    """Something of four kinds, and two of one."""
    add_job(enrolling, "pending_approval")
    enrolling.invite_alone("Ida", expiryDays=1)
    for name in ("Cleo", "Dan"):
        enrolling.clock.advance(minutes=1)
        enrolling.evaluate(enrolling.complete_alone(name))
    waiting_at_gate(enrolling)


def test_the_kinds_follow_each_other_and_the_longest_waiting_comes_first(enrolling: Enrolling) -> None:
    mixed(enrolling)

    items = read_queue(enrolling)["items"]

    assert [(each["kind"], each["candidateName"]) for each in items] == [
        ("gate", "Grace Example"),
        ("decision", "Cleo Example"),
        ("decision", "Dan Example"),
        ("approval", None),
        ("invite", "Ida Example"),
    ]


def test_filters_keep_their_kinds_and_the_counts_stay_those_of_the_queue(enrolling: Enrolling) -> None:
    mixed(enrolling)
    everything = {"gate": 1, "decision": 2, "approval": 1, "invite": 1}

    assert kinds(enrolling, "?kind=decision") == ["decision", "decision"]
    assert counted(enrolling, "?kind=decision") == everything
    assert kinds(enrolling, f"?jobId={enrolling.job_id}") == ["gate"]
    assert counted(enrolling, f"?jobId={enrolling.job_id}&kind=invite") == {"gate": 1}


def test_parts_join_without_a_gap_or_a_repetition(enrolling: Enrolling) -> None:
    mixed(enrolling)
    whole = read_queue(enrolling)
    assert whole["nextCursor"] is None

    seen: list[Any] = []
    cursor: str | None = ""
    for _ in range(5):
        part = read_queue(enrolling, f"?limit=1&cursor={cursor}" if cursor else "?limit=1")
        seen += part["items"]
        assert part["counts"] == whole["counts"]
        cursor = part["nextCursor"]

    assert (seen, cursor) == (whole["items"], None)


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("?cursor=nonsense", "cursor"),
        ("?kind=lunch", "kind"),
        ("?waitingFor=godot", "waitingFor"),
        ("?limit=101", "limit"),
    ],
)
def test_what_the_queue_does_not_know(enrolling: Enrolling, query: str, field: str) -> None:
    reply = enrolling.service.get(f"/review-queue{query}")

    assert (reply.status, reply.faulty_fields) == (400, {field})


def test_an_absent_job_has_no_queue(enrolling: Enrolling) -> None:
    reply = enrolling.service.get(f"/review-queue?jobId={UNKNOWN_ID}")

    assert (reply.status, reply.error["details"]["field"]) == (404, "jobId")


def test_what_has_left_the_queue_is_not_shown_although_the_index_still_has_it(
    enrolling: Enrolling, monkeypatch: pytest.MonkeyPatch
) -> None:
    interview_id = enrolling.complete_alone()
    enrolling.evaluate(interview_id)
    there = Waiting(enrolling.tenant.team_id, ReviewKind.DECISION)
    behind = next_review(enrolling.records.table, there, after="", size=50)
    decide(enrolling, interview_id, "advance")
    monkeypatch.setattr(service, "next_review", lambda _, what, **__: behind * (what.kind is there.kind))
    monkeypatch.setattr(service, "count_review", lambda _, what: int(what.kind is there.kind))

    assert len(behind) == 1
    assert (kinds(enrolling), counted(enrolling)) == ([], {})
