"""The earliest time at which a message to a candidate goes out (interface: Message groups, rules 10 and 11).

A message that nobody has just asked for keeps out of the candidate's night, by every channel:

| message | asked for by |
|---|---|
| invite by a request: to an interview, to the step that enrolling reaches; one sent again | the request |
| confirmation of a completed interview | the candidate, who has just completed it |
| invite to a step after its delay, or after the step before | nobody |
| reply to the candidate's request, confirmation of a withdrawal | the request |
| reminder, rejection, news that it goes on | nobody |

What was asked for is so for a quarter of an hour. A message that an outage held up longer waits like the
others. The team's own people are not candidates, and their e-mails never wait.
"""

from datetime import datetime, timedelta
from typing import Final

from gather.core.clock import from_timestamp
from gather.core.tenant import is_sandbox
from gather.messaging.channels.quiet_hours import end_of_quiet
from gather.messaging.notifications.mailings import Mailing
from gather.messaging.sent_messages.models import SentMessageType
from gather.table.outbox import ClaimedTask
from gather.workers.task_runner import Attempt

_NEVER_ASKED_FOR: Final = frozenset(
    {SentMessageType.CANDIDATE_REMINDER, SentMessageType.REJECTION, SentMessageType.ADVANCE}
)
_JUST: Final = timedelta(minutes=15)


def earliest_time(attempt: Attempt, mailing: Mailing) -> datetime | None:
    """The time until which a message waits: its own or the candidate's morning. None where it may go out now.

    It is looked at in each attempt, so that one that failed in the evening is not tried again in the night.
    Nothing leaves a sandbox, where what is due happens at once.
    """
    task = attempt.task
    if is_sandbox(task.organization_id):
        return None
    if attempt.marks.keys() >= set(mailing.channels):
        return None  # all is sent; only the end was not stored
    now, as_of = attempt.adapters.clock.now(), task.payload.get("asOf")
    not_before = task.payload.get("notBefore")
    if not_before and now < from_timestamp(not_before):
        return from_timestamp(not_before)
    if _is_just_asked_for(task, mailing.type, now):
        return None
    moment = max(now, from_timestamp(as_of)) if as_of else now
    return end_of_quiet(moment, mailing.candidate.timezone)


def _is_just_asked_for(task: ClaimedTask, message_type: SentMessageType, now: datetime) -> bool:
    if message_type in _NEVER_ASKED_FOR or not task.payload.get("isAskedFor", True):
        return False
    return now - from_timestamp(task.created_at) <= _JUST
