"""Requests to a vendor's service: guarded as deliveries are, bounded in time, tried twice.

An integration's address is typed by a customer, so that it is trusted as little as a webhook's.
"""

import random
import time
from collections.abc import Mapping
from typing import Any

from gather.connect.vendor_protocol import Failure, VendorFailed
from gather.core import exact_number
from gather.outgoing import transport
from gather.outgoing.address_policy import AddressPolicy, system_resolver
from gather.outgoing.result import AttemptError, AttemptResult

ATTEMPTS = 2
LIMITS = transport.Limits(seconds=4.0, body_bytes=512_000, response_bytes=640_000)
SHORTEST_PAUSE_SECONDS = 0.05
LONGEST_PAUSE_SECONDS = 0.3
USER_AGENT = "talent-screening-integrations"

_HOPELESS = {AttemptError.INVALID_URL, AttemptError.ADDRESS_REFUSED}


class VendorClient:
    """Asks the services of vendors; those at private addresses only with `allow_private_addresses`.

    client = VendorClient()
    job = client.get_json("https://ats.example.com/jobs/1", {"Authorization": "Bearer …"})
    """

    def __init__(self, *, allow_private_addresses: bool = False) -> None:
        self._policy = AddressPolicy(system_resolver, allow_private_addresses)

    def get_json(self, url: str, headers: Mapping[str, str], body: bytes | None = None, /) -> Any:
        """Get the JSON document at `url`, or the answer to `body`. None for 404. Within nine seconds.

        Raises VendorFailed.
        """
        result = self._attempt(url, headers, body)
        for _ in range(ATTEMPTS - 1):
            if not _may_pass(result):
                break
            time.sleep(random.uniform(SHORTEST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS))
            result = self._attempt(url, headers, body)
        return _document(result)

    def _attempt(self, url: str, headers: Mapping[str, str], body: bytes | None) -> AttemptResult:
        sent = {"Accept": "application/json", "User-Agent": USER_AGENT, **headers}
        method = "GET" if body is None else "POST"
        return transport.send(url, body or b"", sent, policy=self._policy, limits=LIMITS, method=method)


def _may_pass(result: AttemptResult) -> bool:
    if result.error is not None:
        return result.error not in _HOPELESS
    return result.status is None or result.status == 429 or result.status >= 500


def _document(result: AttemptResult) -> Any:
    if result.error is not None or result.status is None or _may_pass(result):
        raise VendorFailed(Failure.UNREACHABLE)
    if result.status in (401, 403):
        raise VendorFailed(Failure.CREDENTIALS_REFUSED)
    if result.status == 404:
        return None
    if not 200 <= result.status < 300:
        raise VendorFailed(Failure.INVALID_ANSWER)
    try:
        # The whole of it: the log of deliveries has less, because it stores it in the table's own form.
        document = transport.json_of(result.body, result.headers.get("content-type", ""), exact_number.loads)
    except ValueError:
        raise VendorFailed(Failure.INVALID_ANSWER) from None
    if not isinstance(document, dict | list):
        raise VendorFailed(Failure.INVALID_ANSWER)
    return document
