"""The health of a vendor: whether its service responds to each integration of an organization."""

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from enum import StrEnum

from gather.connect.integrations.models import IntegrationRecord, IntegrationStatus
from gather.connect.vendor_protocol import AnyVendor, GetJson, VendorFailed
from gather.connect.vendor_registry import read_configuration
from gather.core.model import Model
from gather.ports.encryption import Encryption

MOST_AT_ONCE = 10
LONGEST_SECONDS = 12.0
"""How long all checks may take together; the gateway waits for half a minute."""


class Health(StrEnum):
    """Whether an integration's vendor responded, and took its credentials."""

    OK = "ok"
    FAILING = "failing"
    DISABLED = "disabled"


class IntegrationHealth(Model):
    """The health of one integration. `reason` says why it fails; `latency_ms` is the vendor's time."""

    id: str
    """The integration."""
    name: str
    """The integration's name."""
    status: Health
    """Whether the vendor answers."""
    reason: str | None = None
    """The reason why it fails; null when it does not."""
    latency_ms: int | None = None
    """How long the vendor took to answer, in milliseconds; null without an answer."""


class VendorHealth(Model):
    """The health of a vendor: failing when one of the active integrations is."""

    vendor: str
    """The vendor."""
    status: Health
    checked_at: str
    """When the vendor was asked: ISO 8601 in UTC."""
    integrations: list[IntegrationHealth]
    """Each integration with the vendor, and how it is."""


def check_all(
    vendor: AnyVendor,
    name: str,
    records: Sequence[IntegrationRecord],
    get_json: GetJson,
    encryption: Encryption,
    moment: str,
) -> VendorHealth:
    """Ask the vendor's service for each active integration, several at once. Twelve seconds at most.

    Raises EngineFailed when secrets cannot be decrypted at present.
    """
    pool = ThreadPoolExecutor(MOST_AT_ONCE)
    active = [record for record in records if record.status is IntegrationStatus.ACTIVE]
    asked = {record.id: pool.submit(_check, vendor, record, get_json, encryption) for record in active}
    wait(asked.values(), timeout=LONGEST_SECONDS)
    pool.shutdown(wait=False, cancel_futures=True)
    found = []
    for record in records:
        check = asked.get(record.id)
        if check is None:
            found.append(_health(record, Health.DISABLED))
        elif check.done() and not check.cancelled():
            found.append(check.result())
        else:
            found.append(_health(record, Health.FAILING, "not_answered_in_time"))
    failing = any(health.status is Health.FAILING for health in found)
    status = Health.FAILING if failing else Health.OK
    return VendorHealth(vendor=name, status=status, checked_at=moment, integrations=found)


def _check(
    vendor: AnyVendor, record: IntegrationRecord, get_json: GetJson, encryption: Encryption
) -> IntegrationHealth:
    started = time.perf_counter()
    try:
        vendor.check(read_configuration(vendor, record, lambda: encryption), get_json)
    except VendorFailed as failed:
        return _health(record, Health.FAILING, failed.reason, started)
    return _health(record, Health.OK, None, started)


def _health(
    record: IntegrationRecord, status: Health, reason: str | None = None, started: float | None = None
) -> IntegrationHealth:
    latency = None if started is None else round((time.perf_counter() - started) * 1000)
    return IntegrationHealth(id=record.id, name=record.name, status=status, reason=reason, latency_ms=latency)
