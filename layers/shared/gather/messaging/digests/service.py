"""A user's digest: one e-mail with what is new, what waits and what expires.

request_digest(records, due_item, now=now)  # the schedule: has the digest sent
send_digest(attempt, notices)               # the task: sends it
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

import htpy as h

from gather.core.bidi import isolate
from gather.core.caller import TeamScope
from gather.core.clock import from_timestamp, timestamp
from gather.core.language import DEFAULT_LANGUAGE
from gather.core.review_kind import ReviewKind
from gather.core.spoken_time import spoken_moment
from gather.core.tenant import is_sandbox
from gather.messaging.channels.messengers import paced_email_of
from gather.messaging.channels.quiet_hours import end_of_quiet
from gather.messaging.digests import storage
from gather.messaging.digests.storage import DigestEntry
from gather.messaging.notices.service import SENDER, Notice, NoticeOf
from gather.messaging.rendering.email_layout import with_directions
from gather.ports.messages import EmailMessage
from gather.screening.candidate_interviews.storage import CANDIDATE_INTERVIEW
from gather.table.outbox import ClaimedTask
from gather.table.records import Records
from gather.tenancy.organizations.storage import team_key
from gather.tenancy.teams.models import Team
from gather.tenancy.users.models import Notifications, User
from gather.tenancy.users.storage import USER
from gather.wiring import Adapters
from gather.workers.task_runner import Attempt
from gather.workflow.review_queue import service as review_queue_service
from gather.workflow.review_queue.models import ReviewItem
from gather.workflow.review_queue.service import ReviewFilter

MOST_NEWS = 100
"""The most news that one digest has."""
MOST_EXPIRING = 20
"""The most invites of a team that a digest names."""
_WORDS: Mapping[ReviewKind, tuple[str, str]] = {
    ReviewKind.REQUEST: ("request of a candidate", "requests of candidates"),
    ReviewKind.GATE: ("step of a workflow", "steps of workflows"),
    ReviewKind.DECISION: ("decision", "decisions"),
    ReviewKind.MEETING: ("meeting to arrange anew", "meetings to arrange anew"),
    ReviewKind.APPROVAL: ("approval of a job", "approvals of jobs"),
}
"""What waits for the team, one and several."""


def send_digest(attempt: Attempt, notices: Mapping[str, NoticeOf]) -> None:
    """Send a user's digest and end the task; put it off while it is night for the user.

    `notices` make the news of the entries, by the names of their tasks. Without any news left, or for a user
    who wants none by now, nothing is sent. Raises EngineFailed.
    """
    adapters, task = attempt.adapters, attempt.task
    stored = adapters.records.find(USER, task.organization_id, task.payload["userId"])
    if stored is None or stored.record.archived_at is not None:
        attempt.end()
        return
    user = stored.record
    now = adapters.clock.now()
    morning = None if is_sandbox(user.organization_id) else end_of_quiet(now, user.timezone)
    if morning is not None and not attempt.marks:
        attempt.put_off(morning)
        return
    told = attempt.marks.get(user.id)
    told_ids = _tell(attempt, user, notices, now) if told is None else told.split()
    for entry_id in told_ids:
        storage.delete_entry(adapters.records.table, user.organization_id, user.id, entry_id)
    attempt.end()


def _tell(attempt: Attempt, user: User, notices: Mapping[str, NoticeOf], now: datetime) -> list[str]:
    """Send the e-mail. Returns the entries that it tells of; they are marked on the task, so that a repeated
    attempt removes no others. What one digest has no room for stands in the next one."""
    adapters = attempt.adapters
    table, task = adapters.records.table, attempt.task
    waiting = storage.list_entries(table, user.organization_id, user.id)
    entries = waiting[:MOST_NEWS]
    if len(waiting) > len(entries):
        storage.save_due(table, user, task.team_id, timestamp(now))
    told_ids = [entry.id for entry in entries]
    wants_news = user.notifications is not Notifications.NONE
    news = [notice for entry in entries for notice in _news(attempt, entry, notices)] if wants_news else []
    if news:
        team_ids = dict.fromkeys(entry.team_id for entry in entries)
        teams = [_read_team(adapters, user, team_id, now) for team_id in team_ids]
        paced_email_of(adapters, task).send(Digest(user, news, teams).email())
        attempt.mark(user.id, " ".join(told_ids))
    return told_ids


def _news(attempt: Attempt, entry: DigestEntry, notices: Mapping[str, NoticeOf]) -> list[Notice]:
    """The notice of an entry; none when there is nothing to tell of any more."""
    task = attempt.task
    told = ClaimedTask(
        id=entry.id,
        name=entry.name,
        organization_id=task.organization_id,
        team_id=entry.team_id,
        payload=entry.payload,
        created_at=task.created_at,
        attempt=1,
    )
    notice_of = notices.get(entry.name)
    notice = notice_of(attempt.adapters, told) if notice_of is not None else None
    return [] if notice is None else [notice]


@dataclass(frozen=True, slots=True)
class WaitingTeam:
    """What waits in a team: a line for each kind, and a line for each invite that expires soon."""

    name: str
    waiting: tuple[str, ...]
    expiring: tuple[str, ...]


def _read_team(adapters: Adapters, user: User, team_id: str, now: datetime) -> WaitingTeam:
    """Read what waits in a team. Five round trips."""
    scope = TeamScope(user.organization_id, team_id, user.id)
    wanted = ReviewFilter(kind=ReviewKind.INVITE)
    part = review_queue_service.read_queue(
        adapters.records, scope, wanted, after="", size=MOST_EXPIRING, now=now
    )
    found = adapters.records.table.get(team_key(user.organization_id, team_id))
    return WaitingTeam(
        name=Team.model_validate(found).display_name if found else "",
        waiting=tuple(_count(kind, part.counts[kind]) for kind in _WORDS if part.counts[kind]),
        expiring=_expiring(adapters.records, user, team_id, part.items),
    )


def _count(kind: ReviewKind, count: int) -> str:
    one, several = _WORDS[kind]
    return f"{count} {one if count == 1 else several}"


def _expiring(records: Records, user: User, team_id: str, items: Sequence[ReviewItem]) -> tuple[str, ...]:
    """The invites that expire soon, with their candidates and the time in the user's zone."""
    ids = [item.candidate_interview_id for item in items if item.candidate_interview_id]
    found = records.get_readable(CANDIDATE_INTERVIEW, team_id, ids)
    lines = []
    for item in items:
        record = found.get(item.candidate_interview_id or "")
        if record is not None:
            name = isolate(item.candidate_name or "", DEFAULT_LANGUAGE)
            title = isolate(item.title or "", DEFAULT_LANGUAGE)
            expiry = spoken_moment(from_timestamp(record.expiry), user.timezone, DEFAULT_LANGUAGE)
            lines.append(f"{name}, {title}: {expiry}")
    return tuple(lines)


