"""Integrations with a vendor's ATS, and the jobs they offer (answers: jobs `ats`, Connect paths)."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from gather.clock import timestamp
from gather.domain.credential import hash_of
from gather.identifiers import new_id, new_token
from gather.table import keys, store
from gather.table.records import Records, absent


@dataclass(frozen=True)
class NewIntegration:
    """An integration with the Basic credentials that the vendor uses, shown this one time."""

    id: str
    vendor: str
    user: str
    password: str
    external_job_ids: tuple[str, ...]


def create_integration(
    records: Records, organization_id: str, vendor: str, jobs: Mapping[str, str], now: datetime
) -> NewIntegration:
    """Make an integration that offers `jobs` (title by external id). One round trip.

    Only a hash of the password is kept: it is random, so that a plain one does. Raises NotFound when there
    is no such organization.
    """
    integration = NewIntegration(
        id=new_id(),
        vendor=vendor,
        user=f"{vendor}-{new_token()[:8]}",
        password=new_token(),
        external_job_ids=tuple(jobs),
    )
    common = {"organizationId": organization_id, "createdAt": timestamp(now), "updatedAt": timestamp(now)}
    transaction = records.transaction()
    transaction.require(
        keys.organization(organization_id),
        "attribute_exists(pk)",
        absent("organization", organization_id),
    )

    def put(key: keys.Key, entity: str, **attributes: object) -> None:
        item = {"pk": key.pk, "sk": key.sk, "entity": entity, **common, **attributes}
        transaction.write(store.put(item, "attribute_not_exists(pk)"))

    put(
        keys.integration(organization_id, integration.id),
        "INTEGRATION",
        id=integration.id,
        vendor=vendor,
        user=integration.user,
        passwordHash=hash_of(integration.password),
    )
    put(keys.integration_user(vendor, integration.user), "INTEGRATION_POINTER", integrationId=integration.id)
    for external_job_id, title in jobs.items():
        put(
            keys.external_job(organization_id, integration.id, external_job_id),
            "EXTERNAL_JOB",
            externalJobId=external_job_id,
            integrationId=integration.id,
            title=title,
        )
    transaction.commit()
    return integration
