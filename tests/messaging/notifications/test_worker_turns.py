"""Messages to candidates wait for their turns: SES and a number that texts take a few of them in a second."""

from dataclasses import dataclass, field, replace
from datetime import timedelta
from math import ceil
from typing import Any

import pytest

from gather.core.clock import epoch_milliseconds, timestamp
from gather.events.task import TaskName
from gather.messaging.channels.sending_rate_storage import (
    ACCOUNT_SMS_RATE,
    TEAM_SHARE,
    TEAM_SMS_RATE,
    take_turn,
)
from gather.messaging.notifications.sending_turn import FARTHEST, FULL, FULL_FOR_ALL, LATER, NEAR, TURNS
from gather.messaging.rendering.gsm_text import parts_of
from gather.ports.failure import EngineFailed
from gather.ports.messages import EmailQuota, SmsMessage
from gather.screening.candidates.delivery_type import DeliveryType
from gather.table.item_kind import Place
from gather.table.outbox import DISPATCHED_WITHIN
from notifications.handler import handler
from tests.builders.failures import given_up
from tests.doubles.clock import HandClock
from tests.doubles.delaying_queue import DelayingQueue
from tests.doubles.engines import RecordingSms
from tests.doubles.notifying import Post

QUEUE = "https://sqs.eu-west-1.amazonaws.com/000000000000/notifications"
TOO_MUCH = EngineFailed(retryable=True, throttled=True, reason="ThrottlingException")
PARTS_A_SECOND = 2


@dataclass
class TimedSms(RecordingSms):
    """Keeps the time at which each message was sent, too."""

    clock: HandClock = field(default_factory=HandClock)
    sent_at: list[float] = field(default_factory=list)

    def send(self, message: SmsMessage) -> str:
        identifier = super().send(message)
        self.sent_at.append(self.clock.now().timestamp())
        return identifier


class Texting:
    """A number that takes two parts a second, the worker that texts from it, and its queue."""

    def __init__(self, post: Post) -> None:
        self.post, self.clock = post, post.clock
        post.adapters.settings = replace(post.adapters.settings, notification_queue_url=QUEUE)
        self.queue = DelayingQueue(post.adapters, post.clock, QUEUE, handler.run, {TaskName.SEND_INVITE})
        self.sms = TimedSms(parts_a_second=PARTS_A_SECOND, clock=post.clock)
        post.engines.the_sms = self.sms
        self.began = post.clock.now().timestamp()

    def invite(self, messages: int = 1) -> list[str]:
        """Have so many candidates invited at once, each by a text message and an e-mail; their ids."""
        invited = []
        for number in range(messages):
            candidate = self.post.service.post(
                "/candidates",
                {
                    "firstName": "Ada",
                    "lastName": "Lovelace",
                    "email": f"ada-{number}@example.com",
                    "phone": f"+1415555{number:04}",
                    "smsOptIn": True,
                },
            ).data
            self.post.invite(candidateId=candidate["id"], deliveryTypes=["email", "sms"])
            invited.append(str(candidate["id"]))
        self.began = self.clock.now().timestamp()
        return invited

    def work(self) -> None:
        """Bring the message of each task."""
        for task in self.post.tasks():
            self.post.deliver(task)

    def take(self, place: Place, **wait: float) -> None:
        """Take turns of so long a time before everybody else."""
        interval = ceil(timedelta(**wait).total_seconds() * 1000)
        now = epoch_milliseconds(self.clock.now())
        farthest = ceil(FARTHEST.total_seconds() * 1000)
        take_turn(self.post.records.table, place, interval, now, burst=0, farthest=farthest)

    @property
    def team_line(self) -> Place:
        return TEAM_SMS_RATE.at(self.post.tenant.team_id)

    def sent_after(self) -> list[float]:
        """The seconds after which each text message was sent."""
        return [moment - self.began for moment in self.sms.sent_at]

    def parts(self) -> int:
        """The parts of a text message."""
        return parts_of(self.sms.messages[0].body)

    def marks(self) -> dict[str, Any]:
        """The turns that the one task has taken."""
        [task] = self.post.tasks()
        return {name: task[f"mark:{name}"] for name in TURNS if f"mark:{name}" in task}


@pytest.fixture
def texting(post: Post, monkeypatch: pytest.MonkeyPatch) -> Texting:
    made = Texting(post)
    monkeypatch.setattr("time.sleep", lambda seconds: made.clock.advance(seconds=seconds))
    return made


