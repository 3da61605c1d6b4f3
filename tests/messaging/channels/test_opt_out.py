"""Replies that opt out, and the marks that identify an opt-out (interface: Opt-outs)."""

import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gather.core.tenant import sandbox_of
from gather.http.routes import LONGEST_PATH_PARAMETER
from gather.messaging.channels.opt_out import (
    UnsubscribeLink,
    mark_of,
    read_link,
    takes_replies,
    withheld_channels,
)
from gather.messaging.sent_messages.models import SentMessageType
from gather.screening.candidates.delivery_type import DeliveryType

SECRET = b"s" * 32
BEAN, MILL = "0190a0b0-c0d0-7123-8456-000000000001", "0190a0b0-c0d0-7123-8456-000000000002"
EMAIL, SMS = DeliveryType.EMAIL, DeliveryType.SMS
BOTH = frozenset(DeliveryType)


def test_a_mark_is_of_an_address_a_channel_and_an_organization() -> None:
    marks = {
        mark_of(SECRET, EMAIL, BEAN, "ada@example.com"),
        mark_of(SECRET, EMAIL, MILL, "ada@example.com"),
        mark_of(SECRET, EMAIL, sandbox_of(BEAN), "ada@example.com"),
        mark_of(SECRET, EMAIL, BEAN, "bea@example.com"),
        mark_of(SECRET, SMS, BEAN, "+14155550123"),
        mark_of(SECRET, SMS, sandbox_of(BEAN), "+14155550123"),
        mark_of(b"t" * 32, EMAIL, BEAN, "ada@example.com"),
    }

    assert len(marks) == 7
    assert mark_of(SECRET, EMAIL, BEAN, " Ada@Example.com") in marks


SPELLINGS = (
    "ada@müller.example",
    "ada@MÜLLER.example",
    "Ada@Müller.Example",
    "ada@mu\u0308ller.example",
    "ada@xn--mller-kva.example",
    "ada@XN--MLLER-KVA.EXAMPLE",
    "ada@müller\u3002example",
    " ada@müller.example ",
)


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_all_spellings_of_an_address_have_one_mark(spelling: str) -> None:
    assert mark_of(SECRET, EMAIL, BEAN, spelling) == mark_of(SECRET, EMAIL, BEAN, SPELLINGS[0])


def test_domains_of_different_owners_have_marks_of_their_own() -> None:
    marks = {mark_of(SECRET, EMAIL, BEAN, f"ada@{each}.example") for each in ("faß", "fass", "fas", "fáss")}

    assert len(marks) == 4


def test_the_mark_of_a_number_is_the_same_for_all_who_share_the_sender() -> None:
    assert mark_of(SECRET, SMS, BEAN, "+14155550123") == mark_of(SECRET, SMS, MILL, "+14155550123")


@pytest.mark.parametrize(
    ("message_type", "kept_back"),
    [
        (SentMessageType.INVITE, BOTH),
        (SentMessageType.CANDIDATE_REMINDER, BOTH),
        (SentMessageType.REJECTION, BOTH),
        (SentMessageType.COMPLETION_CONFIRMATION, {SMS}),
        (SentMessageType.REQUEST_REPLY, {SMS}),
        (SentMessageType.WITHDRAWAL, {SMS}),
    ],
)
def test_only_what_a_candidate_has_just_asked_for_goes_out_by_mail(
    message_type: SentMessageType, kept_back: set[DeliveryType]
) -> None:
    assert withheld_channels(message_type, BOTH) == kept_back
    assert withheld_channels(message_type, ()) == frozenset()


@pytest.mark.parametrize("organization_id", [BEAN, sandbox_of(BEAN)])
def test_a_link_says_again_what_it_was_made_of(organization_id: str) -> None:
    team_id = sandbox_of(MILL) if organization_id != BEAN else MILL
    link = UnsubscribeLink(organization_id, team_id, mark_of(SECRET, EMAIL, organization_id, "a@example.com"))

    token = link.token(SECRET)

    assert len(token) <= LONGEST_PATH_PARAMETER
    assert read_link(SECRET, token) == link
    assert read_link(b"t" * 32, token) is None


def test_no_bit_of_a_link_can_be_changed() -> None:
    token = UnsubscribeLink(BEAN, MILL, b"m" * 16).token(SECRET)
    said = base64.urlsafe_b64decode(token + "=" * (-len(token) % 4))

    for place in range(len(said)):
        other = bytearray(said)
        other[place] ^= 1
        assert read_link(SECRET, base64.urlsafe_b64encode(bytes(other)).decode().rstrip("=")) is None
    assert read_link(SECRET, token + "AAAA") is None
    assert read_link(SECRET, token[:-4]) is None
    for cut in (said[:-16], said[:33] + said[-16:], said + b"m" * 16):
        assert read_link(SECRET, base64.urlsafe_b64encode(cut).decode().rstrip("=")) is None


@given(st.text(max_size=120))
def test_what_nobody_made_is_no_link(token: str) -> None:
    assert read_link(SECRET, token) is None


@pytest.mark.parametrize(
    ("identity", "answers"),
    [
        ("+14155550100", True),
        ("62345", True),
        ("phone-0a1b2c3d", True),
        ("pool-0a1b2c3d", True),
        ("arn:aws:sms-voice:eu-west-1:123456789012:phone-number/phone-0a1b2c3d", True),
        ("arn:aws:sms-voice:eu-west-1:123456789012:pool/pool-0a1b2c3d", True),
        ("arn:aws:sms-voice:eu-west-1:123456789012:sender-id/BEAN/DE", False),
        ("BEAN", False),
        ("", True),
    ],
)
def test_only_a_number_can_be_answered(identity: str, *, answers: bool) -> None:
    assert takes_replies(identity) is answers
