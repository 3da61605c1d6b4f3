"""The notifications worker: each message goes out once, whatever fails or dies meanwhile."""

from datetime import timedelta
from typing import Any

import pytest

from gather.core.clock import from_timestamp
from gather.ports.failure import EngineFailed
from gather.table.outbox import LONGEST_RETRY
from gather.wiring import Adapters
from gather.workers.task_runner import HELD_UP_AT
from notifications.handler import handler
from tests.builders.failures import given_up, retry_all
from tests.doubles.notifying import Post
from tests.doubles.table_faults import fail, throttled

THROTTLED = EngineFailed(retryable=True, reason="The engine answered ThrottlingException")


DENIED = EngineFailed(retryable=True, for_operator=True, reason="The engine answered SendingPausedException")


REFUSED = EngineFailed(retryable=False, reason="The engine answered MessageRejected")


MOST_ATTEMPTS = handler.policy.most_attempts


class Died(BaseException):
    """The end of the worker's process."""


def test_a_message_delivered_twice_sends_once(post: Post) -> None:
    post.invite(sms=True)
    (task,) = post.tasks()

    assert post.deliver(task, task) == []
    assert post.deliver(task) == []

    assert post.sent == ["email", "sms"]
    assert len(post.invited()) == 1


def test_what_another_worker_is_sending_is_left_alone(post: Post) -> None:
    post.invite()
    (task,) = post.tasks()
    outbox_of_another = post.engines.the_email.send

    def send_while_the_copy_arrives(message: Any) -> str:
        assert post.deliver(task) == []
        return outbox_of_another(message)

    post.engines.the_email.send = send_while_the_copy_arrives  # type: ignore[method-assign]  # a race

    assert post.deliver(task) == []

    assert post.sent == ["email"]
    assert len(post.invited()) == 1


def test_after_a_throttled_sms_the_retry_leaves_the_email_alone(post: Post) -> None:
    post.invite(sms=True)
    (task,) = post.tasks()
    post.engines.the_sms.failures.append(THROTTLED)

    assert post.deliver(task) == [task["id"]]
    assert post.sent == ["email"]
    assert post.invited() == []

    post.wait()
    assert post.deliver(task) == []
    assert post.sent == ["email", "sms"]
    assert len(post.invited()) == 1


def test_an_engine_that_is_out_for_hours_loses_no_invite(post: Post) -> None:
    """The queue brings the message back every six minutes, recovery when the pause is over."""
    post.invite(expiryDays=7)
    (task,) = post.tasks()
    post.engines.the_email.failures += [THROTTLED] * MOST_ATTEMPTS
    for _ in range(12 * 10):
        post.clock.advance(minutes=6)
        post.deliver(task)
    post.engines.the_email.failures.clear()
    post.wait()

    assert post.deliver(task) == []

    assert post.sent == ["email"]
    assert len(post.invited()) == 1


def test_a_message_that_comes_back_within_the_pause_is_no_attempt(post: Post) -> None:
    post.invite()
    (task,) = post.tasks()
    post.engines.the_email.failures.append(THROTTLED)
    post.deliver(task)
    (paused,) = post.tasks()

    assert post.deliver(task) == []

    assert post.tasks() == [paused]
    assert post.sent == []


@pytest.mark.produces("MessagesHeldUp")
@pytest.mark.produces("MessagesGivenUp")
def test_a_message_that_no_attempt_can_send_is_given_up_and_counted(
    post: Post, caplog: pytest.LogCaptureFixture
) -> None:
    post.invite(expiryDays=30)
    (task,) = post.tasks()
    post.engines.the_email.failures += [THROTTLED] * (MOST_ATTEMPTS + 1)
    outcomes, counted = [], []
    for _ in range(MOST_ATTEMPTS):
        caplog.clear()
        outcomes.append(post.deliver(task))
        names = {name for entry in caplog.records for name in vars(entry)}
        counted.append(names & {"MessagesHeldUp", "MessagesGivenUp"})
        post.wait()

    assert outcomes == [[task["id"]]] * (MOST_ATTEMPTS - 1) + [[]]
    assert [number for number, names in enumerate(counted, start=1) if names] == [HELD_UP_AT, MOST_ATTEMPTS]
    assert (counted[HELD_UP_AT - 1], counted[-1]) == ({"MessagesHeldUp"}, {"MessagesGivenUp"})
    assert (post.sent, post.tasks(), post.invited()) == ([], [], [])


def test_retries_come_later_each_time_but_within_the_hour(post: Post) -> None:
    post.invite(expiryDays=7)
    pauses = []
    post.engines.the_email.failures += [THROTTLED] * 12
    for _ in range(12):
        post.deliver()
        (task,) = post.tasks()
        pauses.append(from_timestamp(task["dueSk"]) - post.clock.now())
        post.wait()

    assert timedelta(seconds=30) <= pauses[0] <= timedelta(minutes=1)
    assert timedelta(minutes=2) <= pauses[2] <= timedelta(minutes=4)
    assert LONGEST_RETRY / 2 <= pauses[-1] <= LONGEST_RETRY


def test_a_channel_that_refuses_does_not_stop_the_other(post: Post) -> None:
    post.invite(sms=True)
    post.engines.the_email.failures.append(REFUSED)

    assert post.deliver() == []

    assert post.sent == ["sms"]
    assert post.tasks() == []
    assert len(post.invited()) == 1


