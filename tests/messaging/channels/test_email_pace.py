"""E-mails wait for the account's sending rate, and no team takes all of it."""

import pytest

from gather.messaging.channels.email_pace import (
    BURST_MILLISECONDS,
    FARTHEST_MILLISECONDS,
    PAUSE_SECONDS,
    PacedEmail,
)
from gather.messaging.channels.sending_rate_storage import TEAM_SHARE
from gather.ports.failure import EngineFailed
from gather.ports.messages import EmailMessage, EmailQuota
from gather.table.store import Table
from tests.doubles.clock import HandClock
from tests.doubles.engines import RecordingEmail

MESSAGE = EmailMessage("ada@example.com", "Your interview", "<p>Hello</p>", "Hello", "Bean & Co.")
RATE = 20
OWN_RATE = RATE * TEAM_SHARE
OWN_BURST = int(OWN_RATE * BURST_MILLISECONDS / 1000) + 1


class Account:
    """An account whose teams send, and the pauses that they make."""

    def __init__(self, table: Table, clock: HandClock) -> None:
        self.email = RecordingEmail(the_quota=EmailQuota(RATE))
        self.table = table
        self.clock = clock
        self.pauses: list[float] = []
        self.sent_at: list[float] = []

    def sleep(self, seconds: float) -> None:
        self.pauses.append(seconds)
        self.clock.advance(seconds=seconds)

    def send(self, team_id: str, times: int = 1) -> None:
        for _ in range(times):
            PacedEmail(self.email, self.table, self.clock, team_id).send(MESSAGE)
            self.sent_at.append(self.clock.now().timestamp())

    def most_within(self, seconds: float) -> int:
        """The most e-mails that went out within so long a time."""
        return max(sum(0 <= other - at < seconds for other in self.sent_at) for at in self.sent_at)


@pytest.fixture
def account(table: Table, clock: HandClock, monkeypatch: pytest.MonkeyPatch) -> Account:
    """An account that sends twenty e-mails a second. A pause passes at once."""
    made = Account(table, clock)
    monkeypatch.setattr("time.sleep", made.sleep)
    return made


def test_a_few_emails_of_a_team_wait_for_nothing(account: Account) -> None:
    account.send("one", OWN_BURST)

    assert account.pauses == []


def test_then_each_email_waits_for_the_one_before(account: Account) -> None:
    account.send("one", OWN_BURST)
    account.send("one", 3)

    assert account.pauses == pytest.approx([1 / OWN_RATE] * 3, abs=0.002)


def test_beside_a_team_that_sends_all_it_may_another_one_waits_for_nothing(account: Account) -> None:
    account.send("loud", 3 * RATE)
    account.pauses.clear()
    account.send("quiet", OWN_BURST)

    assert account.pauses == []


def test_all_teams_together_send_no_more_than_the_account_may(account: Account) -> None:
    for number in range(6 * RATE):
        account.send(f"team {number % 6}")

    assert account.most_within(1) <= RATE * (1 + BURST_MILLISECONDS / 1000)
    assert account.most_within(4) <= RATE * (4 + BURST_MILLISECONDS / 1000)
    assert account.sent_at[-1] - account.sent_at[0] == pytest.approx(6, abs=1)


def test_a_team_alone_sends_its_share_of_the_account_s_rate(account: Account) -> None:
    account.send("one", 5 * RATE)

    assert account.sent_at[-1] - account.sent_at[0] == pytest.approx(5 / TEAM_SHARE, abs=1)


def test_what_a_team_did_not_send_it_may_send_later_for_half_a_second_alone(
    account: Account, clock: HandClock
) -> None:
    account.send("one", 2 * RATE)
    clock.advance(seconds=60)
    account.pauses.clear()
    account.send("one", OWN_BURST + 1)

    assert len(account.pauses) == 1


def test_no_email_waits_for_a_turn_that_is_too_far_away(account: Account, clock: HandClock) -> None:
    clock.advance(hours=1)
    account.send("one", 1)
    clock.advance(hours=-1)
    account.send("one", 1)

    assert account.pauses == []
    assert len(account.email.messages) == 2


def test_a_worker_waits_a_few_seconds_at_most(account: Account, clock: HandClock) -> None:
    clock.advance(milliseconds=FARTHEST_MILLISECONDS)
    account.send("one", 1)
    clock.advance(milliseconds=-FARTHEST_MILLISECONDS)
    account.send("two", 1)

    assert 0 < sum(account.pauses) <= FARTHEST_MILLISECONDS / 1000


def test_an_engine_without_a_limit_is_not_waited_for(account: Account) -> None:
    account.email.the_quota = EmailQuota()
    account.send("one", 5 * RATE)

    assert account.pauses == []


def test_an_account_of_ses_s_sandbox_sends_one_a_second(account: Account) -> None:
    account.email.the_quota = EmailQuota(1)
    account.send("one", 2)
    account.send("two", 2)

    assert account.sent_at[-1] - account.sent_at[0] >= 3


def test_a_worker_whose_clock_is_behind_takes_a_turn_of_its_own(account: Account, clock: HandClock) -> None:
    account.send("one", OWN_BURST)
    clock.advance(milliseconds=-200)
    account.send("one", 1)

    assert account.pauses == pytest.approx([0.2 + 1 / OWN_RATE], abs=0.002)


def throttled() -> EngineFailed:
    return EngineFailed(retryable=True, throttled=True, reason="TooManyRequestsException")


def test_what_ses_refuses_as_too_early_has_another_turn(account: Account) -> None:
    account.email.failures = [throttled()]
    account.send("one", 1)

    assert len(account.email.messages) == 1
    assert PAUSE_SECONDS[0] <= sum(account.pauses) <= PAUSE_SECONDS[1]


@pytest.mark.parametrize(
    "failures",
    [[throttled(), throttled()], [EngineFailed(retryable=True, reason="ReadTimeoutError")]],
    ids=["refused again", "perhaps sent"],
)
def test_other_failures_are_the_worker_s(account: Account, failures: list[EngineFailed]) -> None:
    account.email.failures = [*failures]

    with pytest.raises(EngineFailed) as raised:
        account.send("one", 1)

    assert raised.value is failures[-1]
    assert account.email.messages == []
