"""Events reach every subscriber, once for each id (interface: Events, rules 1 and 3)."""

from collections import defaultdict
from collections.abc import Iterator
from datetime import timedelta
from itertools import pairwise
from typing import Final

from gather.core.clock import from_timestamp
from simulation.clocks import BETWEEN_CLOCKS
from simulation.invariants.evidence import Evidence
from simulation.receivers import EventReceipt

_ATTEMPTS: Final = 3
_PAUSES: Final = {1: timedelta(minutes=1), 2: timedelta(minutes=5)}
"""The pause after each attempt, by its number."""
_LEASE: Final = timedelta(seconds=30)
_UNWANTED: Final = ("no_longer_configured",)
_TIME_TO_ARRIVE: Final = timedelta(minutes=1)
_OVER: Final = ("completed", "failed")


def every_event_reaches_every_subscriber(evidence: Evidence) -> Iterator[str]:
    """Who subscribed to an event has it, or the log of deliveries says why not. Of who was erased nothing is
    sent any more."""
    arrived = {(arrival.url, arrival.event_id) for arrival in evidence.world.receivers.arrivals}
    failed = {
        (item["url"], item["eventId"])
        for item in evidence.records("WEBHOOK_DELIVERY")
        if item["status"] == "failed"
    }
    for event in evidence.events():
        if event["payload"].get("candidateId") in evidence.erased:
            continue
        for webhook in evidence.records("WEBHOOK"):
            if webhook["teamId"] != event["teamId"] or webhook["createdAt"] > event["createdAt"]:
                continue
            for url in webhook["urls"]:
                wants = event["name"] in webhook["events"]
                if wants and (url, event["id"]) not in arrived | failed:
                    yield f"{event['name']} {event['id']} has not reached {url}"


def nothing_arrives_twice(evidence: Evidence) -> Iterator[str]:
    """A receiver that has taken an event gets it again only when the service could not know that it had. With
    whom an event is about, the service erases that somebody has it."""
    erased_at = {
        item["candidateId"]: from_timestamp(item["createdAt"]) for item in evidence.records("ERASURE")
    }
    about = {event["id"]: event["payload"].get("candidateId") for event in evidence.events()}
    by_delivery: dict[tuple[str, str, bool], list[EventReceipt]] = defaultdict(list)
    for arrival in evidence.world.receivers.arrivals:
        erasure = erased_at.get(about.get(arrival.event_id))
        is_erased = erasure is not None and arrival.at > erasure - BETWEEN_CLOCKS
        by_delivery[arrival.url, arrival.event_id, is_erased].append(arrival)
    for (url, event_id, _), arrivals in by_delivery.items():
        unexplained = sum(not receipt.arrival.is_in_doubt for receipt in arrivals)
        if unexplained > 1:
            yield f"{url} has taken {arrivals[0].event} {event_id} {len(arrivals)} times"


def the_log_keeps_every_event(evidence: Evidence) -> Iterator[str]:
    """An event is kept for thirty days, whoever subscribed (interface: Events, rule 8), unless it is about
    somebody who was erased."""
    kept = {item["id"] for item in evidence.records("KEPT_EVENT")}
    for event in evidence.events():
        if event["id"] not in kept and event["payload"].get("candidateId") not in evidence.erased:
            yield f"the log has no {event['name']} {event['id']} of {event['createdAt']}"


def only_what_happened_arrives(evidence: Evidence) -> Iterator[str]:
    """Nobody gets an event that was never sent, or that is another team's."""
    sent = {event["id"] for event in evidence.events()}
    for arrival in evidence.world.receivers.arrivals:
        if arrival.event_id not in sent:
            yield f"{arrival.url} has taken {arrival.event} {arrival.event_id}, which was never sent"


def each_attempt_is_made_once(evidence: Evidence) -> Iterator[str]:
    """The attempts of a delivery are its first, its second and its third (interface: Deliveries)."""
    for item in evidence.records("WEBHOOK_DELIVERY"):
        numbers = [attempt["number"] for attempt in item.get("attemptHistory", ())]
        if numbers != [*range(1, item["attempts"] + 1)]:
            yield f"the delivery {item['id']} has made the attempts {numbers}"


def no_attempt_ends_before_it_began(evidence: Evidence) -> Iterator[str]:
    """The time that an attempt took is told to people, whatever the clocks say (interface: Deliveries)."""
    for item in evidence.records("WEBHOOK_DELIVERY"):
        for attempt in item.get("attemptHistory", ()):
            if attempt["durationMs"] < 0:
                yield f"an attempt of the delivery {item['id']} took {attempt['durationMs']} ms"


def attempts_keep_their_times(evidence: Evidence) -> Iterator[str]:
    """The second attempt comes a minute after the first, the third five after the second (interface:
    Deliveries, rule 5). An attempt counts as lost when its worker has had its time."""
    for item in evidence.records("WEBHOOK_DELIVERY"):
        for before, after in pairwise(item.get("attemptHistory", ())):
            lasted = timedelta(milliseconds=int(before["durationMs"]))
            ended = from_timestamp(before["startedAt"]) + lasted
            pause = from_timestamp(after["startedAt"]) - ended
            if before["error"] == "worker_lost":
                if lasted < _LEASE - BETWEEN_CLOCKS:
                    yield f"an attempt of the delivery {item['id']} counts as lost after {lasted}"
            elif pause < _PAUSES[int(before["number"])] - BETWEEN_CLOCKS:
                yield f"the delivery {item['id']} was attempted again after {pause}"


def a_delivery_fails_after_all_its_attempts(evidence: Evidence) -> Iterator[str]:
    """A delivery that is still wanted gets three attempts (interface: Deliveries, rule 5)."""
    for item in evidence.records("WEBHOOK_DELIVERY"):
        reason = (item.get("errorResponse") or {}).get("error")
        if item["status"] == "failed" and item["attempts"] < _ATTEMPTS and reason not in _UNWANTED:
            yield f"the delivery {item['id']} has failed after {item['attempts']} attempts: {reason}"


def events_arrive_in_time(evidence: Evidence) -> Iterator[str]:
    """Where nothing goes wrong, an event arrives within seconds, and not by recovery."""
    world = evidence.world
    if not world.is_faultless or world.receivers.hosts.unreliable:
        return
    sent = {event["id"]: from_timestamp(event["createdAt"]) for event in evidence.events()}
    for receipt in world.receivers.arrivals:
        if receipt.at > sent[receipt.event_id] + _TIME_TO_ARRIVE:
            yield f"{receipt.event} {receipt.event_id} has reached {receipt.url} at {receipt.at} only"


def no_delivery_is_left(evidence: Evidence) -> Iterator[str]:
    """Every delivery has an end."""
    for item in evidence.records("WEBHOOK_DELIVERY"):
        if item["status"] not in _OVER:
            yield f"the delivery {item['id']} of {item['eventType']} is {item['status']}"
