"""Messages to candidates go out no faster than the account may send, and no team takes all of that.

SES takes so many e-mails in a second, a sender of text messages so many parts of them. What is beyond is
refused, and waits for half a minute and longer. Of a few hundred messages, most are seconds or minutes away
from their turns. Their tasks are left until then, and no worker waits.

    moment = wait_for_turn(attempt, sms_pace(attempt, sms, message))
    if moment is not None:
        leave_until(attempt, moment)

A message takes its turn among those of its team, and when that has come, among those of all teams. Teams that
send much could fill the line of all for hours. So a message that has waited among its own finds that line
full sooner than others do, and takes another turn among its own. The task's marks have the turns.

SES also takes so many e-mails in 24 hours, of all teams together, and one large import could use them up. So
once SHORT of them are sent, an e-mail takes a turn first among those of its team on such a day.
"""

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil
from typing import Final

from gather.core.clock import epoch_milliseconds, from_timestamp, timestamp
from gather.messaging.channels.email_pace import BURST_MILLISECONDS, PAUSE_SECONDS
from gather.messaging.channels.sending_rate_storage import (
    ACCOUNT_EMAIL_RATE,
    ACCOUNT_SMS_RATE,
    TEAM_EMAIL_DAY,
    TEAM_EMAIL_RATE,
    TEAM_SHARE,
    TEAM_SMS_RATE,
    take_turn,
)
from gather.messaging.rendering.gsm_text import parts_of
from gather.ports.failure import EngineFailed
from gather.ports.messages import Email, EmailQuota, Sms, SmsMessage
from gather.screening.candidates.delivery_type import DeliveryType
from gather.table.item_kind import Place
from gather.workers.queues import Queues
from gather.workers.task_runner import LONGEST_DELAY, Attempt

FARTHEST: Final = timedelta(hours=12)
"""No turn among the messages of a team is farther away."""
LATER: Final = timedelta(hours=1)
"""After so long a message asks again whose turn would be farther away."""
FULL: Final = timedelta(seconds=10)
"""The line of all teams is so long at most for a message that has waited among those of its team."""
FULL_FOR_ALL: Final = timedelta(seconds=15)
"""The same for every message."""
PAUSE: Final = timedelta(seconds=5)
"""A message that finds the line of all teams full waits so long at least."""
NEAR: Final = timedelta(seconds=2)
"""A worker waits so long at most for a turn."""
MOST_NEAR: Final = 10
"""About so many messages of a channel, all teams', have workers that wait for their turns."""
GOOD_FOR: Final = timedelta(minutes=5)
"""For how long a turn is good. After an outage, or a night, many come back whose turns have passed."""
SHORT: Final = 0.5
"""From this part of a day's e-mails on, teams share what is left."""
DAY: Final = timedelta(hours=24)
DAY_SHARE: Final = 0.25
"""The part of a day's e-mails that a team may send in a day once they are short, at once or one by one.
When a team has sent them all alone, its first are a day old."""
TURNS: Final = frozenset(
    f"{channel}{line}" for channel in DeliveryType for line in ("DayTurn", "TeamTurn", "Turn")
)
"""The marks of a task that hold the times of its turns."""


@dataclass(frozen=True, slots=True)
class DayShare:
    """A team's share of the messages of a day: it takes turns in `line`, `rate` of them in a second."""

    line: Place
    rate: float


