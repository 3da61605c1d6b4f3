"""A report on groups of candidates counts what happened (interface: Fairness reports)."""

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from gather.core.clock import from_timestamp
from simulation.invariants.evidence import Evidence, Item
from simulation.workload.analysts import Analyst
from simulation.workload.team import GATE

_GRACE: Final = timedelta(minutes=2)


def reports_count_who_was_scored(evidence: Evidence) -> Iterator[str]:
    """Each group has its candidates with a score, and those who have reached the threshold (rule 2)."""
    evaluations = {item["pk"]: item for item in evidence.records("EVALUATION")}
    for analyst in evidence.lives.analysts:
        if analyst.asked_at is None or _was_erased_since(evidence, analyst.asked_at):
            continue
        if analyst.report is None:
            yield f"the team {analyst.team.team_id} has got no report"
            continue
        latest = _latest_interviews(evidence, analyst)
        for group in analyst.report["tables"][0]["groups"]:
            ids = analyst.groups[group["categories"][0]]
            own = [evaluations.get(latest[each]["pk"], {}) for each in ids if each in latest]
            scores = [each["score"] for each in own if _is_scored(each, analyst.asked_at)]
            expected = (len(scores), sum(score >= GATE for score in scores))
            if (found := _counted(group)) != expected:
                yield f"the report counts {found} for {group['categories']}, not {expected}"


def _was_erased_since(evidence: Evidence, moment: datetime) -> bool:
    """Whether somebody was erased at about the moment of a report, or later."""
    erased = [item["createdAt"] for item in evidence.records("ERASURE")]
    return any(from_timestamp(each) > moment - _GRACE for each in erased)


def _latest_interviews(evidence: Evidence, analyst: Analyst) -> Mapping[str, Item]:
    """The candidate interview that each candidate has completed last in the report's period."""
    assert analyst.report is not None
    found = [
        item
        for item in evidence.records("CANDIDATE_INTERVIEW")
        if item["interviewId"] == analyst.report["interviewId"]
        and analyst.report["since"] <= (item.get("completedAt") or "") <= analyst.report["until"]
    ]
    return {item["candidateId"]: item for item in sorted(found, key=lambda item: str(item["completedAt"]))}


def _is_scored(evaluation: Mapping[str, Any], moment: datetime) -> bool:
    at = evaluation.get("evaluatedAt")
    return evaluation.get("score") is not None and at is not None and from_timestamp(at) <= moment


def _counted(group: Mapping[str, Any]) -> tuple[int, int]:
    selection = group["selection"]
    return group["candidates"], selection["count"] if selection is not None else 0
