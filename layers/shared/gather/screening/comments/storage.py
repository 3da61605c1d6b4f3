"""Comments in the table: a partition of its own for each candidate interview.

For example:

    storage.save(unit, team_id, candidate_interview_id, comment)
    comments = storage.list_comments(table, team_id, candidate_interview_id)
"""

from gather.screening.candidate_interviews.storage import CANDIDATE_INTERVIEW
from gather.screening.comments.models import Comment
from gather.table import keys
from gather.table.item_kind import ItemKind
from gather.table.readable import readable
from gather.table.store import KeyRange, Table
from gather.table.unit_of_work import UnitOfWork


def comment_key(team_id: str, candidate_interview_id: str, created_at: str, comment_id: str) -> keys.Key:
    """One comment; they are in the order of their times."""
    record = CANDIDATE_INTERVIEW.key(team_id, candidate_interview_id)
    return keys.Key(f"{record.pk}#COMMENTS", f"COMMENT#{created_at}#{comment_id}")


COMMENT = ItemKind("COMMENT", comment_key)


def save(unit: UnitOfWork, team_id: str, candidate_interview_id: str, comment: Comment) -> None:
    """Save a new comment, as part of `unit`."""
    place = COMMENT.at(team_id, candidate_interview_id, comment.created_at, comment.id)
    unit.write(place.new(**comment.model_dump(by_alias=True)))


def list_comments(table: Table, team_id: str, candidate_interview_id: str) -> list[Comment]:
    """The comments on a candidate interview, oldest first. One round trip for each megabyte."""
    partition = KeyRange(COMMENT.key(team_id, candidate_interview_id, "", "").pk)
    return list(readable(Comment, table.query_all(partition, consistent=True)))
