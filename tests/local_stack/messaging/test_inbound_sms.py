"""Text messages to the deployment's number, played on the local stack."""

import json
from datetime import UTC, datetime

import pytest

from local_stack.messaging.inbound_sms import TextMessage, event_of
from tests.local_stack.running_stack import RunningStack
from tests.template.deployment import REPOSITORY


@pytest.mark.parametrize(
    "body", [b"{", [], {}, {"from": "+14155550123"}, {"from": "415", "body": "STOP"}, {"from": 7, "body": ""}]
)
def test_what_is_no_text_message_is_refused(stack: RunningStack, body: object) -> None:
    assert stack.call("POST", "/_local/sms", body).status == 400


def test_a_project_without_a_reader_of_text_messages_has_none(stack: RunningStack) -> None:
    answer = stack.call("POST", "/_local/sms", {"from": "+14155550123", "body": "STOP"})
    assert (answer.status, answer.json) == (404, {"message": "No function reads text messages"})


def test_a_played_message_looks_like_one_of_the_topic() -> None:
    """The sample is what SNS and End User Messaging document."""
    sample = json.loads((REPOSITORY / "events" / "inbound_sms" / "stop.json").read_text())
    played = event_of(TextMessage("+14155550123", "STOP"), datetime(2026, 3, 2, tzinfo=UTC))

    [documented], [record] = sample["Records"], played["Records"]
    assert set(record) <= set(documented)
    documented_body, body = json.loads(documented["body"]), json.loads(record["body"])
    assert set(body) <= set(documented_body)
    assert set(json.loads(body["Message"])) <= set(json.loads(documented_body["Message"]))
    assert body["Timestamp"] == "2026-03-02T00:00:00.000Z"
