"""Candidates move on in their workflows, once at each gate (interface: Enrollments)."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from itertools import pairwise

from gather.core.clock import from_timestamp
from simulation.clocks import BETWEEN_CLOCKS
from simulation.invariants.evidence import Evidence, Item

_TIME_TO_DECIDE = timedelta(minutes=2)
_TIME_TO_GO_ON = timedelta(minutes=2)
_PASSED = ("passed", "completed")
_WITH_CANDIDATE = ("invited", "in_progress")
_STEP_ENDS = ("workflow.step.completed", "workflow.step.failed")
_ENROLLMENT_ENDS = ("workflow.enrollment.completed", "workflow.enrollment.failed")


def no_enrollment_stands_still(evidence: Evidence) -> Iterator[str]:
    """An active enrollment waits for its candidate, or for a person who decides."""
    interviews = {item["id"]: item for item in evidence.records("CANDIDATE_INTERVIEW")}
    meetings = {item["id"]: item for item in evidence.records("CANDIDATE_MEETING")}
    for enrollment in evidence.records("ENROLLMENT"):
        if enrollment["status"] != "active":
            continue
        [step] = [each for each in enrollment["steps"] if each["id"] == enrollment["currentStepId"]]
        if step["status"] == "waiting_for_evaluation" and step.get("score") is not None:
            continue
        invited = interviews.get(step.get("candidateInterviewId", "")) or meetings.get(
            step.get("candidateMeetingId", "")
        )
        if step["status"] not in _WITH_CANDIDATE or invited is None or not _waits_for_candidate(invited):
            yield f"the enrollment {enrollment['id']} stands at {step}"


def _waits_for_candidate(invited: Item) -> bool:
    return invited.get("completedAt") is None and invited["status"] not in ("confirmed", "declined")


def every_step_ends_once(evidence: Evidence) -> Iterator[str]:
    """A gate is decided once, and an enrollment ends once, unless a person decides otherwise (rule 3)."""
    ends: dict[tuple[str, str | None], list[Item]] = defaultdict(list)
    decisions = _decisions_by_enrollment(evidence)
    for event in evidence.events():
        if event["name"] in _STEP_ENDS:
            ends[event["payload"]["enrollmentId"], event["payload"]["stepId"]].append(event)
        elif event["name"] in _ENROLLMENT_ENDS:
            ends[event["payload"]["enrollmentId"], None].append(event)
    for (enrollment_id, step_id), own in ends.items():
        allows = _reopens if step_id is None else _decides
        for before, after in pairwise(own):
            if not any(allows(decision, before, after) for decision in decisions[enrollment_id]):
                what = "the enrollment" if step_id is None else f"the step {step_id} of"
                yield f"{what} {enrollment_id} has ended at {before['createdAt']} and {after['createdAt']}"


def _decisions_by_enrollment(evidence: Evidence) -> Mapping[str, Sequence[Item]]:
    """All that people have decided, also of who was erased since."""
    enrollments = {
        event["payload"]["candidateInterviewId"]: event["payload"]["enrollmentId"]
        for event in evidence.events()
        if "candidateInterviewId" in event["payload"] and "enrollmentId" in event["payload"]
    }
    decisions: dict[str, list[Item]] = defaultdict(list)
    for item in evidence.stored():
        if item.get("entity") == "DECISION":
            interview_id = item["pk"].removesuffix("#DECISIONS").rpartition("#")[2]
            decisions[enrollments.get(interview_id, "")].append(item)
    return decisions


def _decides(decision: Item, before: Item, after: Item) -> bool:
    """Whether a person has ended a step that was over already: its end is then of the decision's moment."""
    return bool(before["createdAt"] != decision["createdAt"] == after["createdAt"])


def _reopens(decision: Item, before: Item, after: Item) -> bool:
    """Whether a person has reopened an enrollment between two of its ends."""
    earliest = from_timestamp(before["createdAt"]) - BETWEEN_CLOCKS
    latest = from_timestamp(after["createdAt"]) + BETWEEN_CLOCKS
    is_between = earliest < from_timestamp(decision["createdAt"]) < latest
    has_failed = before["name"] == "workflow.enrollment.failed"
    return has_failed and decision["decision"] == "advance" and is_between


def nobody_is_enrolled_twice(evidence: Evidence) -> Iterator[str]:
    """A candidate is enrolled in a job once at a time, and the pointer says so."""
    active = Counter(
        (item["jobId"], item["candidateId"])
        for item in evidence.records("ENROLLMENT")
        if item["status"] == "active"
    )
    pointers = {tuple(item["pk"].split("#")[3:5]) for item in evidence.records("ENROLLED")}
    for place, count in active.items():
        if count > 1:
            yield f"the candidate {place[1]} is enrolled {count} times"
        if place not in pointers:
            yield f"the enrollment of {place[1]} in {place[0]} has no pointer"
    for place in pointers - set(active):
        yield f"a pointer says that {place[1]} is enrolled in {place[0]}"


