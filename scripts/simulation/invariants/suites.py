"""A suite's order is made once, and its suite is told what became of it: in order, once, when it is so."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from datetime import timedelta
from itertools import pairwise
from typing import Final

from gather.connect.orders.models import order_status
from gather.core.clock import from_timestamp
from gather.screening.candidate_interviews.models import CandidateInterviewRecord
from gather.screening.evaluations.models import SummaryStatus
from simulation.clocks import BETWEEN_CLOCKS
from simulation.invariants.evidence import Evidence, Item
from simulation.suites.dialect import ALONG, CANCELLED, COMPLETED, ENDED, EXPIRED, INVITED, STARTED
from simulation.suites.servers import PushReceipt

_RANKS: Final = {
    INVITED: 0,
    STARTED: 1,
    "processing": 2,
    EXPIRED: 2,
    CANCELLED: 2,
    COMPLETED: 3,
    ENDED: 2,
}
"""The order of statuses. None of a lower rank is told after one of a higher."""
_TIME_TO_TELL: Final = timedelta(minutes=1)


def one_reference_is_one_order(evidence: Evidence) -> Iterator[str]:
    """The same reference again makes nothing, and answers like the first time. One that has ended holds its
    reference no longer where the suite starts anew."""
    stored = Counter((item["integrationId"], item.get("reference")) for item in evidence.records("ORDER"))
    for suite in evidence.lives.suites:
        for order in suite.orders:
            lives = order.ids if suite.dialect.frees_reference else [set[str]().union(*order.ids)]
            for ids in lives:
                if len(ids) > 1:
                    yield f"{suite.host} {order.name} is answered with {sorted(ids)}"
            reference = suite.dialect.reference(order.name, order.interview_id)
            count = stored[suite.integration_id, reference]
            if count > len(lives):
                yield f"{suite.host} {order.name} is {count} orders"


def one_order_is_one_interview(evidence: Evidence) -> Iterator[str]:
    """An order makes one candidate interview, with one invite."""
    orders = {item["id"]: item for item in evidence.records("ORDER")}
    interviews = Counter(
        item["orderId"] for item in evidence.records("CANDIDATE_INTERVIEW") if item.get("orderId")
    )
    for order_id in orders.keys() | interviews.keys():
        if order_id not in orders or interviews[order_id] != 1:
            yield f"the order {order_id} has {interviews[order_id]} interviews"
    for item in evidence.records("CANDIDATE_INTERVIEW"):
        if item.get("orderId") and item["invites"] != 1:
            yield f"the order {item['orderId']} has {item['invites']} invites"


def suites_are_told_of_every_end(evidence: Evidence) -> Iterator[str]:
    """What a suite was told last is the status of its order, unless it has refused that for good."""
    receipts = _receipts(evidence)
    interviews = {item["id"]: item for item in evidence.records("CANDIDATE_INTERVIEW")}
    dialects = {suite.integration_id: suite.dialect for suite in evidence.lives.suites}
    followed = {order.get("followsOrderId") for order in evidence.records("ORDER")}
    for order in evidence.records("ORDER"):
        item, dialect = interviews.get(order["candidateInterviewId"]), dialects[order["integrationId"]]
        if item is None or order["candidateId"] in evidence.erased:
            continue
        is_followed = order["id"] in followed and dialect.is_told_by_reference
        status = order_status(CandidateInterviewRecord.model_validate(item)).value
        if is_followed or status not in dialect.told_of:
            continue
        own = receipts[order["id"]]
        if not own or own[-1].read.state not in (status, ENDED):
            known = [each.read.state for each in own]
            yield f"the order {order['id']} is {status}, and its suite knows {known}"


def suites_are_told_in_order(evidence: Evidence) -> Iterator[str]:
    """No older state is told after a newer one, and the number of an update grows."""
    for order_id, own in _receipts(evidence).items():
        for before, after in pairwise(own):
            if _RANKS[after.read.state] < _RANKS[before.read.state]:
                yield f"the order {order_id} is {after.read.state} after {before.read.state}"
            is_same = before.read.state == after.read.state
            numbers = before.read.update, after.read.update
            if None not in numbers and not is_same and numbers[1] <= numbers[0]:  # type: ignore[operator]  # no None
                yield f"the updates of the order {order_id} have the numbers {numbers}"


def a_followed_order_is_told_no_more(evidence: Evidence) -> Iterator[str]:
    """Where a suite knows an order by its reference, it is told nothing of one that another has followed."""
    receipts = _receipts(evidence)
    dialects = {suite.integration_id: suite.dialect for suite in evidence.lives.suites}
    for order in _ever_ordered(evidence):
        former = order.get("followsOrderId")
        if former is None or not dialects[order["integrationId"]].is_told_by_reference:
            continue
        began = from_timestamp(order["createdAt"])
        for each in receipts.get(former, ()):
            if each.at > began + _TIME_TO_TELL + BETWEEN_CLOCKS:
                yield f"the order {former} was told to be {each.read.state} at {each.at}, followed at {began}"


def suites_are_told_once(evidence: Evidence) -> Iterator[str]:
    """One push for each order and event. It comes again only when nobody could know that it had come,
    or was refused and sent again."""
    for order_id, own in _receipts(evidence).items():
        certain = Counter(
            each.read.state for each in own if not (each.arrival.is_in_doubt or each.is_refused)
        )
        for state, count in certain.items():
            if count > 1 and state != ENDED:
                yield f"the suite of the order {order_id} was told {count} times that it is {state}"
        if certain[ENDED] > 2:  # An order that has expired may be cancelled.
            yield f"the suite of the order {order_id} was told {certain[ENDED]} times of its end"


def suites_are_told_what_is_so(evidence: Evidence) -> Iterator[str]:
    """Who asks because of a push finds what it says, or what came after it."""
    for order_id, own in _receipts(evidence).items():
        for each in own:
            found = each.status_afterwards
            if found is not None and _RANKS[found] < _RANKS[each.read.state]:
                yield f"the order {order_id}, told to be {each.read.state}, is {found}"
            if found == "processing":
                yield f"the order {order_id}, told to be {each.read.state}, is being evaluated"


def suites_are_told_of_results_alone(evidence: Evidence) -> Iterator[str]:
    """Nothing is pushed for a completion before the evaluation is there, and its score is the one pushed. The
    candidate's words never go along."""
    interviews = {
        item["orderId"]: item for item in evidence.records("CANDIDATE_INTERVIEW") if item.get("orderId")
    }
    evaluations = {item["pk"]: item for item in evidence.records("EVALUATION")}
    words = [each.words.lower() for each in evidence.lives.candidates]
    for receipt in evidence.world.suites.receipts:
        if any(text in receipt.text.lower() for text in words):
            yield f"{receipt.host} was told {receipt.text}"
    for order_id, own in _receipts(evidence).items():
        for each in own:
            item = interviews.get(order_id)
            if each.read.state != COMPLETED or item is None:
                continue
            evaluation = evaluations.get(item["pk"])
            if evaluation is None or evaluation["summaryStatus"] != SummaryStatus.COMPLETE:
                yield f"the order {order_id} is told to be completed without an evaluation"
            elif each.at < from_timestamp(evaluation["evaluatedAt"]) - BETWEEN_CLOCKS:
                yield f"the order {order_id} was told at {each.at}, evaluated at {evaluation['evaluatedAt']}"
            elif each.read.score != evaluation.get("score"):
                yield f"the order {order_id} was told the score {each.read.score}: {evaluation.get('score')}"


