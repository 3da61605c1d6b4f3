"""E-mails to the people whom the team's interviews notify.

    send_notice(attempt, lambda adapters, task: Notice("A webhook fails", ("Deliveries have failed.",)))

These are the `notificationSubscribers` of the newest interviews, and nobody where the interviews name nobody.
"""

from collections.abc import Callable
from dataclasses import dataclass

import htpy as h

from gather.content.interviews.storage import INTERVIEW
from gather.core.observability import logger
from gather.messaging.rendering.email_layout import with_directions
from gather.ports.failure import EngineFailed
from gather.ports.messages import EmailMessage
from gather.sandbox.inbox.service import messengers_of
from gather.table.listing import Selection
from gather.table.outbox import ClaimedTask
from gather.table.readable import readable
from gather.tenancy.organizations.storage import user_key
from gather.tenancy.users.models import User
from gather.wiring import Adapters
from gather.workers.task_runner import Attempt

INTERVIEWS_LOOKED_AT = 50
MOST_RECIPIENTS = 20
SENDER = "Talent Screening Service"


@dataclass(frozen=True, slots=True)
class Notice:
    """The content of a notice, a paragraph a line."""

    subject: str
    lines: tuple[str, ...]


NoticeOf = Callable[[Adapters, ClaimedTask], Notice | None]
"""Makes the notice of a task; None when there is nothing to tell of any more."""


def send_notice(attempt: Attempt, notice_of: NoticeOf) -> None:
    """Send the task's e-mail to each subscriber once, and end the task.

    Raises EngineFailed when one of them may be reached later; the others are marked and left alone then.
    """
    notice = notice_of(attempt.adapters, attempt.task)
    if notice is None:
        attempt.end()
        return
    adapters = attempt.adapters
    messengers = messengers_of(adapters.engines, adapters.records.table, attempt.task, adapters.clock.now())
    waiting: EngineFailed | None = None
    for user in _subscribers(adapters, attempt.task):
        if user.id in attempt.marks:
            continue
        try:
            messengers.email().send(_email(user, notice))
            attempt.mark(user.id, "accepted")
        except EngineFailed as failure:
            logger.warning("a message was not sent", extra={**attempt.log_fields, "reason": failure.reason})
            if failure.retryable:
                waiting = failure
            else:
                attempt.mark(user.id, "refused")
    if waiting is not None:
        raise waiting
    attempt.end()


def _subscribers(adapters: Adapters, task: ClaimedTask) -> list[User]:
    """The users whom the team's newest interviews notify. Three round trips."""
    page = adapters.records.page(
        INTERVIEW, INTERVIEW.team_listing(task.team_id), Selection.ACTIVE, 0, INTERVIEWS_LOOKED_AT
    )
    named = dict.fromkeys(
        user_id for interview in page.records for user_id in interview.notification_subscribers
    )
    keys = [user_key(task.organization_id, user_id) for user_id in [*named][:MOST_RECIPIENTS]]
    found = adapters.records.table.get_many(keys)
    return [*readable(User, (found[key] for key in keys if key in found))]


def _email(user: User, notice: Notice) -> EmailMessage:
    lines = [f"Hello {user.first_name},", *notice.lines]
    return EmailMessage(
        to=user.email,
        subject=notice.subject,
        html=str(h.fragment[(h.p[with_directions(line)] for line in lines)]),
        text="\n\n".join(lines),
        from_name=SENDER,
    )
