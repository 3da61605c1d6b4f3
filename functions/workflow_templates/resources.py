"""What workflow templates can be made of: read from the team's lists."""

from typing import Any

from gather.table import team_sets
from gather.table.kinds import INTERVIEW, JOB, JOB_FAMILY, MEETING, MESSAGE_GROUP
from gather.table.listing import Selection
from gather.table.records import Kind, Records

MOST_OF_EACH = 500
"""The newest of each are listed, so that the answer stays within what Lambda may answer."""


def read_resources(records: Records, team_id: str) -> dict[str, list[Any]]:
    """The team's interviews, meetings, message groups, jobs and job families, by their Python names."""
    groups = team_sets.read_all(records.table, MESSAGE_GROUP, team_id)
    return {
        "interviews": _newest(records, INTERVIEW, team_id),
        "meetings": _newest(records, MEETING, team_id),
        "message_groups": groups[::-1],
        "jobs": _newest(records, JOB, team_id),
        "job_families": _newest(records, JOB_FAMILY, team_id),
    }


def _newest(records: Records, kind: Kind[Any], team_id: str) -> list[Any]:
    page = records.page(kind, kind.team_listing(team_id), Selection.ACTIVE, offset=0, size=MOST_OF_EACH)
    return page.records
