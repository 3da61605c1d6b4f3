"""Logs and metrics: one structured line for each request, with its metrics in it.

The line is written by powertools' Logger and carries CloudWatch's embedded metric format, so that a
request costs one line and no call. It names the request, the route's pattern (never its path, which
may hold a token), the organization, the team, the status and the latency; no personal data, no
secret, no body.
"""

import logging
import time
import traceback
from collections.abc import Mapping
from functools import cache
from pathlib import PurePath
from typing import Any

from aws_lambda_powertools import Logger
from pydantic_core import to_json

NAMESPACE = "TalentScreening"

_UNITS = {"Latency": "Milliseconds", "SecondsBehind": "Seconds"}
"""The units of metrics that count nothing."""

# No line says where it was written, in which thread or process: that is this module, in a function's only
# process. https://docs.python.org/3/howto/logging.html#optimization
logging._srcfile = None
logging.logThreads = logging.logProcesses = logging.logMultiprocessing = False


def _serialized(line: dict[str, Any]) -> str:
    """Returns a line as JSON, faster than `json`. Values that JSON does not have are written by `str`."""
    return to_json(line, fallback=str).decode()


logger = Logger(service="gather", utc=True, use_rfc3339=True, location=None, json_serializer=_serialized)


def log_request(
    family: str,
    route: str,
    status: int,
    started: float,
    *,
    request_id: str,
    organization_id: str | None,
    team_id: str | None,
) -> None:
    """The access line of one HTTP request; `started` is a `time.perf_counter()` reading."""
    latency = round((time.perf_counter() - started) * 1000, 1)
    metrics = {
        "Latency": latency,
        "Requests": 1,
        "Faults": int(status >= 500),
        "Refusals": int(400 <= status < 500),
    }
    fields: dict[str, Any] = {
        "requestId": request_id,
        "route": route,
        "status": status,
        "organizationId": organization_id,
        "teamId": team_id,
        **_metrics({"family": family}, metrics),
    }
    logger.info("request", extra=fields)


def log_failure(fault: BaseException, request_id: str, route: str) -> None:
    """Log an unexpected failure: its type and its place, with its causes.

    Messages are left out, because they may quote personal input. Errors of AWS keep the operation and the
    code, those of an engine their adapter's reason. A fault that was raised from itself is logged once.
    """
    chain: list[dict[str, object]] = []
    told: list[BaseException] = []
    cause: BaseException | None = fault
    while cause is not None and not any(cause is other for other in told):
        told.append(cause)
        chain.append(
            {
                "type": type(cause).__qualname__,
                "reason": _reason(cause),
                "aws": _aws_fault(cause),
                "trace": _trace(cause),
            }
        )
        cause = cause.__cause__ or cause.__context__
    logger.error("unexpected failure", extra={"requestId": request_id, "route": route, "faults": chain})


def _reason(fault: BaseException) -> str | None:
    reason = getattr(fault, "reason", None)
    return reason if isinstance(reason, str) else None


def _aws_fault(fault: BaseException) -> str | None:
    response = getattr(fault, "response", None) or {}
    code = response.get("Error", {}).get("Code")
    return f"{getattr(fault, 'operation_name', '')}: {code}" if code else None


def _trace(fault: BaseException) -> list[str]:
    return [
        f"{PurePath(frame.filename).name}:{frame.lineno} {frame.name}"
        for frame in traceback.extract_tb(fault.__traceback__)
    ]


def count(metric: str, value: int = 1, **dimensions: str) -> None:
    """Count something that a worker did, such as an attempt of a delivery."""
    logger.info("metric", extra=_metrics(dimensions, {metric: value}))


def _metrics(dimensions: dict[str, str], values: dict[str, float]) -> dict[str, Any]:
    directive = _directive(tuple(dimensions), tuple(values))
    return {
        "_aws": {"Timestamp": int(time.time() * 1000), "CloudWatchMetrics": [directive]},
        **dimensions,
        **values,
    }


@cache
def _directive(dimensions: tuple[str, ...], metrics: tuple[str, ...]) -> Mapping[str, object]:
    """The declaration of metrics for CloudWatch: the code names few, and never any that a client has sent."""
    definitions = [{"Name": name, "Unit": _UNITS.get(name, "Count")} for name in metrics]
    return {"Namespace": NAMESPACE, "Dimensions": [list(dimensions)], "Metrics": definitions}
