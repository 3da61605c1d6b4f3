"""Webhook deliveries as pages: a list of them, and what was sent and came back for one."""

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import htpy as h

from gather.deliveries.attempt_result import ERROR_MESSAGES, DeliveryAttempt
from gather.deliveries.models import DeliveryRecord, DeliveryStatus
from gather.deliveries.storage import WEBHOOK_DELIVERY
from gather.outgoing.result import AttemptError
from local_stack.pages.layout import chip, local_page, plain_time, top
from local_stack.table.items import items_of

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

MOST = 200
"""The number of deliveries on the page, newest first."""

_AT: Final = "/_local/deliveries"
_TONES: Final = {
    DeliveryStatus.PENDING: "still",
    DeliveryStatus.PROCESSING: "going",
    DeliveryStatus.COMPLETED: "well",
    DeliveryStatus.FAILED: "ill",
}
_STYLE: Final = """
.line { display: flex; flex-wrap: wrap; gap: .3rem .8rem; align-items: center }
.line h2 { flex: 1 1 auto }
.card p { margin: .3rem 0 0; overflow-wrap: anywhere }
section { margin-top: 1.6rem }
"""


def read_deliveries(client: "DynamoDBClient", table_name: str) -> list[DeliveryRecord]:
    """All deliveries of all teams, newest first."""
    found = items_of(client, table_name, WEBHOOK_DELIVERY.name)
    records = [DeliveryRecord.model_validate(item) for item in found]
    return sorted(records, key=lambda record: (record.created_at, record.id), reverse=True)


def deliveries_page(deliveries: Sequence[DeliveryRecord]) -> str:
    """The newest deliveries, each with a line of what it is and how it stands."""
    total = len(deliveries)
    shown = f"{total}" if total <= MOST else f"the newest {MOST} of {total}"
    none = h.p(".none")[
        "Nothing has been delivered yet. A configuration made by ",
        h.code["POST /qsi/gather/webhooks"],
        " gets every event of its team.",
    ]
    rows = [_row(each) for each in deliveries[:MOST]]
    return local_page(
        "Webhook deliveries", [top("Webhook deliveries", shown), rows or none], at=_AT, style=_STYLE
    )


def delivery_page(delivery: DeliveryRecord) -> str:
    """One delivery: the request with its payload, and each attempt with the response."""
    facts = {
        "To": delivery.url,
        "Made": plain_time(delivery.created_at),
        "X-Service-Id": delivery.event_id,
        "Next attempt": plain_time(delivery.next_attempt_at) if delivery.next_attempt_at else "none",
    }
    attempts = [_attempt(each) for each in delivery.attempt_history]
    body = [
        h.p[h.a(href=_AT)["All deliveries"]],
        h.div(".top")[h.h1[delivery.event_type], _status(delivery)],
        h.dl[(h.div[h.dt[name], h.dd[value]] for name, value in facts.items())],
        h.section[h.h2["Request"], _text(delivery.payload)],
        h.section[h.h2["Responses"], attempts or h.p(".muted")["No attempt is over yet."]],
        _last(delivery),
    ]
    return local_page(f"{delivery.event_type}, {delivery.status.value}", body, at=_AT, style=_STYLE)


def _row(delivery: DeliveryRecord) -> h.Element:
    attempts = "1 attempt" if delivery.attempts == 1 else f"{delivery.attempts} attempts"
    link = h.a(href=f"{_AT}/{delivery.id}")[delivery.event_type]
    return h.article(".card")[
        h.div(".line")[h.h2[link], _status(delivery)],
        h.p[delivery.url],
        h.p(".muted")[f"{attempts}, {plain_time(delivery.created_at)}"],
    ]


def _attempt(attempt: DeliveryAttempt) -> h.Element:
    outcome = f"HTTP {attempt.http_status}" if attempt.http_status else "No response"
    is_well = attempt.error is None and attempt.http_status is not None and attempt.http_status < 300
    return h.article(".card")[
        h.div(".line")[h.h2[f"Attempt {attempt.number}"], chip(outcome, "well" if is_well else "ill")],
        h.p(".muted")[f"{plain_time(attempt.started_at)}, took {attempt.duration_ms} ms"],
        h.p[ERROR_MESSAGES[AttemptError(attempt.error)]] if attempt.error else None,
        _text(attempt.response_body) if attempt.response_body else None,
    ]


def _last(delivery: DeliveryRecord) -> h.Node:
    """The headers of the last response."""
    if delivery.response is None:
        return None
    headers = "\n".join(f"{name}: {value}" for name, value in delivery.response.headers.items())
    return h.details[h.summary["Headers of the last response"], _text(headers)]


def _status(delivery: DeliveryRecord) -> h.Element:
    return chip(delivery.status.value, _TONES[delivery.status])


def _text(content: Any) -> h.Element:
    return h.pre[content if isinstance(content, str) else json.dumps(content, indent=2, ensure_ascii=False)]