@dataclass(frozen=True, slots=True)
class SendingPace:
    """How fast the messages of a channel go out: `rate` in a second, None for no limit. A message counts as
    `size` of them. Who has sent nothing for the time of `burst` may send as much at once.
    `day` is the share of the message's team where those of the day are short.
    """

    channel: DeliveryType
    team_line: Place
    account_line: Place
    rate: float | None
    size: int = 1
    burst: timedelta = timedelta()
    day: DayShare | None = None

    @property
    def near(self) -> timedelta:
        """A worker waits for a turn that is so near: a queue brings messages back a second earlier or later.

        So that few workers wait at once, it is the time of a few messages at most.
        """
        return min(NEAR, timedelta(seconds=MOST_NEAR * self.size / self.rate)) if self.rate else NEAR

    @property
    def day_mark(self) -> str:
        """The mark of a task that holds its turn in its team's share of the day."""
        return f"{self.channel}DayTurn"

    @property
    def team_mark(self) -> str:
        """The mark of a task that holds its turn among the messages of its team."""
        return f"{self.channel}TeamTurn"

    @property
    def mark(self) -> str:
        """The mark that holds its turn among those of all teams."""
        return f"{self.channel}Turn"


def email_pace(attempt: Attempt, email: Email) -> SendingPace:
    """The pace of e-mails, which SES tells."""
    quota = email.quota()
    return SendingPace(
        DeliveryType.EMAIL,
        TEAM_EMAIL_RATE.at(attempt.task.team_id),
        ACCOUNT_EMAIL_RATE.at(),
        quota.most_a_second,
        burst=timedelta(milliseconds=BURST_MILLISECONDS),
        day=_day_share(attempt.task.team_id, quota),
    )


def _day_share(team_id: str, quota: EmailQuota) -> DayShare | None:
    """A team's share of the e-mails of a day; None while these are not short."""
    if not quota.most_a_day or quota.sent < quota.most_a_day * SHORT:
        return None
    return DayShare(TEAM_EMAIL_DAY.at(team_id), quota.most_a_day * DAY_SHARE / DAY.total_seconds())


def sms_pace(attempt: Attempt, sms: Sms, message: SmsMessage) -> SendingPace:
    """The pace of text messages, which the operator tells: from one part a second to a hundred, by the kind
    of the sender (https://docs.aws.amazon.com/sms-voice/latest/userguide/sms-limitations-mps.html)."""
    return SendingPace(
        DeliveryType.SMS,
        TEAM_SMS_RATE.at(attempt.task.team_id),
        ACCOUNT_SMS_RATE.at(),
        sms.most_parts_a_second(),
        size=parts_of(message.body),
    )


def wait_for_turn(attempt: Attempt, pace: SendingPace) -> datetime | None:
    """Wait until a message may go out; the time until which its task is to be left where that is far away,
    which is a little before its turn.

    None at once where there is no limit. Up to four round trips to the table, two more where the task is
    left, and up to three on a day whose e-mails are short.
    """
    if pace.day is not None:
        moment = _wait_for_share(attempt, pace, pace.day)
        if moment is not None:
            return moment
    if pace.rate is None:
        return None
    taken = _good_turns(attempt, pace)
    has_waited = pace.team_mark in taken
    if not has_waited:
        own = _take_among_own(attempt, pace, pace.rate)
        if own is None:
            return attempt.adapters.clock.now() + LATER
        taken[pace.team_mark] = own
    if not _wait_nearby(attempt, pace, taken[pace.team_mark]):
        return _leave(attempt, pace, taken, pace.team_mark)
    if pace.mark not in taken:
        farthest = FULL if has_waited else FULL_FOR_ALL
        turn = _take(attempt, pace.account_line, pace.size / pace.rate, pace.burst, farthest)
        if turn is None:
            own, now = _take_among_own(attempt, pace, pace.rate), attempt.adapters.clock.now()
            taken[pace.team_mark] = max(timestamp(now + PAUSE), own or timestamp(now + LATER))
            return _leave(attempt, pace, taken, pace.team_mark)
        taken[pace.mark] = turn
    if not _wait_nearby(attempt, pace, taken[pace.mark]):
        return _leave(attempt, pace, taken, pace.mark)
    return None


def send_in_turn(send: Callable[[], str]) -> None:
    """Hand a message over whose turn has come. One that comes a moment too early is handed over once more.

    Raises EngineFailed.
    """
    try:
        send()
    except EngineFailed as failure:
        if not failure.throttled:
            raise
        time.sleep(random.uniform(*PAUSE_SECONDS))
        send()


