"""E-mails to people of the team.

    send_notice(attempt, lambda adapters, task: Notice("A webhook fails", ("Deliveries have failed.",)))

A notice names the users whom it is for. Others go to the `notificationSubscribers` of the newest interviews,
and to nobody where the interviews name nobody. News of candidates keep to what each user has chosen: one
e-mail each, one a day, or none. All wait for the user's morning (interface: Notifications, rules 1 to 5).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

import htpy as h

from gather.content.interviews.storage import INTERVIEW
from gather.core.observability import logger
from gather.core.tenant import is_sandbox
from gather.messaging.channels.messengers import paced_email_of
from gather.messaging.channels.quiet_hours import end_of_quiet
from gather.messaging.digests import storage as digest_storage
from gather.messaging.rendering.email_layout import with_directions
from gather.ports.failure import EngineFailed
from gather.ports.messages import EmailMessage
from gather.table.listing import Selection
from gather.table.outbox import ClaimedTask
from gather.table.readable import readable
from gather.tenancy.organizations.storage import user_key
from gather.tenancy.users.models import Notifications, User
from gather.wiring import Adapters
from gather.workers.task_runner import Attempt

INTERVIEWS_LOOKED_AT = 50
MOST_RECIPIENTS = 20
SENDER = "Talent Screening Service"


class Link(NamedTuple):
    """A link of an e-mail."""

    address: str
    text: str


@dataclass(frozen=True, slots=True)
class Notice:
    """The content of a notice, a paragraph a line, and a link below them.

    `console_link` is for users who can sign in to the console, `link` for the others, called `link_text`.
    `user_ids` are the users whom it is for, None for those whom the team's interviews notify. It `is_news`
    when it tells of a candidate.
    """

    subject: str
    lines: tuple[str, ...]
    link: str = ""
    link_text: str = ""
    console_link: str = ""
    user_ids: Sequence[str] | None = None
    is_news: bool = False

    def email_to(self, user: User) -> EmailMessage:
        """The e-mail to a user."""
        lines = [f"Hello {user.first_name},", *self.lines]
        link = self.link_for(user)
        anchor = h.p[h.a(href=link.address)[link.text]] if link else None
        return EmailMessage(
            to=user.email,
            subject=self.subject,
            html=str(h.fragment[[h.p[with_directions(line)] for line in lines], anchor]),
            text="\n\n".join([*lines, *([f"{link.text}: {link.address}"] if link else [])]),
            from_name=SENDER,
        )

    def link_for(self, user: User) -> Link | None:
        """Where the user goes on: in the console who has an account of it."""
        if self.console_link and user.role is not None:
            return Link(self.console_link, "Open in the console")
        return Link(self.link, self.link_text) if self.link else None


NoticeOf = Callable[[Adapters, ClaimedTask], Notice | None]
"""Makes the notice of a task; None when there is nothing to tell of any more."""


def send_notice(attempt: Attempt, notice_of: NoticeOf) -> None:
    """Send the task's e-mail to each of its users once, and end the task. Put it off while it is night for
    one of them, or where the time of the function is over before the last one's turn.

    Raises EngineFailed when one of them may be reached later; the others are marked and left alone then.
    """
    notice = notice_of(attempt.adapters, attempt.task)
    if notice is None:
        attempt.end()
        return
    later: list[datetime] = []
    waiting: EngineFailed | None = None
    for user in _recipients(attempt.adapters, attempt.task, notice):
        if user.id in attempt.marks:
            continue
        morning = _morning_of(attempt, notice, user)
        if morning is not None:
            later.append(morning)
            continue
        if not attempt.has_time():
            later.append(attempt.adapters.clock.now())
            break
        try:
            _tell(attempt, notice, user)
        except EngineFailed as failure:
            logger.warning("a message was not sent", extra={**attempt.log_fields, "reason": failure.reason})
            if failure.retryable:
                waiting = failure
            else:
                attempt.mark(user.id, "refused")
    if waiting is not None:
        raise waiting
    if later:
        attempt.put_off(min(later))
        return
    attempt.end()


def _tell(attempt: Attempt, notice: Notice, user: User) -> None:
    """Send the e-mail to a user, or keep the news for the digest of one who wants one a day."""
    adapters, task = attempt.adapters, attempt.task
    if notice.is_news and user.notifications is Notifications.DAILY:
        digest_storage.save_entry(adapters.records.table, user, task)
        attempt.mark(user.id, "in the digest")
        return
    paced_email_of(adapters, task).send(notice.email_to(user))
    attempt.mark(user.id, "accepted")


def _morning_of(attempt: Attempt, notice: Notice, user: User) -> datetime | None:
    """When the night of a user ends who is to get an e-mail; None by day, and for who gets a digest."""
    is_kept = notice.is_news and user.notifications is Notifications.DAILY
    if is_kept or is_sandbox(user.organization_id):
        return None
    return end_of_quiet(attempt.adapters.clock.now(), user.timezone)


def _recipients(adapters: Adapters, task: ClaimedTask, notice: Notice) -> list[User]:
    """The users whom a notice is for, without those who want no news. One round trip, or three."""
    named = _subscribers(adapters, task) if notice.user_ids is None else notice.user_ids
    keys = [user_key(task.organization_id, user_id) for user_id in [*dict.fromkeys(named)][:MOST_RECIPIENTS]]
    found = adapters.records.table.get_many(keys)
    users = readable(User, (found[key] for key in keys if key in found))
    present = [user for user in users if user.archived_at is None]
    return [user for user in present if not (notice.is_news and user.notifications is Notifications.NONE)]


def _subscribers(adapters: Adapters, task: ClaimedTask) -> list[str]:
    """The users whom the team's newest interviews notify. Two round trips."""
    page = adapters.records.page(
        INTERVIEW, INTERVIEW.team_listing(task.team_id), Selection.ACTIVE, 0, INTERVIEWS_LOOKED_AT
    )
    return [user_id for interview in page.records for user_id in interview.notification_subscribers]
