"""Which integration a request of a vendor's data is about."""

from typing import TypeVar

from gather.connect.integrations import storage as integration_storage
from gather.connect.integrations.models import IntegrationRecord, IntegrationStatus
from gather.connect.integrations.storage import INTEGRATION
from gather.core.errors import Conflict, NotFound, ValidationFailed
from gather.core.formats import RecordId
from gather.core.model import QueryModel, RequestModel
from gather.http.call import KeyCall

B = TypeVar("B", bound=RequestModel)


class VendorDataQuery(QueryModel):
    """Query of the routes of a vendor's data; `integrationId` is needed where a key has several with it."""

    integration_id: RecordId | None = None
    """The integration that is meant; required when the organization has several with the vendor."""


Q = TypeVar("Q", bound=VendorDataQuery)


def integration_of(call: KeyCall[B, Q]) -> IntegrationRecord:
    """The integration that the Basic credentials belong to, that the query names, or the only one.

    One round trip. Raises NotFound, ValidationFailed when there are several, Conflict for a disabled one.
    """
    named = call.query.integration_id
    wanted = call.caller.integration_id or named
    if named not in (None, wanted):
        raise NotFound(INTEGRATION.resource, named or "", "integrationId")
    record = _named(call, wanted) if wanted else _only(call)
    if record.status is IntegrationStatus.DISABLED:
        raise Conflict("The integration is disabled.")
    return record


def _named(call: KeyCall[B, Q], integration_id: str) -> IntegrationRecord:
    record = call.records.get(INTEGRATION, call.organization_id, integration_id, "integrationId").record
    if record.vendor != call.path["vendor"] or not record.is_open_to(call.caller):
        raise NotFound(INTEGRATION.resource, integration_id, "integrationId")
    return record


def _only(call: KeyCall[B, Q]) -> IntegrationRecord:
    found = [
        record
        for record in integration_storage.of_organization(call.records.table, call.organization_id)
        if record.vendor == call.path["vendor"] and record.is_open_to(call.caller)
    ]
    if not found:
        raise NotFound(INTEGRATION.resource, "")
    active = [record for record in found if record.status is IntegrationStatus.ACTIVE]
    if len(active) > 1:
        reason = "is required, because the key has several integrations with this vendor"
        raise ValidationFailed.of("integrationId", reason)
    return (active or found)[0]
