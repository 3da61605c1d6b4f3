"""Who has answered is scored by what they said, and is made and invited once."""

from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from typing import Final

from gather.core.clock import from_timestamp, timestamp
from gather.screening.candidate_interviews.status import OPEN
from simulation.invariants.evidence import Evidence
from simulation.workload.candidates import WORTH

_GRACE: Final = timedelta(minutes=10)
_TIME_TO_EVALUATE: Final = timedelta(minutes=15)
"""Longer than a transcription takes whose announcement is lost."""


def who_has_completed_is_scored(evidence: Evidence) -> Iterator[str]:
    """A completed interview with a scorecard has an evaluation that has come to its end, with the judge's
    score."""
    worth = {candidate.mark: WORTH[candidate.worth] for candidate in evidence.lives.candidates}
    evaluations = {item["pk"]: item for item in evidence.records("EVALUATION")}
    candidates = {item["id"]: item for item in evidence.records("CANDIDATE")}
    for item in evidence.records("CANDIDATE_INTERVIEW"):
        if item.get("completedAt") is None or item["candidateId"] not in candidates:
            continue
        evaluation = evaluations.get(item["pk"])
        if evaluation is None:
            yield f"the candidate interview {item['id']} has no evaluation"
        elif evaluation["summaryStatus"] != "complete":
            yield f"the evaluation of {item['id']} is {evaluation['summaryStatus']}"
        else:
            expected = worth.get(candidates[item["candidateId"]]["lastName"])
            if expected is not None and evaluation.get("score") != expected:
                yield f"the score of {item['id']} is {evaluation.get('score')}, not {expected}"


def scores_come_in_time(evidence: Evidence) -> Iterator[str]:
    """Where nothing goes wrong, a completed interview is evaluated as soon as its recordings are transcribed,
    and not by recovery."""
    if not evidence.world.is_faultless:
        return
    evaluated = {item["pk"]: item.get("evaluatedAt") for item in evidence.records("EVALUATION")}
    for item in evidence.records("CANDIDATE_INTERVIEW"):
        completed, at = item.get("completedAt"), evaluated.get(item["pk"])
        if completed is None or at is None:
            continue
        if from_timestamp(at) > from_timestamp(completed) + _TIME_TO_EVALUATE:
            yield f"the candidate interview {item['id']} of {completed} was evaluated at {at}"


def open_interviews_end_with_their_time(evidence: Evidence) -> Iterator[str]:
    """Who does not answer in time can no longer answer (interface: Candidate interviews, rule 6)."""
    latest = timestamp(evidence.world.time.now() - _GRACE)
    for item in evidence.records("CANDIDATE_INTERVIEW"):
        is_closed = item.get("closedAt") is not None
        if item["status"] in OPEN and not is_closed and item["expiry"] < latest:
            yield f"the candidate interview {item['id']} is {item['status']} after {item['expiry']}"


def nobody_is_written_to_twice(evidence: Evidence) -> Iterator[str]:
    """The same message is sent again only where its sender could not note that it was sent."""
    email, sms = evidence.world.engines.email, evidence.world.engines.sms
    names = [(message.to, f"{message.subject} {message.text}") for message in email.messages]
    names += [(message.to, message.body) for message in sms.messages]
    sent: Counter[tuple[str, str]] = Counter()
    for name, sender in zip(names, [*email.senders, *sms.senders], strict=True):
        if sent[name]:
            yield f"“{name[1][:60]}” was sent again to {name[0]}"
        invocation, call = sender or (None, 0)
        if invocation is None or not invocation.is_in_doubt(call):
            sent[name] += 1


def every_request_is_carried_out_once(evidence: Evidence) -> Iterator[str]:
    """A request with an `Idempotency-Key` is carried out once (interface: Repeated requests)."""
    texts = [item["text"] for item in evidence.records("COMMENT")]
    texts += [f"{item['teamId']}: {item['questionText']}" for item in evidence.records("AI_TEXT_QUESTION")]
    texts += [item["reason"] for item in evidence.records("DECISION") if item.get("reason")]
    for text, count in Counter(texts).items():
        if count > 1:
            yield f"{text} stands {count} times"


def imports_come_to_their_end(evidence: Evidence) -> Iterator[str]:
    """An import that was begun is done."""
    for item in evidence.records("CANDIDATE_IMPORT"):
        if item["status"] != "complete":
            yield f"the import {item['id']} is {item['status']}"


def nobody_is_made_twice(evidence: Evidence) -> Iterator[str]:
    """A request with an `Idempotency-Key` makes one candidate, however often it is sent."""
    for email, count in Counter(item.get("email") for item in evidence.records("CANDIDATE")).items():
        if email and count > 1:
            yield f"there are {count} candidates {email}"


def completion_is_told_once(evidence: Evidence) -> Iterator[str]:
    """`candidate_interview.completed` is sent once for each completion (interface: Events, rule 4)."""
    told = Counter(
        event["payload"]["candidateInterviewId"]
        for event in evidence.events()
        if event["name"] == "candidate_interview.completed"
    )
    for name, count in told.items():
        if count > 1:
            yield f"the completion of {name} was told {count} times"
    for item in evidence.records("CANDIDATE_INTERVIEW"):
        if item.get("completedAt") is not None and told[item["id"]] == 0:
            yield f"the completion of {item['id']} was told to nobody"
