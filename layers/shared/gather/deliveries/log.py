"""The pages of the log of deliveries (interface: Deliveries, rules 8 and 9).

page = list_deliveries(records, team, WebhookDeliveryQuery(), offset=0, size=50, after=None)
"""

from gather.core.caller import TeamScope
from gather.deliveries.models import DeliveryRecord
from gather.deliveries.requests import WebhookDeliveryQuery
from gather.deliveries.storage import (
    BY_CANDIDATE_INTERVIEW,
    WEBHOOK_DELIVERY,
    configuration_listing,
    list_by_status,
)
from gather.table.listing import SLOTS, Selection
from gather.table.record_reader import RecordPage
from gather.table.records import Records
from gather.table.search import Search
from gather.tenancy.organizations.storage import Supplement, has_supplement


def list_deliveries(
    records: Records, team: TeamScope, query: WebhookDeliveryQuery, offset: int, size: int, after: str | None
) -> RecordPage[DeliveryRecord]:
    """List a page of the log by the shortest way: a listing, a lookup, a counted filter, or else a walk."""
    team_id, search = team.team_id, _search(query)
    partition, slot = WEBHOOK_DELIVERY.team_listing(team_id), SLOTS[0]
    filters = {name for name, value in search.equals.items() if value is not None}
    if search.ids is None and filters <= {"webhookConfigurationId"}:
        if query.webhook_configuration_id is not None:
            partition, slot = configuration_listing(team_id, query.webhook_configuration_id), SLOTS[1]
        return records.page(WEBHOOK_DELIVERY, partition, Selection.ALL, offset, size, slot=slot, after=after)
    about, status = query.candidate_interview_id, query.status
    is_by_status = search.ids is None and filters == {"status"}
    if (about is not None or is_by_status) and has_supplement(
        records.table, team.organization_id, Supplement.LOOKUPS
    ):
        if about is not None:
            return records.found_page(
                WEBHOOK_DELIVERY,
                BY_CANDIDATE_INTERVIEW,
                team_id,
                about,
                Selection.ALL,
                offset,
                size,
                search,
                after=after,
            )
        if status is not None:
            return list_by_status(records, team_id, status, offset, size, after)
    return records.page(WEBHOOK_DELIVERY, partition, Selection.ALL, offset, size, search, after=after)


def _search(query: WebhookDeliveryQuery) -> Search:
    """All filters of the log."""
    equals = {
        "eventType": query.event_type,
        "status": query.status,
        "candidateInterviewId": query.candidate_interview_id,
        "webhookConfigurationId": query.webhook_configuration_id,
    }
    return Search(equals=equals, ids=query.ids())