def test_many_messages_go_out_one_after_the_other_at_the_team_s_share_of_the_rate(texting: Texting) -> None:
    texting.invite(12)
    texting.work()
    emails = len(texting.post.engines.the_email.messages)
    texting.queue.pass_time(minutes=2)

    moments = texting.sent_after()
    apart = texting.parts() / (PARTS_A_SECOND * TEAM_SHARE)
    assert emails == 12, "no e-mail waits for a text message"
    assert len(moments) == 12
    # A queue brings a message on a whole second, up to two late.
    assert moments[-1] == pytest.approx(11 * apart, abs=3)
    assert texting.post.tasks() == []
    assert len(texting.post.invited()) == 12


def test_a_waiting_message_uses_up_no_attempt_and_keeps_no_worker(texting: Texting) -> None:
    texting.take(texting.team_line, minutes=5)
    texting.invite()
    texting.work()

    [task] = texting.post.tasks()
    assert texting.clock.now().timestamp() == texting.began, "nobody has waited"
    assert (task["attempts"], texting.sms.messages, texting.post.invited()) == (0, [], [])
    assert task["claimedUntil"] > timestamp(texting.clock.now() + timedelta(minutes=4))


@pytest.mark.parametrize("hours", [0.1, 0.2, 0.3, 1, 5])
def test_a_message_comes_back_a_few_times_at_most_until_its_turns_have_come(
    texting: Texting, hours: float
) -> None:
    texting.take(texting.team_line, hours=hours)
    texting.invite()
    texting.work()
    texting.queue.pass_time(hours=hours, seconds=-3)
    texting.take(ACCOUNT_SMS_RATE.at(), seconds=FULL.total_seconds() - 1)
    texting.queue.pass_time(hours=8)

    assert texting.sent_after() == [pytest.approx(hours * 3600 + FULL.total_seconds(), abs=5)]
    assert texting.post.tasks() == []
    assert texting.queue.messages <= 4, "Lambda ends a loop after sixteen rounds"


def test_among_all_teams_nobody_stands_before_the_turn_among_their_own_has_come(texting: Texting) -> None:
    """What a team has waiting takes none of the turns of others."""
    texting.take(texting.team_line, minutes=30)
    texting.invite()
    texting.work()

    assert texting.post.records.table.get(ACCOUNT_SMS_RATE.at().key) is None


def test_who_has_waited_among_their_own_finds_the_line_of_all_full_first(texting: Texting) -> None:
    """Otherwise three teams that send much would fill it for hours."""
    texting.take(texting.team_line, seconds=30)
    texting.invite()
    texting.work()
    texting.queue.pass_time(seconds=27)
    texting.take(ACCOUNT_SMS_RATE.at(), seconds=FULL.total_seconds() + 5)
    texting.take(texting.team_line, minutes=5)
    texting.queue.pass_time(minutes=3)

    assert texting.sms.messages == []
    texting.queue.pass_time(minutes=4)
    assert len(texting.sms.messages) == 1


def test_who_has_nothing_waiting_gets_a_place_in_it(texting: Texting) -> None:
    texting.take(ACCOUNT_SMS_RATE.at(), seconds=FULL_FOR_ALL.total_seconds() - 1)
    texting.invite()
    texting.work()
    texting.queue.pass_time(minutes=1)

    assert texting.sent_after() == [pytest.approx(FULL_FOR_ALL.total_seconds(), abs=3)]


def test_where_the_line_is_full_for_everybody_a_message_comes_back_after_a_pause(texting: Texting) -> None:
    texting.take(ACCOUNT_SMS_RATE.at(), seconds=FULL_FOR_ALL.total_seconds() + 10)
    texting.invite()
    texting.work()
    texting.queue.pass_time(minutes=2)

    assert len(texting.sms.messages) == 1
    assert texting.sent_after()[0] >= FULL_FOR_ALL.total_seconds() + 10
    assert texting.queue.messages < 16


def test_a_message_whose_turn_would_be_too_far_away_asks_again_every_hour(texting: Texting) -> None:
    """Tens of thousands of them would come back again and again."""
    texting.take(texting.team_line, hours=(FARTHEST + LATER).total_seconds() / 3600 + 1)
    texting.invite()
    texting.work()
    texting.queue.pass_time(hours=2)

    assert (texting.sms.messages, texting.marks()) == ([], {})
    assert texting.queue.messages <= 1
    texting.queue.pass_time(hours=14)
    assert len(texting.sms.messages) == 1


def test_a_refused_email_leaves_the_turn_of_the_text_message(texting: Texting) -> None:
    texting.post.engines.the_email.the_quota = EmailQuota(4)
    texting.take(texting.team_line, minutes=3)
    texting.invite()
    texting.post.engines.the_email.failures += [TOO_MUCH, TOO_MUCH]
    texting.work()
    refused = texting.marks()
    texting.queue.pass_time(minutes=10)

    assert refused[f"{DeliveryType.SMS}TeamTurn"]
    assert (len(texting.post.engines.the_email.messages), len(texting.sms.messages)) == (1, 1)


