"""The selection of the integration that a request of a vendor's data is about."""

from gather.connect.integrations import storage as integration_storage
from gather.connect.integrations.models import IntegrationRecord, IntegrationStatus
from gather.connect.integrations.storage import INTEGRATION
from gather.core.caller import Caller
from gather.core.errors import Conflict, NotFound, ValidationFailed
from gather.core.formats import RecordId
from gather.core.model import QueryModel
from gather.table.records import Records


class VendorDataQuery(QueryModel):
    """Query of the routes of a vendor's data; `integrationId` is needed where a key has several with it."""

    integration_id: RecordId | None = None
    """The integration that is meant; required when the organization has several with the vendor."""


def select_integration(records: Records, caller: Caller, vendor: str, named: str | None) -> IntegrationRecord:
    """Select the integration with `vendor`: that of the Basic credentials, the one `named`, or the only one.

    One round trip. Raises NotFound, ValidationFailed when there are several, Conflict for a disabled one.
    """
    wanted = caller.integration_id or named
    if named not in (None, wanted):
        raise NotFound(INTEGRATION.resource, named or "", "integrationId")
    record = _get_named(records, caller, vendor, wanted) if wanted else _get_only(records, caller, vendor)
    if record.status is IntegrationStatus.DISABLED:
        raise Conflict("The integration is disabled.")
    return record


def _get_named(records: Records, caller: Caller, vendor: str, integration_id: str) -> IntegrationRecord:
    record = records.get(INTEGRATION, caller.organization_id, integration_id, "integrationId").record
    if record.vendor != vendor or not record.is_open_to(caller):
        raise NotFound(INTEGRATION.resource, integration_id, "integrationId")
    return record


def _get_only(records: Records, caller: Caller, vendor: str) -> IntegrationRecord:
    found = [
        record
        for record in integration_storage.list_readable(records.table, caller.organization_id)
        if record.vendor == vendor and record.is_open_to(caller)
    ]
    if not found:
        raise NotFound(INTEGRATION.resource, "")
    active = [record for record in found if record.status is IntegrationStatus.ACTIVE]
    if len(active) > 1:
        reason = "is required, because the key has several integrations with this vendor"
        raise ValidationFailed.of("integrationId", reason)
    return (active or found)[0]
