"""Bounces and complaints, played on the local stack."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from local_stack.messaging.email_events import KINDS, EmailOutcome, event_of
from local_stack.messaging.inbox import FILE_NAME, newest_email_tags
from tests.local_stack.running_stack import RunningStack
from tests.template.deployment import REPOSITORY


@pytest.mark.parametrize("body", [b"{", [], {}, {"to": "ada"}, {"to": 7}, {"to": "a@b.example", "kind": "x"}])
def test_what_is_no_event_is_refused(stack: RunningStack, body: object) -> None:
    assert stack.call("POST", "/_local/email-events", body).status == 400


def test_a_project_that_heeds_no_events_has_none(stack: RunningStack) -> None:
    answer = stack.call("POST", "/_local/email-events", {"to": "ada@example.com", "kind": "bounce"})

    assert (answer.status, answer.json) == (404, {"message": "No function heeds what becomes of e-mails"})


def test_the_newest_e_mail_to_an_address_is_meant(tmp_path: Path) -> None:
    lines = [
        {"channel": "email", "to": "ada@example.com", "tags": {"task": "1"}},
        {"channel": "email", "to": "Ada@Example.com", "tags": {"task": "2"}},
        {"channel": "email", "to": "other@example.com", "tags": {"task": "3"}},
        {"channel": "sms", "to": "+14155550123"},
    ]
    (tmp_path / FILE_NAME).write_text("".join(json.dumps(line) + "\n" for line in lines))

    assert newest_email_tags(tmp_path, "ADA@example.com") == {"task": "2"}
    assert newest_email_tags(tmp_path, "nobody@example.com") is None


@pytest.mark.parametrize("kind", KINDS)
def test_a_played_event_looks_like_one_of_the_topic(kind: str) -> None:
    """The samples are what SNS and SES document."""
    name = "complaint" if kind == "complaint" else "bounce"
    sample = json.loads((REPOSITORY / "events" / "email_events" / f"{name}.json").read_text())
    played = event_of(EmailOutcome("ada@example.com", kind), {"task": "1"}, datetime(2026, 3, 2, tzinfo=UTC))

    [documented], [record] = sample["Records"], played["Records"]
    assert set(record) <= set(documented)
    documented_body, body = json.loads(documented["body"]), json.loads(record["body"])
    assert set(body) <= set(documented_body)
    documented_event, event = json.loads(documented_body["Message"]), json.loads(body["Message"])
    assert set(event) <= set(documented_event)
    for part in ("mail", name):
        assert set(event[part]) <= set(documented_event[part])
    assert event["mail"]["tags"] == {"task": ["1"]}
