"""When a message to a candidate may go out (interface: Message groups, rules 8 and 10)."""

from datetime import datetime

from gather.content.message_group import MessageType
from gather.core.clock import from_timestamp
from gather.core.tenant import is_sandbox
from gather.screening.quiet_hours import end_of_quiet
from gather.workers.task_runner import Attempt
from notifications.mailing import Mailing

_UNEXPECTED = frozenset({MessageType.CANDIDATE_REMINDER, MessageType.REJECTION})
"""Messages that nobody has just asked for, and that can wait."""


def waits_until(attempt: Attempt, mailing: Mailing) -> datetime | None:
    """Until when a message waits for its time or the candidate's morning, or None where it may go out now.

    It is looked at in each attempt, so that one that failed in the evening is not tried again in the night.
    Nothing leaves a sandbox, where what is due happens at once.
    """
    task = attempt.task
    if mailing.type not in _UNEXPECTED or is_sandbox(task.organization_id):
        return None
    if attempt.marks.keys() >= set(mailing.channels):
        return None  # all is sent; only the end was not stored
    now, as_of = attempt.adapters.clock.now(), task.payload.get("asOf")
    not_before = task.payload.get("notBefore")
    if not_before and now < from_timestamp(not_before):
        return from_timestamp(not_before)
    moment = max(now, from_timestamp(as_of)) if as_of else now
    return end_of_quiet(moment, mailing.candidate.timezone)
