"""All scorecard templates that an interview ever had, with every version of each."""

from gather.domain.interview import InterviewDetail
from gather.domain.scorecard import ScoreCardTemplate
from gather.errors import NotFound
from gather.identifiers import is_id
from gather.table import keys
from gather.table.kinds import INTERVIEW
from gather.table.store import KeyRange, Table


def read_with_all_scorecards(
    table: Table, team_id: str, interview_id: str
) -> tuple[InterviewDetail, ScoreCardTemplate | None, list[ScoreCardTemplate]]:
    """An interview, its latest template (active or not) and every other version of all its templates.

    One round trip for each megabyte, consistent. Raises NotFound; an archived interview is there.
    """
    record = INTERVIEW.key(team_id, interview_id)
    if not is_id(interview_id):
        raise NotFound(INTERVIEW.resource, interview_id)
    parts = {item["sk"]: item for item in table.query_all(KeyRange(record.pk), consistent=True)}
    if record.sk not in parts:
        raise NotFound(INTERVIEW.resource, interview_id)
    interview = InterviewDetail.model_validate(parts[record.sk])
    slot = parts.pop(keys.active_scorecard(team_id, interview_id).sk, None)
    latest = ScoreCardTemplate.model_validate(slot) if slot else None
    if latest is not None:
        parts.pop(keys.scorecard_version(team_id, interview_id, latest.id, latest.version).sk, None)
    versions = [ScoreCardTemplate.model_validate(parts[sk]) for sk in parts if keys.is_scorecard(sk)]
    return interview, latest, versions
