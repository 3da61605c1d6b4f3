"""The use cases of previews of a changed scorecard.

For example:

    preview = service.create(unit, interview_id, request, scope, now)
"""

from collections.abc import Iterable
from datetime import datetime

from gather.content.scorecards.storage import find_active_scorecard, get_with_slot
from gather.core.caller import Actor, TeamScope
from gather.core.clock import timestamp
from gather.core.errors import Conflict, NotFound
from gather.events.task import TaskName
from gather.screening.candidate_interviews.models import CandidateInterviewRecord
from gather.screening.candidate_interviews.storage import list_of_interview_after
from gather.screening.scorecard_previews.models import (
    MOST_LOOKED_AT,
    ApplyPreview,
    PreviewScorecard,
    ScorecardPreviewRecord,
    is_previewable,
    new_preview,
)
from gather.screening.scorecard_previews.storage import SCORECARD_PREVIEW
from gather.table.kind import Stored
from gather.table.outbox import Task
from gather.table.record_reader import RecordReader
from gather.table.unit_of_work import UnitOfWork


def create(
    unit: UnitOfWork,
    interview_id: str,
    body: PreviewScorecard,
    scope: TeamScope,
    now: datetime,
    *,
    after: str = "",
) -> ScorecardPreviewRecord:
    """Have the active scorecard of an interview previewed on its newest completed candidate interviews, or on
    those that follow `after`, where an earlier preview has ended.

    Two round trips before the commit, up to eleven where few of the newest are completed. Raises NotFound
    where there is no interview, and Conflict where it has no scorecard.
    """
    scorecard = get_with_slot(unit.table, scope.team_id, interview_id)[1].active
    if scorecard is None:
        raise Conflict("The interview has no active scorecard to preview.")
    chosen, next_place = _chosen(
        list_of_interview_after(unit.table, scope.team_id, interview_id, after), body
    )
    preview = new_preview(scorecard, chosen, scope, now, next_place=next_place)
    unit.create(SCORECARD_PREVIEW, preview)
    unit.send(task_of(TaskName.PREVIEW_SCORECARD, preview, now))
    return preview


def _chosen(
    listed: Iterable[tuple[str, CandidateInterviewRecord]], body: PreviewScorecard
) -> tuple[list[str], str | None]:
    """The ids of the candidate interviews to be previewed, and the place after which there may be more."""
    chosen: list[str] = []
    last = ""
    for looked_at, (place, record) in enumerate(listed):
        if looked_at == MOST_LOOKED_AT:
            return chosen, last
        if is_previewable(record, body.completed_before):
            if len(chosen) == body.limit:
                return chosen, last
            chosen.append(record.id)
        last = place
    return chosen, None


def apply(
    unit: UnitOfWork, preview_id: str, body: ApplyPreview, scope: TeamScope, actor: Actor, now: datetime
) -> ScorecardPreviewRecord:
    """Have the previewed scorecard applied to the candidate interviews that were chosen. Two round trips
    before the commit. Raises NotFound and Conflict."""
    stored = get(unit, scope.team_id, preview_id, now)
    scorecard = find_active_scorecard(unit, scope.team_id, stored.record.interview_id)
    after = stored.record.begin_application(body, scorecard, actor, now)
    unit.send(task_of(TaskName.APPLY_PREVIEW, after, now))
    return unit.replace(stored, after).record


def get(reader: RecordReader, team_id: str, preview_id: str, now: datetime) -> Stored[ScorecardPreviewRecord]:
    """A preview that is still kept. One round trip. Raises NotFound."""
    stored = reader.get(SCORECARD_PREVIEW, team_id, preview_id)
    if stored.record.ends_at <= timestamp(now):
        raise NotFound(SCORECARD_PREVIEW.resource, preview_id)
    return stored


def task_of(name: TaskName, preview: ScorecardPreviewRecord, now: datetime) -> Task:
    """A task that concerns a preview."""
    return Task(
        name=name,
        organization_id=preview.organization_id,
        team_id=preview.team_id,
        payload={"previewId": preview.id},
        at=now,
    )