@pytest.mark.produces("MessagesRefused")
def test_a_refused_message_is_set_aside_and_a_retry_sends_it_alone(
    post: Post, caplog: pytest.LogCaptureFixture
) -> None:
    record = post.invite(sms=True)
    post.engines.the_email.failures.append(REFUSED)
    post.deliver()
    [failure] = given_up(post.records)
    assert len(post.invited()) == 1

    assert retry_all(post.records, post.clock.now()) == [True]
    assert post.deliver() == []

    assert failure.subject == {"candidateInterviewId": record["id"]}
    assert failure.reason == "refused by email"
    assert (post.sent, len(post.engines.the_sms.messages)) == (["email", "sms"], 1)
    assert (given_up(post.records), post.tasks()) == ([], [])
    assert len([line for line in caplog.records if hasattr(line, "MessagesRefused")]) == 1


@pytest.mark.parametrize("fault", [THROTTLED, DENIED])
def test_a_message_that_is_given_up_was_not_refused_and_can_be_retried(
    post: Post, fault: EngineFailed
) -> None:
    post.invite(expiryDays=30, sms=True)
    post.engines.the_email.failures += [fault] * MOST_ATTEMPTS
    (task,) = post.tasks()
    for _ in range(MOST_ATTEMPTS):
        post.deliver(task)
        post.wait()
    [failure] = given_up(post.records)
    assert (failure.marks, failure.attempts) == ({"sms": "accepted"}, MOST_ATTEMPTS)

    retry_all(post.records, post.clock.now())
    assert post.deliver() == []

    assert (post.sent, len(post.engines.the_sms.messages)) == (["email", "sms"], 1)
    assert given_up(post.records) == []


def test_nothing_is_told_when_every_engine_refuses(post: Post) -> None:
    post.invite(sms=True)
    post.engines.the_email.failures.append(REFUSED)
    post.engines.the_sms.failures.append(REFUSED)

    assert post.deliver() == []

    assert (post.sent, post.invited(), post.tasks()) == ([], [], [])


def test_a_worker_that_dies_before_it_sends_loses_nothing(post: Post) -> None:
    post.invite()
    (task,) = post.tasks()
    send = post.engines.the_email.send

    def die(_message: Any) -> str:
        raise Died

    post.engines.the_email.send = die  # type: ignore[assignment,method-assign]  # the end of the process
    with pytest.raises(Died):
        post.deliver(task)
    post.engines.the_email.send = send  # type: ignore[method-assign]  # the next process

    assert post.deliver(task) == []
    assert post.sent == []
    post.lose_claims()
    assert post.deliver(task) == []

    assert post.sent == ["email"]
    assert len(post.invited()) == 1


def test_a_worker_that_dies_between_sending_and_marking_sends_that_message_twice_and_tells_once(
    post: Post,
) -> None:
    """The engines know no repeated calls: twice is the price of never losing an invite."""
    post.invite(sms=True)
    (task,) = post.tasks()
    send = post.engines.the_sms.send

    def send_and_die(message: Any) -> str:
        send(message)
        raise Died

    post.engines.the_sms.send = send_and_die  # type: ignore[method-assign]  # the end of the process
    with pytest.raises(Died):
        post.deliver(task)
    post.engines.the_sms.send = send  # type: ignore[method-assign]  # the next process
    post.lose_claims()

    assert post.deliver(task) == []

    assert post.sent == ["email", "sms", "sms"]
    assert len(post.invited()) == 1


def test_a_worker_that_dies_before_the_end_is_stored_sends_nothing_again(
    adapters: Adapters, post: Post
) -> None:
    post.invite(sms=True)
    (task,) = post.tasks()
    stop = fail(adapters, "TransactWriteItems", Died())
    with pytest.raises(Died):
        post.deliver(task)
    stop()
    post.lose_claims()

    assert post.deliver(task) == []

    assert post.sent == ["email", "sms"]
    assert len(post.invited()) == 1


def test_one_bad_message_does_not_hold_up_the_others(post: Post) -> None:
    first, second = post.invite(), post.invite()
    tasks = post.tasks()
    post.engines.the_email.failures.append(THROTTLED)

    assert post.deliver(*tasks) == [tasks[0]["id"]]

    assert first["id"] != second["id"]
    assert post.sent == ["email"]


def test_a_throttled_table_leaves_the_message_on_the_queue(adapters: Adapters, post: Post) -> None:
    post.invite()
    (task,) = post.tasks()
    stop = fail(adapters, "UpdateItem", throttled("UpdateItem"))

    assert post.deliver(task) == [task["id"]]

    stop()
    assert post.deliver(task) == []
    assert post.sent == ["email"]


def test_no_address_reaches_a_log(post: Post, caplog: pytest.LogCaptureFixture) -> None:
    record = post.invite(sms=True)
    post.engines.the_email.failures += [THROTTLED, REFUSED]
    post.engines.the_sms.failures += [REFUSED]
    (task,) = post.tasks()
    caplog.clear()

    post.deliver(task)
    post.wait()
    post.deliver(task)

    logged = "".join(f"{entry.__dict__}" for entry in caplog.records)
    assert task["id"] in logged
    for secret in ("ada@example.com", "+14155550123", record["inviteToken"], "Lovelace"):
        assert secret not in logged
