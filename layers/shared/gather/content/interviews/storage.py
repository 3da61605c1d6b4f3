"""Where the records of interviews live in the table."""

from gather.content.interviews.models import InterviewDetail, InterviewSummary
from gather.core.model import stored_names
from gather.table import keys
from gather.table.item_kind import ItemKind
from gather.table.kind import Kind, team_of
from gather.table.lookup import Summary


def interview_summary_key(team_id: str, record_id: str) -> keys.Key:
    """The members of an interview that are shown where somebody chooses one."""
    return keys.Key(f"TEAM#{team_id}#INTERVIEW_SUMMARIES", record_id)


INTERVIEW_SUMMARY = ItemKind("INTERVIEW_SUMMARY", interview_summary_key)
INTERVIEW_SUMMARIES: Summary[InterviewDetail] = Summary(INTERVIEW_SUMMARY, stored_names(InterviewSummary))

INTERVIEW = Kind(
    resource="interview",
    name="INTERVIEW",
    model=InterviewDetail,
    team_of=team_of,
    listings=lambda record: [keys.listing(record.team_id, "INTERVIEW")],
    search_text=lambda record: record.title,
    summary=INTERVIEW_SUMMARIES,
    has_feed=True,
)
