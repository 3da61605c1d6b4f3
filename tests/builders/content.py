"""Content of a team, straight in the table."""

from datetime import UTC, datetime
from typing import Any

from gather.domain.caller import TeamScope
from gather.domain.interview import InterviewDetail, InterviewType
from gather.domain.record import common_fields
from gather.table.kinds import INTERVIEW
from gather.table.records import Records
from tests.builders.service import Tenant

MADE_AT = datetime(2026, 1, 1, tzinfo=UTC)


def scope_of(tenant: Tenant) -> TeamScope:
    """The tenant's first team, worked in by its user."""
    return TeamScope(tenant.organization_id, tenant.team_id, tenant.user_id)


def make_interview(records: Records, tenant: Tenant, **fields: Any) -> InterviewDetail:
    """A standard interview of the tenant's first team; `fields` by their Python names."""
    content = {
        "title": "Warehouse associate",
        "display_name": "Warehouse associate",
        "interview_type": InterviewType.STANDARD,
        **fields,
    }
    interview = InterviewDetail(**{**common_fields(scope_of(tenant), MADE_AT), **content})
    transaction = records.transaction()
    transaction.create(INTERVIEW, interview)
    transaction.commit()
    return interview
