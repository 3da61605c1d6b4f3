"""The example vendor's ATS: a few jobs behind an API token, on the stack's own address.

It stands for a service of somebody else; the plug-in `gather.connect.vendors.example_ats` talks to it.
"""

from collections.abc import Mapping
from typing import Any

PATH = "/_local/ats"
TOKEN = "example-ats-token"  # noqa: S105  # opens these three jobs, on this machine
_OPENED = {"openedAt": "2026-01-12T08:00:00.000Z", "updatedAt": "2026-02-02T09:30:00.000Z"}

JOBS: Mapping[str, Mapping[str, Any]] = {
    "ATS-1001": {
        "id": "ATS-1001",
        "title": "Warehouse Associate",
        "status": "open",
        "department": "Logistics",
        "locations": ["Leipzig"],
        "workModel": "onsite",
        "description": "You receive goods, pick orders and load vans, in the early or the late shift.",
        "requirements": "You can lift 15 kilograms and count to a hundred.",
        "requisitionNumber": "R-2026-014",
        "hiringManager": "Sam Example",
        "openings": 12,
        **_OPENED,
    },
    "ATS-1002": {
        "id": "ATS-1002",
        "title": "Customer Support Specialist",
        "status": "open",
        "department": "Support",
        "locations": ["Berlin", "Hamburg"],
        "workModel": "hybrid",
        "description": "You help customers by telephone, e-mail and chat.",
        "requirements": "Patience, good English, and the wish to find solutions.",
        "requisitionNumber": "R-2026-021",
        "hiringManager": "Kim Example",
        "openings": 3,
        **_OPENED,
    },
    "ATS-1003": {
        "id": "ATS-1003",
        "title": "Shift Supervisor",
        "status": "onHold",
        "department": "Logistics",
        "locations": ["Leipzig"],
        "workModel": "onsite",
        "description": "You lead a shift of twenty.",
        "requisitionNumber": "R-2026-022",
        "openings": 1,
        **_OPENED,
    },
}


def configuration(base_url: str) -> dict[str, Any]:
    """The configuration of an integration with this ATS, on the stack at `base_url`."""
    return {"baseUrl": f"{base_url}{PATH}", "apiToken": TOKEN}


def respond(path: str, authorization: str | None) -> tuple[int, dict[str, Any]]:
    """Status and body for a GET of `path` below the ATS's address."""
    if authorization != f"Bearer {TOKEN}":
        return 401, {"message": "The API token is unknown."}
    if path == "status":
        return 200, {"status": "ok"}
    if path == "jobs":
        return 200, {"jobs": list(JOBS.values())}
    job = JOBS.get(path.removeprefix("jobs/")) if path.startswith("jobs/") else None
    return (200, dict(job)) if job else (404, {"message": "There is no such thing."})