@dataclass(frozen=True, slots=True)
class Digest:
    """A digest as an e-mail."""

    user: User
    news: Sequence[Notice]
    teams: Sequence[WaitingTeam]

    def email(self) -> EmailMessage:
        """The e-mail, in both forms."""
        count = len(self.news)
        return EmailMessage(
            to=self.user.email,
            subject=f"{count} {'thing is' if count == 1 else 'things are'} new about your candidates",
            html=str(h.fragment[self._html()]),
            text="\n\n".join(self._text()),
            from_name=SENDER,
        )

    def _sections(self) -> list[tuple[str, list[str]]]:
        sections = []
        for team in self.teams:
            name = isolate(team.name, DEFAULT_LANGUAGE)
            sections += [(f"Waiting in {name}", [*team.waiting])] if team.waiting else []
            sections += [(f"Expiring soon in {name}", [*team.expiring])] if team.expiring else []
        return sections

    def _text(self) -> list[str]:
        lines = [f"Hello {self.user.first_name},", "New:"]
        for notice in self.news:
            link = notice.link_for(self.user)
            address = [f"  {link.address}"] if link else []
            lines.append("\n".join([f"- {' '.join(notice.lines)}", *address]))
        for heading, entries in self._sections():
            lines += [f"{heading}:", "\n".join(f"- {entry}" for entry in entries)]
        return lines

    def _html(self) -> list[h.Node]:
        news = h.ul[(self._item(notice) for notice in self.news)]
        sections = [
            [h.h2[with_directions(heading)], h.ul[(h.li[with_directions(entry)] for entry in entries)]]
            for heading, entries in self._sections()
        ]
        return [h.p[with_directions(f"Hello {self.user.first_name},")], h.h2["New"], news, sections]

    def _item(self, notice: Notice) -> h.Node:
        link = notice.link_for(self.user)
        anchor = [" ", h.a(href=link.address)[link.text]] if link else None
        return h.li[with_directions(" ".join(notice.lines)), anchor]
