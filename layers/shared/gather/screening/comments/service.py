"""The use cases of comments on a candidate interview.

For example:

    comment = service.create(records, team, candidate_interview_id, request, now=now)
    comments = service.list_comments(records, team, candidate_interview_id)
"""

from datetime import datetime

from gather.core.caller import TeamScope
from gather.screening.candidate_interviews.storage import CANDIDATE_INTERVIEW, require_candidate_interview
from gather.screening.comments import storage as comment_storage
from gather.screening.comments.models import Comment, CreateComment, new_comment
from gather.table.records import Records


def create(
    records: Records, team: TeamScope, candidate_interview_id: str, request: CreateComment, *, now: datetime
) -> Comment:
    """Comment on a candidate interview. One round trip. Raises NotFound."""
    comment = new_comment(request, team.user_id, now)
    unit = records.unit_of_work()
    require_candidate_interview(unit, team.team_id, candidate_interview_id)
    comment_storage.save(unit, team.team_id, candidate_interview_id, comment)
    unit.commit()
    return comment


def list_comments(records: Records, team: TeamScope, candidate_interview_id: str) -> list[Comment]:
    """The comments on a candidate interview, oldest first. Two round trips. Raises NotFound."""
    record = records.get(CANDIDATE_INTERVIEW, team.team_id, candidate_interview_id).record
    return comment_storage.list_comments(records.table, record.team_id, record.id)
