"""SES takes so many e-mails in 24 hours, of all teams together: no team uses them up alone."""

from bisect import bisect_right
from dataclasses import dataclass, field, replace
from datetime import timedelta
from itertools import pairwise
from typing import Any

import pytest

from gather.core.clock import epoch_milliseconds
from gather.events.task import TaskName
from gather.messaging.channels.sending_rate_storage import TEAM_EMAIL_DAY, TEAM_EMAIL_RATE, take_turn
from gather.messaging.notifications.sending_turn import FARTHEST, LATER
from gather.ports.failure import EngineFailed
from gather.ports.messages import EmailMessage, EmailQuota
from gather.table.item_kind import Place
from notifications.handler import handler
from tests.builders.service import Service, Tenant
from tests.doubles.clock import HandClock
from tests.doubles.delaying_queue import DelayingQueue
from tests.doubles.engines import RecordingEmail
from tests.doubles.notifying import Post
from tests.support.records import add_candidate, post_candidate_interview

QUEUE = "https://sqs.eu-west-1.amazonaws.com/000000000000/notifications"
MOST_A_DAY = 16
QUARTER = MOST_A_DAY // 4
SHARE_SECONDS = 24 * 3600 / QUARTER
"""The time between two e-mails of a team at its share of the day."""


@dataclass
class DayEmail(RecordingEmail):
    """Takes MOST_A_DAY e-mails in 24 hours, and refuses others as SES does."""

    clock: HandClock = field(default_factory=HandClock)
    sent_at: list[float] = field(default_factory=list)
    refused: int = 0

    def send(self, message: EmailMessage) -> str:
        if self.quota().sent >= MOST_A_DAY:
            self.refused += 1
            raise EngineFailed(retryable=True, for_operator=True, reason="Daily message quota exceeded")
        self.sent_at.append(self.clock.now().timestamp())
        return super().send(message)

    def quota(self) -> EmailQuota:
        since = self.clock.now().timestamp() - 24 * 3600
        return EmailQuota(100, MOST_A_DAY, len(self.sent_at) - bisect_right(self.sent_at, since))


class Mailing:
    """Two teams that invite by e-mail, the worker, and its queue."""

    def __init__(self, post: Post, other: Service) -> None:
        self.post, self.other, self.clock = post, other, post.clock
        post.adapters.settings = replace(post.adapters.settings, notification_queue_url=QUEUE)
        self.queue = DelayingQueue(post.adapters, post.clock, QUEUE, handler.run, {TaskName.SEND_INVITE})
        self.email = DayEmail(clock=post.clock)
        post.engines.the_email = self.email

    def invite(self, count: int, service: Service | None = None, name: str = "ada") -> None:
        """Have so many candidates of a team invited at once; of the first team where none is named."""
        by = service or self.post.service
        for number in range(count):
            candidate = add_candidate(by, email=f"{name}-{number}@example.com")
            post_candidate_interview(by, candidateId=candidate, sendInvite=True, deliveryTypes=["email"])
        for task in self.post.tasks():
            if "attempts" not in task:
                self.post.deliver(task)

    def sent_to(self, name: str) -> int:
        return sum(message.to.startswith(name) for message in self.email.messages)

    @property
    def share(self) -> Place:
        return TEAM_EMAIL_DAY.at(self.post.tenant.team_id)

    def next_turn(self) -> Any:
        """The moment of the first team's next turn in its share of the day."""
        found = self.post.records.table.get(self.share.key)
        return found and found["nextTurn"]


@pytest.fixture
def mailing(post: Post, other_tenant: Tenant, monkeypatch: pytest.MonkeyPatch) -> Mailing:
    made = Mailing(post, post.service.using(other_tenant.key))
    monkeypatch.setattr("time.sleep", lambda seconds: made.clock.advance(seconds=seconds))
    return made


def test_while_half_of_a_day_is_left_no_email_waits_for_it(mailing: Mailing) -> None:
    mailing.invite(MOST_A_DAY // 2)

    assert mailing.sent_to("ada") == MOST_A_DAY // 2
    assert mailing.next_turn() is None


def test_an_import_leaves_a_quarter_of_the_day_to_other_teams(mailing: Mailing) -> None:
    mailing.invite(2 * MOST_A_DAY)
    at_once = mailing.sent_to("ada")
    mailing.invite(QUARTER - 1, mailing.other, "grace")

    # What a team has saved up, and the one whose turn is now.
    assert at_once == MOST_A_DAY - QUARTER + 1
    assert mailing.sent_to("grace") == QUARTER - 1
    assert mailing.email.refused == 0


def test_one_team_alone_sends_all_at_its_share_of_the_day_and_none_is_refused(mailing: Mailing) -> None:
    mailing.invite(MOST_A_DAY + 2)
    at_once = len(mailing.email.sent_at)
    mailing.queue.pass_time(hours=31)

    assert mailing.sent_to("ada") == MOST_A_DAY + 2
    later = mailing.email.sent_at[at_once:]
    assert [after - before for before, after in pairwise(later)] == [
        pytest.approx(SHARE_SECONDS, abs=600) for _ in later[1:]
    ]
    assert mailing.email.refused == 0
    assert mailing.post.tasks() == []


def test_an_email_takes_one_turn_of_the_day_however_often_it_comes_back(mailing: Mailing) -> None:
    mailing.invite(MOST_A_DAY // 2)
    now = epoch_milliseconds(mailing.clock.now())
    line, hour = TEAM_EMAIL_RATE.at(mailing.post.tenant.team_id), 3_600_000
    take_turn(mailing.post.records.table, line, hour, now, burst=0, farthest=12 * hour)
    mailing.invite(1, name="late")
    turn = mailing.next_turn()
    mailing.queue.pass_time(hours=2)

    assert mailing.sent_to("late") == 1
    assert mailing.next_turn() == turn


def test_a_share_that_is_used_up_for_hours_is_asked_again_later(mailing: Mailing) -> None:
    mailing.invite(MOST_A_DAY // 2)
    most = int(FARTHEST / timedelta(milliseconds=1))
    now = epoch_milliseconds(mailing.clock.now())
    take_turn(mailing.post.records.table, mailing.share, most, now, burst=0, farthest=most)
    mailing.invite(1, name="late")

    [task] = mailing.post.tasks()
    assert "mark:emailDayTurn" not in task
    mailing.queue.pass_time(seconds=LATER.total_seconds() + 600)
    [task] = mailing.post.tasks()
    assert task["mark:emailDayTurn"]
    mailing.queue.pass_time(hours=13)
    assert mailing.sent_to("late") == 1
