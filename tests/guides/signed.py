"""Deliveries as the service signs them."""

import time

from gather.webhooks.signing import attempt_headers


def signed(secret: str, body: bytes, *more: str, event: str, seconds_ago: int = 0) -> dict[str, str]:
    """The headers that the service's own code sends with a delivery."""
    return attempt_headers(
        event_name=event,
        event_id="0190a0b0-c0d0-7123-8456-000000000001",
        body=body,
        secrets=[secret, *more],
        timestamp=int(time.time()) - seconds_ago,
    )
