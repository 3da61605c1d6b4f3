"""Lever's webhook (suites: `lever`). What follows from its events is the worker's."""

import hashlib
import hmac
import time
from typing import Any

import pytest

from gather.table.store import Table
from tests.builders.outbox import tasks_of
from tests.builders.service import UNKNOWN_ID, Reply, Service
from tests.builders.suites import ConnectedSuite, connect_suite

pytestmark = [pytest.mark.routes, pytest.mark.in_process]

SECRET = "lever-signature"
STAGE = "stage-1"


@pytest.fixture
def lever(customer: Service, interview_id: str) -> ConnectedSuite:
    """An integration with Lever, in which a stage orders the interview."""
    triggers = [
        {"stageId": STAGE, "interviewId": interview_id, "tag": "Screen"},
        {"stageId": "stage-2", "interviewId": interview_id},
    ]
    return connect_suite(customer, "lever", triggers=triggers)


def signed(event: str, data: object, secret: str = SECRET, **changes: Any) -> dict[str, Any]:
    token, triggered_at = "token-1", int(time.time() * 1000)
    text = f"{token}{triggered_at}".encode()
    signature = hmac.new(secret.encode(), text, hashlib.sha256).hexdigest()
    body = {"event": event, "triggeredAt": triggered_at, "token": token, "signature": signature, "data": data}
    return {**body, **changes}


def staged(stage: str = STAGE) -> dict[str, Any]:
    return {
        "opportunityId": "o-1",
        "contactId": "c-1",
        "candidateId": "o-1",
        "fromStageId": "stage-0",
        "toStageId": stage,
    }


def posted(lever: ConnectedSuite, body: object, integration_id: str | None = None) -> Reply:
    return lever.with_headers({}).post(f"/webhooks/{integration_id or lever.id}", body)


def test_a_configured_stage_has_the_opportunity_read(
    lever: ConnectedSuite, table: Table, interview_id: str
) -> None:
    reply = posted(lever, signed("candidateStageChange", staged()))

    assert (reply.status, reply.body) == (200, {})
    [(name, payload)] = tasks_of(table)
    assert name == "place_order"
    assert payload["integrationId"] == lever.id
    assert payload["order"] == {"opportunityId": "o-1", "interviewId": interview_id, "tag": "Screen"}


@pytest.mark.parametrize(
    ("event", "data"),
    [
        ("candidateStageChange", staged("stage-9")),
        ("candidateStageChange", {"toStageId": STAGE}),
        ("candidateStageChange", None),
        ("candidateStageChange", [1]),
        ("candidateHired", staged()),
        ("candidateArchiveChange", staged()),
        (None, None),
    ],
)
def test_everything_else_that_is_signed_is_taken_and_does_nothing(
    lever: ConnectedSuite, table: Table, event: Any, data: object
) -> None:
    reply = posted(lever, signed(event, data))

    assert (reply.status, reply.body) == (200, {})
    assert tasks_of(table) == []


@pytest.mark.parametrize(
    "body",
    [
        signed("candidateStageChange", staged(), secret="another"),
        signed("candidateStageChange", staged(), token="token-2"),
        signed("candidateStageChange", staged(), triggeredAt=1),
        signed("candidateStageChange", staged(), signature=""),
        signed("candidateStageChange", staged(), signature="ä"),
        signed("candidateStageChange", staged(), signature=None),
        signed("candidateStageChange", staged(), triggeredAt="now"),
        {},
    ],
)
def test_what_is_not_signed_does_nothing(lever: ConnectedSuite, table: Table, body: object) -> None:
    reply = posted(lever, body)

    assert (reply.status, set(reply.body)) == (401, {"message"})
    assert tasks_of(table) == []


def test_an_unknown_or_disabled_integration_is_a_401(lever: ConnectedSuite, table: Table) -> None:
    event = signed("candidateStageChange", staged())
    unknown = [posted(lever, event, each) for each in (UNKNOWN_ID, "no-uuid", "x" * 150)]
    lever.customer.patch(f"/lever/integrations/{lever.id}", {"status": "disabled"})

    assert {reply.status for reply in (*unknown, posted(lever, event))} == {401}
    assert tasks_of(table) == []


def test_the_webhook_of_the_archive_may_have_a_secret_of_its_own(
    customer: Service, interview_id: str
) -> None:
    triggers = [{"stageId": STAGE, "interviewId": interview_id}]
    lever = connect_suite(customer, "lever", triggers=triggers, archiveSignatureToken="archive")

    archived = {**staged(), "toArchived": {"reasonId": "r-1"}}

    assert posted(lever, signed("candidateArchiveChange", archived, secret="archive")).status == 200
    assert posted(lever, signed("candidateArchiveChange", archived, secret="else")).status == 401
