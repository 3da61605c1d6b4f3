"""Signatures of deliveries, as receivers check them (interface: Deliveries, rules 3 and 4)."""

import base64
import hashlib
import hmac

from hypothesis import assume, given
from hypothesis import strategies as st

from gather.webhooks import signing

SECRET = "a secret of the receiver"
BODY = b'{"status":"new_response"}'
NOW = 1_770_000_000


def signature(body: bytes = BODY, secret: str = SECRET, timestamp: int = NOW) -> str:
    headers = signing.attempt_headers(
        event_name="interview.created", event_id="an id", body=body, secrets=[secret], timestamp=timestamp
    )
    return headers["X-Service-Signature-V2"]


def test_an_attempt_carries_the_headers_of_the_interface() -> None:
    dated = hmac.new(SECRET.encode(), f"{NOW}.".encode() + BODY, hashlib.sha256).hexdigest()
    undated = hmac.new(SECRET.encode(), BODY, hashlib.sha256).hexdigest()
    headers = signing.attempt_headers(
        event_name="interview.created",
        event_id="an id",
        body=BODY,
        secrets=[SECRET],
        timestamp=NOW,
        prefix="X-Acme-",
    )
    assert headers == {
        "Content-Type": "application/json",
        "X-Acme-Event": "interview.created",
        "X-Acme-Id": "an id",
        "X-Acme-Timestamp": str(NOW),
        "X-Acme-Signature-V2": f"t={NOW},v1={dated}",
        "X-Acme-Signature": undated,
        "webhook-id": "an id",
        "webhook-timestamp": str(NOW),
        "webhook-signature": f"v1,{signing.sign_standard(BODY, SECRET, 'an id', str(NOW))}",
    }


def test_a_signature_is_that_of_standard_webhooks() -> None:
    """The example of its specification."""
    signed = signing.sign_standard(
        b'{"test": 2432232314}',
        "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
        "msg_p5jXN8AQM9LWM0D4loKWxJek",
        "1614265330",
    )

    assert signed == "g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


@given(st.binary(min_size=12, max_size=64))
def test_the_key_of_standard_webhooks_is_the_base64_after_the_prefix(key: bytes) -> None:
    text = base64.b64encode(key).decode()

    assert signing.standard_key(f"whsec_{text}") == signing.standard_key(text) == key


def test_a_secret_that_is_no_base64_is_its_own_key() -> None:
    assert signing.standard_key("whsec_no base64!") == b"whsec_no base64!"


def test_two_secrets_sign_while_a_rotation_overlaps() -> None:
    headers = signing.attempt_headers(
        event_name="interview.created", event_id="an id", body=BODY, secrets=["new", "old"], timestamp=NOW
    )

    both = headers["X-Service-Signature-V2"]
    assert both == ",".join(
        (f"t={NOW}", *(f"v1={signing.sign(BODY, secret, str(NOW))}" for secret in ("new", "old")))
    )
    assert all(signing.verify(BODY, both, secret, now=NOW) for secret in ("new", "old"))
    assert not signing.verify(BODY, both, "older", now=NOW)
    assert headers["X-Service-Signature"] == signing.sign_body(BODY, "new")
    assert headers["webhook-signature"] == " ".join(
        f"v1,{signing.sign_standard(BODY, secret, 'an id', str(NOW))}" for secret in ("new", "old")
    )


def test_nothing_is_signed_without_a_secret() -> None:
    headers = signing.attempt_headers(
        event_name="candidate_interview.completed", event_id="an id", body=BODY, secrets=[], timestamp=NOW
    )
    assert not [name for name in headers if "signature" in name.lower()]


def test_a_signature_is_good_for_300_seconds_to_either_side() -> None:
    ages = (-301, -300, 0, 300, 301)
    assert [signing.verify(BODY, signature(), SECRET, now=NOW + age) for age in ages] == [
        False, True, True, True, False,
    ]  # fmt: skip


@given(st.binary(), st.text(min_size=1), st.integers(min_value=0, max_value=10**11))
def test_what_was_signed_is_verified(body: bytes, secret: str, timestamp: int) -> None:
    assert signing.verify(body, signature(body, secret, timestamp), secret, now=timestamp)


@given(st.binary(), st.binary())
def test_another_body_is_refused(signed: bytes, received: bytes) -> None:
    assume(signed != received)
    assert not signing.verify(received, signature(signed), SECRET, now=NOW)


@given(st.text(min_size=1))
def test_another_secret_is_refused(other: str) -> None:
    assume(other != SECRET)
    assert not signing.verify(BODY, signature(), other, now=NOW)


def test_an_old_signature_cannot_be_dated_anew() -> None:
    renewed = signature(timestamp=NOW - 1000).replace(f"t={NOW - 1000}", f"t={NOW}")
    assert not signing.verify(BODY, renewed, SECRET, now=NOW)


@given(st.text() | st.from_regex(r"t=[^,]{0,15},v1=.{0,70}"))
def test_a_malformed_signature_is_refused_and_never_raises(text: str) -> None:
    assert not signing.verify(BODY, text, SECRET, now=NOW)


def test_no_signature_at_all_is_refused_even_if_the_time_is_right() -> None:
    assert not signing.verify(BODY, f"t={NOW},v1=", SECRET, now=NOW)
    assert not signing.verify(BODY, f"t={NOW}", SECRET, now=NOW)