def test_a_refused_message_takes_another_turn_with_its_next_attempt(texting: Texting) -> None:
    """The number takes less than the service was told."""
    texting.invite()
    texting.sms.failures += [TOO_MUCH, TOO_MUCH]
    texting.work()
    texting.take(texting.team_line, minutes=3)
    texting.queue.pass_time(minutes=10)

    assert len(texting.sms.messages) == 1
    assert texting.sent_after()[0] >= 180
    assert len(texting.post.engines.the_email.messages) == 1


def test_one_that_comes_a_moment_too_early_is_handed_over_again_at_once(texting: Texting) -> None:
    texting.invite()
    texting.sms.failures.append(TOO_MUCH)
    texting.work()

    assert len(texting.sms.messages) == 1
    assert texting.sent_after()[0] < 2


def test_a_message_whose_turn_was_refused_and_stored_takes_a_new_one(texting: Texting) -> None:
    texting.take(texting.team_line, minutes=1)
    texting.invite()
    texting.work()
    before = texting.marks()
    texting.sms.failures += [TOO_MUCH, TOO_MUCH]
    texting.queue.pass_time(minutes=1, seconds=20)

    assert all(before.values())
    assert not any(texting.marks().values())
    texting.queue.pass_time(minutes=10)
    assert len(texting.sms.messages) == 1


def test_a_turn_that_has_passed_long_ago_is_taken_anew(texting: Texting) -> None:
    """After an outage, or in the morning, all who have waited would go out at once."""
    texting.take(texting.team_line, minutes=1)
    texting.invite()
    texting.work()
    texting.queue.sent.clear()
    texting.clock.advance(hours=1)
    texting.take(texting.team_line, minutes=2)
    came_back = texting.clock.now().timestamp()
    texting.work()
    texting.queue.pass_time(minutes=10)

    [sent_at] = texting.sms.sent_at
    assert sent_at - came_back == pytest.approx(120, abs=3)


def test_who_opts_out_while_the_message_waits_gets_none(texting: Texting) -> None:
    texting.take(texting.team_line, minutes=10)
    [candidate_id] = texting.invite()
    texting.work()
    texting.post.service.patch(f"/candidates/{candidate_id}", {"smsOptIn": False})
    texting.queue.pass_time(minutes=20)

    assert texting.sms.messages == []
    assert texting.post.tasks() == []


def test_a_worker_that_dies_after_it_has_taken_a_turn_loses_no_message(
    texting: Texting, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Died(BaseException):
        """The end of the worker's process."""

    def die(*_: object) -> None:
        raise Died

    texting.take(texting.team_line, minutes=1)
    texting.invite()
    with monkeypatch.context() as patch:
        patch.setattr("gather.messaging.notifications.worker.leave_until", die)
        with pytest.raises(Died):
            texting.work()
    texting.queue.pass_time(minutes=20)

    assert len(texting.sms.messages) == 1
    assert len(texting.post.engines.the_email.messages) == 1


def test_a_message_that_is_given_up_is_tried_again_without_its_old_turns(texting: Texting) -> None:
    texting.take(texting.team_line, minutes=1)
    texting.invite()
    texting.work()
    texting.sms.failures.append(EngineFailed(retryable=False, reason="refused"))
    texting.queue.pass_time(minutes=2)

    [failure] = given_up(texting.post.records)
    assert failure.marks == {"email": "accepted"}


def test_of_many_emails_few_keep_a_worker_waiting_and_no_text_message_waits_for_them(
    texting: Texting, monkeypatch: pytest.MonkeyPatch
) -> None:
    texting.sms.parts_a_second = None
    texting.post.engines.the_email.the_quota = EmailQuota(4)
    texting.invite(12)
    waits: list[float] = []
    with monkeypatch.context() as patch:
        # Twelve workers at once: none sees the others' time pass.
        patch.setattr("time.sleep", waits.append)
        texting.work()

    sent_at_once = len(texting.post.engines.the_email.messages)
    assert len(texting.sms.messages) == 12
    assert sent_at_once == 6
    assert max(waits) <= NEAR.total_seconds()
    texting.queue.pass_time(seconds=11 / 2 + 2)
    assert len(texting.post.engines.the_email.messages) == 12
    assert texting.post.tasks() == []


def test_where_no_limit_is_known_nothing_waits(texting: Texting) -> None:
    texting.sms.parts_a_second = None
    texting.invite(20)
    texting.work()

    assert len(texting.sms.messages) == 20
    assert texting.sent_after()[-1] == 0


def test_no_turn_is_farther_away_than_a_task_is_dispatched_for() -> None:
    assert FARTHEST < DISPATCHED_WITHIN