def suites_are_told_in_time(evidence: Evidence) -> Iterator[str]:
    """Where nothing goes wrong, a suite is told of results within seconds, and not by recovery."""
    world = evidence.world
    if not world.is_faultless or world.suites.hosts.unreliable:
        return
    receipts = _receipts(evidence)
    for item in evidence.records("CANDIDATE_INTERVIEW"):
        for each in receipts.get(item.get("orderId", ""), ()):
            if each.read.state == COMPLETED and each.at > from_timestamp(item["resultsAt"]) + _TIME_TO_TELL:
                yield f"the results of {item['orderId']} of {item['resultsAt']} were told at {each.at}"


def nobody_erased_is_pushed(evidence: Evidence) -> Iterator[str]:
    """The push of an erased candidate is dropped."""
    done = {
        item["candidateId"]: from_timestamp(item["completedAt"])
        for item in evidence.records("ERASURE")
        if item.get("completedAt")
    }
    candidates = _candidates_of_orders(evidence)
    for order_id, own in _receipts(evidence).items():
        erased = done.get(candidates.get(order_id, ""))
        for each in own:
            if erased is not None and each.at > erased + BETWEEN_CLOCKS:
                yield f"{each.host} was told of the order {order_id} at {each.at}, erased at {erased}"


def the_list_of_pushes_has_each(evidence: Evidence) -> Iterator[str]:
    """`/pushes` lists each HTTP attempt, and says of those that were taken that they were."""
    lists = {item["pk"].rpartition("#")[2]: item for item in evidence.records("ORDER_PUSHES")}
    orders = {item["id"] for item in evidence.records("ORDER")}
    for order_id, own in _receipts(evidence).items():
        if order_id not in orders:
            continue
        attempts = lists.get(order_id, {}).get("attempts", [])
        taken = sum(each["error"] is None for each in attempts)
        certain = sum(not each.arrival.is_in_doubt and not each.is_refused for each in own)
        if taken < certain:
            yield f"the order {order_id} lists {taken} pushes that were taken, and {certain} were"
        if not lists.get(order_id, {}).get("turnUntil", "") < evidence.world.time.now().isoformat():
            yield f"a worker has the turn of the order {order_id}"


def orders_never_go_back(evidence: Evidence) -> Iterator[str]:
    """Who asks for an order again and again is told no older status after a newer one."""
    for suite in evidence.lives.suites:
        for order in suite.orders:
            for before, after in pairwise(order.statuses):
                if _RANKS[after] < _RANKS[before]:
                    yield f"{suite.host} {order.name} was shown as {after} after {before}"


def suites_understand_what_they_are_told(evidence: Evidence) -> Iterator[str]:
    """A push has the suite's own form and credentials."""
    for suite in evidence.lives.suites:
        yield from suite.dialect.mistakes


def _receipts(evidence: Evidence) -> Mapping[str, list[PushReceipt]]:
    """What each order's suite was told, by the order's id. Refused pushes are among it.

    Orders have a reference one after the other, and a push of one may come when there is the next one. So it
    is of the order whose task its worker was given.
    """
    found: dict[str, list[PushReceipt]] = defaultdict(list)
    for receipt in evidence.world.suites.receipts:
        if receipt.read.state != ALONG:
            [message] = receipt.arrival.invocation.event["Records"]
            found[json.loads(message["body"])["orderId"]].append(receipt)
    return found


def _candidates_of_orders(evidence: Evidence) -> Mapping[str, str]:
    """Whom each order that ever was is for, by the order's id."""
    return {item["id"]: item["candidateId"] for item in _ever_ordered(evidence)}


def _ever_ordered(evidence: Evidence) -> Iterator[Item]:
    return (item for item in evidence.stored() if item.get("entity") == "ORDER")