def leave_until(attempt: Attempt, moment: datetime) -> None:
    """Leave the task until its turn is near, which uses up no attempt. Raises ServiceUnavailable.

    Its message comes back then. Where that is farther away than a queue holds a message back, recovery sends
    it sooner, and the task is left once more.
    """
    adapters = attempt.adapters
    wait = moment - adapters.clock.now()
    if wait > LONGEST_DELAY:
        attempt.put_off(moment - LONGEST_DELAY / 2)
        return
    attempt.put_off(moment)
    # A little later than the task is free, so that the message is not in vain.
    seconds = max(0, ceil(wait.total_seconds())) + 1
    Queues(adapters.clients, adapters.settings).send_notification_again(attempt.task, seconds)


def renew_turns(attempt: Attempt, pace: SendingPace) -> None:
    """Have the next attempt take other turns in a channel whose engine has refused a message in spite of
    these."""
    _remember(attempt, {name: "" for name in (pace.team_mark, pace.mark) if attempt.marks.get(name)})


def _wait_for_share(attempt: Attempt, pace: SendingPace, day: DayShare) -> datetime | None:
    """Wait for the message's turn in its team's share of the day, as `wait_for_turn` does.

    A message takes one such turn, which is good however late the message comes back.
    """
    turn = attempt.marks.get(pace.day_mark)
    if turn is None:
        turn = _take(attempt, day.line, pace.size / day.rate, DAY, FARTHEST)
        if turn is None:
            return attempt.adapters.clock.now() + LATER
        _remember(attempt, {pace.day_mark: turn})
    if not _wait_nearby(attempt, pace, turn):
        return from_timestamp(turn) - pace.near
    return None


def _good_turns(attempt: Attempt, pace: SendingPace) -> dict[str, str]:
    """The turns that the task has taken, by their marks; none where the latest has passed long ago."""
    taken = {name: turn for name in (pace.team_mark, pace.mark) if (turn := attempt.marks.get(name))}
    since = timestamp(attempt.adapters.clock.now() - GOOD_FOR)
    return taken if max(taken.values(), default="") >= since else {}


def _take_among_own(attempt: Attempt, pace: SendingPace, rate: float) -> str | None:
    """Take the message's turn among those of its team. Returns its time; None where it is too far away."""
    return _take(attempt, pace.team_line, pace.size / (rate * TEAM_SHARE), pace.burst, FARTHEST)


def _take(attempt: Attempt, line: Place, seconds: float, burst: timedelta, farthest: timedelta) -> str | None:
    """Take a turn of so many seconds in a line. Returns its time; None where it is too far away."""
    table, now = attempt.adapters.records.table, attempt.adapters.clock.now()
    moment, interval = epoch_milliseconds(now), ceil(1000 * seconds)
    turn = take_turn(
        table, line, interval, moment, burst=_milliseconds(burst), farthest=_milliseconds(farthest)
    )
    return None if turn is None else timestamp(now + timedelta(milliseconds=turn - moment))


def _milliseconds(period: timedelta) -> int:
    return period // timedelta(milliseconds=1)


def _wait_nearby(attempt: Attempt, pace: SendingPace, turn: str) -> bool:
    """Wait for a turn. Returns False at once for one that is too far away for a worker to wait for."""
    wait = from_timestamp(turn) - attempt.adapters.clock.now()
    if wait > pace.near:
        return False
    if wait > timedelta():
        time.sleep(wait.total_seconds())
    return True


def _leave(attempt: Attempt, pace: SendingPace, taken: dict[str, str], name: str) -> datetime:
    """Remember the turns that are taken. Returns when the one that is waited for is near."""
    _remember(attempt, taken)
    return from_timestamp(taken[name]) - pace.near


def _remember(attempt: Attempt, turns: dict[str, str]) -> None:
    for name, turn in turns.items():
        if attempt.marks.get(name) != turn:
            attempt.mark(name, turn)
