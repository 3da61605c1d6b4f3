"""The retention schedule (interface: Data rights and audit, rules 12 to 15).

A run goes through the organizations. What it has no time for is left to the next one, which finds nothing
again of what was removed, and begins with another organization.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from aws_lambda_powertools.utilities.typing import LambdaContext

from gather.core.clock import from_timestamp
from gather.core.observability import count
from gather.rights import retention_operations
from gather.table.due import RunSummary
from gather.tenancy import organization_storage
from gather.tenancy.organization import Organization, RetainedKind
from gather.wiring import Adapters, Entry


def _retain(event: dict[str, Any], context: LambdaContext, adapters: Adapters) -> dict[str, object]:
    """Remove what is kept no longer as of `time`: `{"time"}` in, `{"done", "more"}` out."""
    until = from_timestamp(event["time"])
    runs = [
        _run(adapters, organization, kind, until, context)
        for organization in _in_turn(organization_storage.organizations(adapters.records.table), until)
        for kind in RetainedKind
    ]
    return RunSummary(sum(run.done for run in runs), any(run.more for run in runs)).response()


def _in_turn(organizations: Sequence[Organization], until: datetime) -> Sequence[Organization]:
    """The organizations, each day from another one on: none waits behind a large one for ever."""
    first = until.toordinal() % max(len(organizations), 1)
    return [*organizations[first:], *organizations[:first]]


def _run(
    adapters: Adapters,
    organization: Organization,
    kind: RetainedKind,
    until: datetime,
    context: LambdaContext,
) -> RunSummary:
    summary = retention_operations.carry_out(
        adapters, organization, kind, until, context.get_remaining_time_in_millis
    )
    if summary.done:
        count("RetentionRemoved", summary.done, kind=kind)
    return summary


handler = Entry(_retain)
