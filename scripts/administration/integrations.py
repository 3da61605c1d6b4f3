"""Integrations with a vendor, made without a key (interface: Connect, rule 3)."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from gather.connect.integrations import storage as integration_storage
from gather.connect.integrations.models import IntegrationRecord, new_integration
from gather.connect.integrations.secrets import EncryptionMaker, seal
from gather.connect.vendor_registry import get_vendor
from gather.core.caller import OPERATOR
from gather.table.records import Records


@dataclass(frozen=True)
class NewIntegration:
    """An integration with the Basic password that the vendor uses, shown this one time."""

    record: IntegrationRecord
    password: str


def create_integration(
    records: Records,
    organization_id: str,
    team_id: str,
    vendor: str,
    name: str,
    configuration: Mapping[str, Any],
    encryption: EncryptionMaker,
    now: datetime,
) -> NewIntegration:
    """Make an integration whose orders work in a team. One round trip.

    Raises NotFound when there is no such organization or vendor, EngineFailed when secrets cannot be
    encrypted at present.
    """
    record, password = new_integration(vendor, name, dict(configuration), organization_id, team_id, now)
    sealed = seal(get_vendor(vendor), record, password, encryption)
    integration_storage.create(records, sealed, OPERATOR)
    return NewIntegration(sealed, password)
