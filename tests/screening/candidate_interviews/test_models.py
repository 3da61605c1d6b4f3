"""Rules of candidate interviews (interface: Candidate interviews, rules 2 to 8)."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from gather.core.caller import TeamScope
from gather.core.clock import timestamp
from gather.core.errors import Conflict, ValidationFailed
from gather.core.identifiers import new_id
from gather.screening.candidate_interviews.models import CandidateInterviewRecord, new_candidate_interview
from gather.screening.candidate_interviews.requests import CreateCandidateInterview
from gather.screening.candidate_interviews.status import CHOICES, DONE, OPEN, CandidateInterviewStatus
from gather.screening.candidates.delivery_type import DeliveryType, choose_channels
from gather.screening.candidates.models import Candidate

NOW = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)
EMAIL, SMS = DeliveryType


def record(**fields: Any) -> CandidateInterviewRecord:
    request = CreateCandidateInterview(candidate_id=new_id(), interview_id=new_id(), expiry_days=10)
    scope = TeamScope(new_id(), new_id(), new_id())
    return new_candidate_interview(request, scope, NOW, 14).changed(**fields)


def candidate(*, email: str | None = "ada@example.com", phone: str | None = "+14155550123") -> Candidate:
    moment = timestamp(NOW)
    return Candidate(
        id=new_id(),
        organization_id=new_id(),
        team_id=new_id(),
        created_at=moment,
        updated_at=moment,
        first_name="Ada",
        last_name="Lovelace",
        email=email,
        phone=phone,
    )


@pytest.mark.parametrize("wanted", [None, (SMS,), (EMAIL, SMS), (SMS, EMAIL), (EMAIL,)])
@pytest.mark.parametrize("opted_in", [False, True])
@pytest.mark.parametrize("phone", [None, "+14155550123"])
@pytest.mark.parametrize("email", [None, "ada@example.com"])
def test_a_message_takes_the_channels_that_are_wanted_and_reach(
    wanted: tuple[DeliveryType, ...] | None, opted_in: bool, phone: str | None, email: str | None
) -> None:
    person = candidate(email=email, phone=phone).changed(sms_opt_in=opted_in)
    expected = [
        channel
        for channel, reaches in ((EMAIL, email is not None), (SMS, opted_in and phone is not None))
        if reaches and (wanted is None or channel in wanted)
    ]
    if expected:
        assert list(choose_channels(person, wanted, None)) == expected
        return
    with pytest.raises(ValidationFailed) as refusal:
        choose_channels(person, wanted, None)
    assert [fault.field for fault in refusal.value.faults] == ["deliveryTypes"]


def test_the_reminder_stands_half_way_between_the_latest_invite_and_the_expiry() -> None:
    first = record().invite((EMAIL,), NOW)
    second = first.invite((EMAIL,), NOW + timedelta(days=4))

    assert first.remind_at == timestamp(NOW + timedelta(days=5))
    assert second.remind_at == timestamp(NOW + timedelta(days=7))
    assert (first.invites, second.invites) == (1, 2)
    assert second.expiry == first.expiry


def test_a_candidate_who_was_reminded_is_not_reminded_again() -> None:
    reminded = record().invite((EMAIL,), NOW).changed(reminded_at=timestamp(NOW))

    assert reminded.invite((EMAIL,), NOW + timedelta(days=1)).remind_at == reminded.remind_at


@pytest.mark.parametrize("status", [CandidateInterviewStatus.EXPIRED, *sorted(OPEN)])
def test_an_invite_after_the_expiry_starts_the_time_anew(status: CandidateInterviewStatus) -> None:
    late = NOW + timedelta(days=10)
    over = record(status=status, reminded_at=timestamp(NOW), remind_at=timestamp(NOW))

    again = over.invite((SMS,), late)

    assert again.status in OPEN
    assert again.expiry == timestamp(late + timedelta(days=10))
    assert (again.reminded_at, again.remind_at) == (None, timestamp(late + timedelta(days=5)))
    assert again.delivery_types == (SMS,)


@pytest.mark.parametrize("status", [*sorted(DONE), CandidateInterviewStatus.ARCHIVED])
def test_a_candidate_who_is_done_cannot_be_invited(status: CandidateInterviewStatus) -> None:
    with pytest.raises(Conflict):
        record(status=status).invite((EMAIL,), NOW)


def test_a_completion_stays_one_whatever_the_status_says_later() -> None:
    done = record().complete(NOW, evaluate=True)

    assert (done.status, done.completed_at) == (CandidateInterviewStatus.NEW_RESPONSE, timestamp(NOW))
    assert (done.evaluation_run, record().complete(NOW, evaluate=False).evaluation_run) == (1, 0)
    with pytest.raises(Conflict):
        done.change_status(CandidateInterviewStatus.INVITE_SENT, NOW).invite((EMAIL,), NOW)


@pytest.mark.parametrize("status", CHOICES)
@pytest.mark.parametrize("days", [9, 10])
def test_only_what_is_opened_again_after_its_expiry_gets_new_time(
    status: CandidateInterviewStatus, days: int
) -> None:
    before, moment = record(), NOW + timedelta(days=days)

    after = before.change_status(status, moment)

    renewed = days == 10 and status in OPEN
    assert after.status is status
    assert after.expiry == (timestamp(moment + timedelta(days=10)) if renewed else before.expiry)