def gates_are_decided_in_time(evidence: Evidence) -> Iterator[str]:
    """Where nothing goes wrong, a gate is decided as soon as the score is there, and not by recovery."""
    if not evidence.world.is_faultless:
        return
    evaluated = {item["pk"]: item.get("evaluatedAt") for item in evidence.records("EVALUATION")}
    interviews = {item["id"]: item["pk"] for item in evidence.records("CANDIDATE_INTERVIEW")}
    for enrollment in evidence.records("ENROLLMENT"):
        if enrollment["status"] == "stopped":
            continue  # its candidate was archived, and may answer all the same
        for step in enrollment["steps"]:
            scored_at = evaluated.get(interviews.get(step.get("candidateInterviewId", ""), ""))
            if step.get("scoreThreshold") is None or scored_at is None:
                continue
            decided_at = step.get("waitingSince") or step.get("completedAt")
            if decided_at is not None and decided_at < scored_at:
                continue  # a person was faster
            latest = from_timestamp(scored_at) + _TIME_TO_DECIDE
            if step.get("score") is None or decided_at is None or from_timestamp(decided_at) > latest:
                yield f"the score of {scored_at} has decided {step['id']} at {decided_at}"


def steps_go_on_in_time(evidence: Evidence) -> Iterator[str]:
    """Where nothing goes wrong, a step that is over leads to the next one's invite, and not by recovery."""
    if not evidence.world.is_faultless:
        return
    meetings = {item["id"]: item for item in evidence.records("CANDIDATE_MEETING")}
    for enrollment in evidence.records("ENROLLMENT"):
        for before, step in pairwise(enrollment["steps"]):
            passed = before.get("completedAt")
            if before["status"] not in _PASSED or passed is None:
                continue
            delay = timedelta(minutes=int(step.get("sendDelayMinutes", 0)))
            invited, latest = step.get("inviteSentAt"), from_timestamp(passed) + delay + _TIME_TO_GO_ON
            is_over = enrollment["status"] == "stopped"
            if not is_over and (invited is None or from_timestamp(invited) > latest):
                yield f"the step {step['id']} was invited at {invited}, as {passed} was passed"
        for step in enrollment["steps"]:
            meeting = meetings.get(step.get("candidateMeetingId", ""), {})
            confirmed, passed = meeting.get("confirmedAt"), step.get("completedAt")
            if confirmed is not None and (
                passed is None or from_timestamp(passed) > from_timestamp(confirmed) + _TIME_TO_GO_ON
            ):
                yield f"the step {step['id']} was passed at {passed}, its meeting confirmed at {confirmed}"


def no_step_is_invited_too_early(evidence: Evidence) -> Iterator[str]:
    """A step's invite goes out after the step's delay (interface: Workflow templates)."""
    for enrollment in evidence.records("ENROLLMENT"):
        for before, step in pairwise(enrollment["steps"]):
            invited, passed = step.get("inviteSentAt"), before.get("completedAt")
            if invited is None or passed is None:
                continue
            delay = timedelta(minutes=step.get("sendDelayMinutes", 0))
            planned = step.get("sendAt") or invited  # One clock plans, and another one says when it was done.
            is_planned_early = from_timestamp(planned) < from_timestamp(passed) + delay - BETWEEN_CLOCKS
            if is_planned_early or from_timestamp(invited) < from_timestamp(planned) - BETWEEN_CLOCKS:
                yield f"the step {step['id']} was invited at {invited}, before {delay} after {passed}"


def nobody_fails_at_a_gate_for_people(evidence: Evidence) -> Iterator[str]:
    """Behind a gate that people confirm, no score ends an enrollment without a decision."""
    rejected = {
        item["pk"].removesuffix("#DECISIONS")
        for item in evidence.records("DECISION")
        if item["decision"] == "reject"
    }
    interviews = {item["id"]: item["pk"] for item in evidence.records("CANDIDATE_INTERVIEW")}
    for enrollment in evidence.records("ENROLLMENT"):
        for step in enrollment["steps"]:
            has_failed = step["status"] == "failed" and step.get("gateMode") == "confirm"
            if has_failed and interviews.get(step["candidateInterviewId"]) not in rejected:
                yield f"the step {step['id']} of {enrollment['id']} has failed without a decision"


def every_step_invites_once(evidence: Evidence) -> Iterator[str]:
    """A step has one candidate interview, however often its work was repeated."""
    made = Counter(
        item["enrollment"]["stepId"]
        for item in evidence.records("CANDIDATE_INTERVIEW")
        if item.get("enrollment")
    )
    for step_id, count in made.items():
        if count > 1:
            yield f"the step {step_id} has {count} candidate interviews"
