"""The libraries of Standard Webhooks verify deliveries (interface: Deliveries, rule 2)."""

import base64
import json
import secrets
import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from standardwebhooks import Webhook, WebhookVerificationError

from gather.core.identifiers import new_id
from gather.webhooks import signing
from gather.webhooks.models import new_secret

PAYLOAD = {"event": "candidate_interview.completed", "title": "Kaffee für Ålesund ☕"}
BODY = json.dumps(PAYLOAD, ensure_ascii=False).encode()
SCRIPT = Path(__file__).parents[1] / "javascript" / "verify_webhook.mjs"

Verified = Callable[[str, bytes, dict[str, str]], Any]
"""Verifies a body by a secret and the headers, and returns the library's result, or None."""


def by_python(secret: str, body: bytes, headers: dict[str, str]) -> Any:
    try:
        return Webhook(secret).verify(body, headers)
    except WebhookVerificationError:
        return None


def by_javascript(secret: str, body: bytes, headers: dict[str, str]) -> Any:
    node = shutil.which("node")
    if node is None or not (SCRIPT.parent / "node_modules").exists():
        pytest.skip("Node.js or its packages are not installed")
    deliveries = [{"secret": secret, "body": body.decode(), "headers": headers}]
    finished = subprocess.run(
        [node, str(SCRIPT)], input=json.dumps(deliveries), capture_output=True, text=True, check=True
    )
    return json.loads(finished.stdout)[0]


@pytest.fixture(params=[by_python, by_javascript])
def verified(request: pytest.FixtureRequest) -> Verified:
    library: Verified = request.param
    return library


def headers_of(*secrets: str, seconds_ago: int = 0) -> dict[str, str]:
    """Returns the headers of an attempt that was made this many seconds ago."""
    return signing.attempt_headers(
        event_name="candidate_interview.completed",
        event_id=new_id(),
        body=BODY,
        secrets=secrets,
        timestamp=int(time.time()) - seconds_ago,
    )


def test_a_delivery_is_verified(verified: Verified) -> None:
    secret = new_secret()

    assert verified(secret, BODY, headers_of(secret)) == PAYLOAD


def test_both_secrets_verify_while_a_rotation_overlaps(verified: Verified) -> None:
    present, former = new_secret(), new_secret()
    headers = headers_of(present, former)

    assert verified(present, BODY, headers) == PAYLOAD
    assert verified(former, BODY, headers) == PAYLOAD


def test_what_was_changed_or_is_old_or_is_another_s_is_refused(verified: Verified) -> None:
    secret = new_secret()

    assert verified(secret, BODY.replace(b"completed", b"cancelled"), headers_of(secret)) is None
    assert verified(secret, BODY, headers_of(secret, seconds_ago=3600)) is None
    assert verified(new_secret(), BODY, headers_of(secret)) is None


@pytest.mark.parametrize("size", [16, 20, 24, 31, 32, 33, 64])
@pytest.mark.parametrize("prefix", ["", "whsec_"])
def test_a_given_secret_in_base64_verifies_with_and_without_its_padding(
    verified: Verified, prefix: str, size: int
) -> None:
    padded = prefix + base64.b64encode(secrets.token_bytes(size)).decode()

    for secret in (padded, padded.rstrip("=")):
        assert verified(secret, BODY, headers_of(secret)) == PAYLOAD


def test_a_receiver_that_took_an_unpadded_secret_as_raw_bytes_still_verifies() -> None:
    secret = "whsec_" + base64.b64encode(secrets.token_bytes(32)).decode().rstrip("=")
    headers = headers_of(secret)

    assert Webhook(secret.encode()).verify(BODY, headers) == PAYLOAD
    assert len(headers["webhook-signature"].split(" ")) == 2
    assert "," not in headers["X-Service-Signature-V2"].partition(",v1=")[2]
