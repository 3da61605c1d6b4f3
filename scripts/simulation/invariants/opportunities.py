"""Lever's opportunities show what became of their orders."""

from collections import Counter
from collections.abc import Iterator, Mapping

from gather.connect.orders.models import order_status
from gather.screening.candidate_interviews.models import CandidateInterviewRecord
from gather.screening.evaluations.models import SummaryStatus
from simulation.invariants.evidence import Evidence, Item
from simulation.suites.dialect import COMPLETED, INVITED, STARTED
from simulation.suites.lever import LeverDialect, SimulatedOpportunity

_OURS = "screening-"


def opportunities_have_the_tag_of_their_order(evidence: Evidence) -> Iterator[str]:
    """An opportunity has one of our tags: that of its newest order."""
    interviews = _interviews(evidence)
    for opportunity, order in _with_newest_order(evidence):
        record = CandidateInterviewRecord.model_validate(interviews[order["candidateInterviewId"]])
        status = order_status(record).value
        shown = INVITED if status == STARTED else status
        own = [tag for tag in opportunity.tags if tag.startswith(_OURS)]
        if own != [LeverDialect.tags[shown]]:
            yield f"the opportunity {opportunity.reference} is {status}, and has the tags {own}"


def completed_opportunities_have_a_note_and_a_link(evidence: Evidence) -> Iterator[str]:
    """Who opens the opportunity of a completed order finds its results."""
    evaluated = {
        item["pk"]
        for item in evidence.records("EVALUATION")
        if item["summaryStatus"] == SummaryStatus.COMPLETE
    }
    interviews = _interviews(evidence)
    for opportunity, order in _with_newest_order(evidence):
        item = interviews[order["candidateInterviewId"]]
        is_completed = order_status(CandidateInterviewRecord.model_validate(item)).value == COMPLETED
        if is_completed and item["pk"] in evaluated and not (opportunity.notes and opportunity.links):
            yield f"the opportunity {opportunity.reference} has {opportunity.notes} and {opportunity.links}"


def opportunities_at_their_stage_are_ordered(evidence: Evidence) -> Iterator[str]:
    """Every opportunity is ordered of whose stage an event has told, unless it is archived or its candidate
    erased."""
    orders = Counter(item.get("reference") for item in evidence.records("ORDER"))
    for suite in evidence.lives.suites:
        if not isinstance(suite.dialect, LeverDialect):
            continue
        for order in suite.orders:
            opportunity = suite.dialect.opportunities.get(order.name)
            if opportunity is None or order.candidate.is_erased or orders[opportunity.reference]:
                continue
            if opportunity.is_awaited and not opportunity.is_archived:
                yield f"the opportunity {order.name} has no order"


def _with_newest_order(evidence: Evidence) -> Iterator[tuple[SimulatedOpportunity, Item]]:
    """The opportunities with orders, about which nothing was refused and nobody erased."""
    newest: dict[tuple[str, str], Item] = {}
    for item in sorted(evidence.records("ORDER"), key=lambda each: str(each["createdAt"])):
        newest[item["integrationId"], item.get("reference", "")] = item
    for suite in evidence.lives.suites:
        if not isinstance(suite.dialect, LeverDialect):
            continue
        for opportunity in suite.dialect.opportunities.values():
            order = newest.get((suite.integration_id, opportunity.reference))
            if order is None or opportunity.is_refused or order["candidateId"] in evidence.erased:
                continue
            yield opportunity, order


def _interviews(evidence: Evidence) -> Mapping[str, Item]:
    return {item["id"]: item for item in evidence.records("CANDIDATE_INTERVIEW")}
