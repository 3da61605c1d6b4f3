"""Webhook deliveries as pages: a list of them, and what was sent and came back for one."""

import json
from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING, Any, Final

from gather.deliveries.attempt_result import ERROR_MESSAGES, DeliveryAttempt
from gather.deliveries.models import DeliveryRecord, DeliveryStatus
from gather.deliveries.storage import WEBHOOK_DELIVERY
from gather.outgoing.result import AttemptError
from local_stack.pages.layout import chip, local_page, plain_time
from local_stack.table.items import items_of

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

MOST = 200
"""So many deliveries are listed, the newest."""

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
    rows = "".join(map(_row, deliveries[:MOST]))
    none = (
        '<p class="none">Nothing has been delivered yet. A configuration made by '
        "<code>POST /qsi/gather/webhooks</code> gets every event of its team.</p>"
    )
    top = f'<div class="top"><h1>Webhook deliveries</h1><span class="muted">{shown}</span></div>'
    return local_page("Webhook deliveries", f"{top}{rows or none}", at=_AT, style=_STYLE)


def delivery_page(delivery: DeliveryRecord) -> str:
    """One delivery: the request with its payload, and each attempt with the response."""
    facts = {
        "To": delivery.url,
        "Made": plain_time(delivery.created_at),
        "X-Service-Id": delivery.event_id,
        "Next attempt": plain_time(delivery.next_attempt_at) if delivery.next_attempt_at else "none",
    }
    listed = "".join(f"<div><dt>{name}</dt><dd>{escape(value)}</dd></div>" for name, value in facts.items())
    attempts = "".join(map(_attempt, delivery.attempt_history))
    body = (
        f'<p><a href="{_AT}">All deliveries</a></p>'
        f'<div class="top"><h1>{escape(delivery.event_type)}</h1>{_status(delivery)}</div><dl>{listed}</dl>'
        f"<section><h2>Request</h2>{_text(delivery.payload)}</section>"
        f"<section><h2>Responses</h2>{attempts or '<p class=muted>No attempt is over yet.</p>'}</section>"
        f"{_last(delivery)}"
    )
    return local_page(f"{delivery.event_type}, {delivery.status.value}", body, at=_AT, style=_STYLE)


def _row(delivery: DeliveryRecord) -> str:
    attempts = "1 attempt" if delivery.attempts == 1 else f"{delivery.attempts} attempts"
    link = f'<a href="{_AT}/{escape(delivery.id)}">{escape(delivery.event_type)}</a>'
    return (
        f'<article class="card"><div class="line"><h2>{link}</h2>{_status(delivery)}</div>'
        f"<p>{escape(delivery.url)}</p>"
        f'<p class="muted">{attempts}, {plain_time(delivery.created_at)}</p></article>'
    )


def _attempt(attempt: DeliveryAttempt) -> str:
    failed = ERROR_MESSAGES[AttemptError(attempt.error)] if attempt.error else ""
    outcome = f"HTTP {attempt.http_status}" if attempt.http_status else "No response"
    is_well = attempt.error is None and attempt.http_status is not None and attempt.http_status < 300
    body = _text(attempt.response_body) if attempt.response_body else ""
    return (
        f'<article class="card"><div class="line"><h2>Attempt {attempt.number}</h2>'
        f"{chip(outcome, 'well' if is_well else 'ill')}</div>"
        f'<p class="muted">{plain_time(attempt.started_at)}, took {attempt.duration_ms} ms</p>'
        f"{f'<p>{escape(failed)}</p>' if failed else ''}{body}</article>"
    )


def _last(delivery: DeliveryRecord) -> str:
    """The headers of the last response."""
    if delivery.response is None:
        return ""
    headers = "\n".join(f"{name}: {value}" for name, value in delivery.response.headers.items())
    return f"<details><summary>Headers of the last response</summary>{_text(headers)}</details>"


def _status(delivery: DeliveryRecord) -> str:
    return chip(delivery.status.value, _TONES[delivery.status])


def _text(content: Any) -> str:
    text = content if isinstance(content, str) else json.dumps(content, indent=2, ensure_ascii=False)
    return f"<pre>{escape(text)}</pre>"
