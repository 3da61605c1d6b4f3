"""Interviews that one request changes together, over the interface."""

from typing import Any

from tests.builders.service import Reply, Service

BULK_UPDATE = "/interviews/bulk-update"


def bulk_update(
    service: Service, *interviews: dict[str, Any], mode: str = "overwrite", **fields: Any
) -> Reply:
    """The reply to a bulk update of `interviews`."""
    ids = [interview["id"] for interview in interviews]
    return service.patch(BULK_UPDATE, {"interviewIds": ids, "mode": mode, **fields})


def bulk_updated(service: Service, *interviews: dict[str, Any], **fields: Any) -> list[dict[str, Any]]:
    """The interviews after an update that succeeded."""
    reply = bulk_update(service, *interviews, **fields)
    assert (reply.status, reply.data["success"]) == (200, True), reply.body
    return [read_interview(service, interview) for interview in interviews]


def read_interview(service: Service, interview: dict[str, Any]) -> dict[str, Any]:
    """An interview as its single get answers it now."""
    found: dict[str, Any] = service.get(f"/interviews/{interview['id']}").data["interview"]
    return found


def card_of(service: Service, interview: dict[str, Any]) -> dict[str, Any]:
    """The active scorecard of an interview."""
    reply = service.get(f"/interviews/{interview['id']}/score-card-template")
    found: dict[str, Any] = reply.data["scoreCardTemplate"]
    return found
