"""Events as the Python client verifies them (interface: Deliveries, rules 2 to 4)."""

import json
from typing import Any

import pytest

from gather.webhooks.signing import attempt_headers
from openapi.__main__ import DOCUMENT
from talent_screening import WebhookRejected, verify_webhook
from talent_screening.generated.events import EVENTS
from talent_screening.models import InterviewCreated

NOW = 1_772_443_800
SECRET = "whsec_c2l4dGVlbiBsZXR0ZXJzIQ=="
BODY = json.dumps(
    {
        "interviewId": "0190a0b0-c0d0-7123-8456-000000000002",
        "status": 0,
        "createdAt": "2026-03-02T09:30:00.000Z",
    }
).encode()


def sent(body: bytes = BODY, **changes: Any) -> dict[str, str]:
    asked: dict[str, Any] = {"event_name": "interview.created", "event_id": "e-1", "secrets": [SECRET]}
    return attempt_headers(**{**asked, "timestamp": NOW, **changes}, body=body)


def test_an_event_of_the_service_is_verified_and_typed() -> None:
    event = verify_webhook(SECRET, sent(), BODY, now=NOW)

    assert isinstance(event.payload, InterviewCreated)
    assert event.payload.interview_id == "0190a0b0-c0d0-7123-8456-000000000002"
    assert (event.name, event.id, event.timestamp, event.is_test) == ("interview.created", "e-1", NOW, False)


def test_header_names_may_have_any_case_and_another_prefix() -> None:
    shouted = {name.upper(): value for name, value in sent(prefix="X-Bean-").items()}

    assert verify_webhook(SECRET, shouted, BODY, now=NOW, header_prefix="X-Bean-").id == "e-1"


def test_a_test_event_says_so() -> None:
    assert verify_webhook(SECRET, sent(is_test=True), BODY, now=NOW).is_test


@pytest.mark.parametrize("known", [["new"], ["old"], ["unused", "old"]])
def test_while_a_rotation_overlaps_either_secret_fits(known: list[str]) -> None:
    verify_webhook(known, sent(secrets=["new", "old"]), BODY, now=NOW)


@pytest.mark.parametrize("seconds", [-300, 300])
def test_the_time_may_be_five_minutes_off_either_way(seconds: int) -> None:
    verify_webhook(SECRET, sent(), BODY, now=NOW + seconds)
    with pytest.raises(WebhookRejected, match="too old"):
        verify_webhook(SECRET, sent(), BODY, now=NOW + seconds + seconds // 300)


def test_without_a_time_that_of_the_clock_counts() -> None:
    with pytest.raises(WebhookRejected, match="too old"):
        verify_webhook(SECRET, sent(timestamp=1), BODY)


def test_another_body_or_secret_or_time_is_rejected() -> None:
    moved = {
        **sent(),
        "X-Service-Signature-V2": sent()["X-Service-Signature-V2"].replace(str(NOW), str(NOW + 1)),
    }
    for secret, headers, body in (
        (SECRET, sent(), BODY + b" "),
        ("other", sent(), BODY),
        (SECRET, moved, BODY),
    ):
        with pytest.raises(WebhookRejected, match="no signature fits"):
            verify_webhook(secret, headers, body, now=NOW)


@pytest.mark.parametrize(
    "signature",
    [
        "",
        "v1=00",
        f"t={NOW}",
        f"t={NOW},t={NOW},v1=00",
        "t=,v1=00",
        "t=١٧,v1=00",
        "t=-1,v1=00",
        f"t={'9' * 5000},v1=0",
    ],
)
def test_a_malformed_signature_is_rejected(signature: str) -> None:
    with pytest.raises(WebhookRejected):
        verify_webhook(SECRET, {**sent(), "X-Service-Signature-V2": signature}, BODY, now=NOW)


@pytest.mark.parametrize("signature", ["é", "\udcff", "00"])
def test_a_signature_of_any_characters_is_rejected(signature: str) -> None:
    with pytest.raises(WebhookRejected, match="no signature fits"):
        verify_webhook(SECRET, {**sent(), "X-Service-Signature-V2": f"t={NOW},v1={signature}"}, BODY, now=NOW)


@pytest.mark.parametrize("missing", ["X-Service-Signature-V2", "X-Service-Id", "X-Service-Event"])
def test_a_header_that_is_missing_is_named(missing: str) -> None:
    headers = {name: value for name, value in sent().items() if name != missing}

    with pytest.raises(WebhookRejected, match=missing):
        verify_webhook(SECRET, headers, BODY, now=NOW)


@pytest.mark.parametrize("secret", ["", [], ["", SECRET]])
def test_an_empty_secret_verifies_nothing(secret: str | list[str]) -> None:
    with pytest.raises(ValueError, match="empty"):
        verify_webhook(secret, sent(secrets=[""]), BODY, now=NOW)


@pytest.mark.parametrize("body", [b"[]", b"no JSON", b"\xff"])
@pytest.mark.parametrize("name", ["interview.created", "interview.dreamed"])
def test_a_body_that_is_no_payload_is_rejected(body: bytes, name: str) -> None:
    with pytest.raises(WebhookRejected, match="no payload"):
        verify_webhook(SECRET, sent(body, event_name=name), body, now=NOW)


def test_an_event_of_a_later_version_is_a_plain_object() -> None:
    event = verify_webhook(SECRET, sent(event_name="interview.dreamed"), BODY, now=NOW)

    assert event.payload == json.loads(BODY)


def test_every_event_of_the_document_has_its_model() -> None:
    webhooks = json.loads(DOCUMENT.read_text(encoding="utf-8"))["webhooks"]

    assert set(EVENTS) == set(webhooks)
    for name, item in webhooks.items():
        body = json.dumps(item["post"]["requestBody"]["content"]["application/json"]["example"]).encode()
        event = verify_webhook(SECRET, sent(body, event_name=name), body, now=NOW)
        assert isinstance(event.payload, EVENTS[name])
        assert not event.payload.model_extra
