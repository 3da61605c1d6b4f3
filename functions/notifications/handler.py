"""The notifications worker: sends invites, reminders and completion messages.

A message of the queue names a task of the outbox, which one worker claims at a time. What an engine
accepted or refused for good is marked on the task at once, so that a retry of one channel leaves the
other alone, and the end of the task is one transaction with the event. An engine knows no repeated
calls, so it is called once an attempt, and a message is sent a second time only when the engine
accepted it and that did not come to be marked: its answer was lost or late, the worker died, or the
mark could not be stored. The other order would lose invites.
"""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from aws_lambda_powertools.utilities.batch.types import PartialItemFailureResponse
from aws_lambda_powertools.utilities.typing import LambdaContext

from gather import wiring
from gather.core.observability import count, logger
from gather.engines.protocols import EngineFailed
from gather.screening.candidate_interview import DeliveryType
from gather.table import outbox
from gather.table.conversion import Item
from gather.table.outbox import ClaimedTask
from gather.workers.batch import run_batch
from notifications.mailing import Mailing
from notifications.occasions import Occasion, occasion_of

# Longer than the function's own time limit, so that a claim only ends before its worker has.
LEASE = timedelta(seconds=90)
# About a day: an outage of an engine ends sooner, and an invite is not given up before.
MOST_ATTEMPTS = 40
# The failure after which somebody is told, about ten minutes after the first.
HELD_UP_AT = 5

ACCEPTED = "accepted"
REFUSED = "refused"


_ABOUT = ("candidateInterviewId", "candidateMeetingId")


class _Ended(Exception):
    """Another worker ended the task first."""


def handler(event: dict[str, Any], context: LambdaContext) -> PartialItemFailureResponse:
    """The function's entry: a batch of the notification queue in, the messages that must come back out."""
    return run_batch("notifications", event, context, _receive)


def _receive(message: Mapping[str, Any]) -> None:
    now = wiring.clock().now()
    task = outbox.claim(wiring.table(), message["taskId"], now, LEASE)
    if task is None:
        return
    occasion = occasion_of(task, now)
    outcomes = dict(task.marks)
    failure = _send(task, occasion.mailing, outcomes) if occasion.mailing else None
    if failure is not None:
        if task.attempt < MOST_ATTEMPTS:
            _give_back(task)
            raise failure
        logger.error("a message was given up", extra={**_names(task), "reason": failure.reason})
        count("MessagesGivenUp")
    _finish(task, occasion if ACCEPTED in outcomes.values() else None)


def _send(task: ClaimedTask, mailing: Mailing, outcomes: dict[str, str]) -> EngineFailed | None:
    """Send what no earlier attempt has sent, and answer a failure that may pass.

    A channel that refuses for good does not keep the other from being tried.
    """
    waiting: EngineFailed | None = None
    for channel in mailing.channels:
        if channel in outcomes:
            continue
        try:
            _hand_over(channel, mailing)
            outcome = ACCEPTED
        except EngineFailed as failure:
            logger.warning("a message was not sent", extra={**_names(task), "reason": failure.reason})
            if failure.retryable:
                waiting = failure
                continue
            outcome = REFUSED
        outcomes[channel] = outcome
        outbox.mark(wiring.table(), task.id, channel, outcome)
        count("Messages", messageType=mailing.type, channel=channel, outcome=outcome)
    return waiting


def _hand_over(channel: DeliveryType, mailing: Mailing) -> None:
    if channel is DeliveryType.EMAIL:
        wiring.engines().email().send(mailing.email())
    else:
        wiring.engines().sms().send(mailing.sms())


def _give_back(task: ClaimedTask) -> None:
    """Let the task be tried again, later with each attempt; its message comes back too."""
    outbox.give_back(wiring.table(), task, wiring.clock().now())
    if task.attempt == HELD_UP_AT:
        count("MessagesHeldUp")


def _finish(task: ClaimedTask, accepted: Occasion | None) -> None:
    """End the task; an invite that an engine accepted is told of (interface: Events)."""
    transaction = wiring.records().transaction()
    transaction.write(outbox.finish(task.id), _ended)
    if accepted is not None:
        accepted.tell(transaction, wiring.clock().now())
    try:
        transaction.commit()
    except _Ended:
        return


def _ended(_item: Item | None) -> Exception:
    return _Ended()


def _names(task: ClaimedTask) -> dict[str, object]:
    return {
        "taskId": task.id,
        "teamId": task.team_id,
        **{name: task.payload[name] for name in _ABOUT if name in task.payload},
        "attempt": task.attempt,
    }
