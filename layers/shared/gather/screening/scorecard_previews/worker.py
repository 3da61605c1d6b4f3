"""The worker of scorecard previews: evaluates past interviews by a changed scorecard, and applies it.

A preview stores no score. It keeps what the engine made of the changed scorecard, so that the application of
what was shown finds the same outcome. Each candidate interview is a step that may be repeated; what one
attempt has no room for is another task in its place.
"""

from collections.abc import Callable

from gather.content.scorecards.models import ScoreCardTemplate
from gather.content.scorecards.storage import find_version
from gather.core.clock import timestamp
from gather.core.errors import NotFound
from gather.core.observability import count
from gather.events.task import TaskName
from gather.ports.failure import EngineFailed
from gather.screening.candidate_interviews.models import CandidateInterviewRecord
from gather.screening.candidate_interviews.storage import CANDIDATE_INTERVIEW
from gather.screening.candidate_interviews.whole_storage import WholeCandidateInterview, get_whole
from gather.screening.evaluations import service as evaluation_service
from gather.screening.evaluations.models import StoredEvaluation
from gather.screening.evaluations.scorer import Judgement, judge
from gather.screening.scorecard_previews import service as scorecard_preview_service
from gather.screening.scorecard_previews.models import (
    MOST_CHANGES,
    GateMove,
    PreviewedInterview,
    PreviewedState,
    PreviewStatus,
    ScorecardPreviewRecord,
    SkipReason,
    obstacle,
    preview_interview,
    skip_interview,
)
from gather.screening.scorecard_previews.storage import SCORECARD_PREVIEW, list_previewed, save
from gather.table.conditions import lacks, present
from gather.table.outbox import Task
from gather.table.records import Records
from gather.table.unit_of_work import LostRace, UnitOfWork
from gather.tenancy.audit import storage as audit_storage
from gather.tenancy.audit.models import AuditAction
from gather.wiring import Adapters
from gather.workers.task_runner import Attempt

GateOf = Callable[[Records, CandidateInterviewRecord, StoredEvaluation, StoredEvaluation], GateMove | None]
"""How the gate of the workflow's step moves from one evaluation of a candidate interview to another; None for
one without a gate. One round trip for a candidate interview of a workflow."""

MOST_AT_ONCE = 8
"""How many candidate interviews an attempt takes up: a model may take half a minute for each."""


def run(gate_of: GateOf, attempt: Attempt) -> None:
    """Take up some of the candidate interviews that are left, and end the preview or have it gone on with."""
    adapters, task = attempt.adapters, attempt.task
    stored = adapters.records.find(SCORECARD_PREVIEW, task.team_id, task.payload["previewId"])
    is_application = task.name == TaskName.APPLY_PREVIEW
    expected = PreviewStatus.APPLYING if is_application else PreviewStatus.RUNNING
    if stored is None or stored.record.status is not expected:
        attempt.end()
        return
    preview = stored.record
    step = _Step(adapters, preview, _scorecard(adapters, preview), gate_of)
    there = list_previewed(adapters.records.table, preview)
    left = _to_apply(preview, there) if is_application else _to_preview(preview, there)
    for position, candidate_interview_id in enumerate(left):
        if position == MOST_AT_ONCE or not attempt.has_time():
            attempt.finish(lambda unit: unit.send(_rest(attempt, preview)))
            return
        if is_application:
            step.apply(there[candidate_interview_id])
        else:
            step.preview(candidate_interview_id)
    attempt.finish(lambda unit: _end(unit, attempt, PreviewStatus.COMPLETE))
    count("ScorecardPreviews")


def _scorecard(adapters: Adapters, preview: ScorecardPreviewRecord) -> ScoreCardTemplate:
    """The scorecard in the version that is previewed, whatever has become of it since. One round trip."""
    template_id, version = preview.score_card_template_id, preview.score_card_version
    found = find_version(adapters.records, preview.team_id, preview.interview_id, template_id, version)
    if found is None:
        raise NotFound("scorecard template", template_id)
    return found


def _to_preview(preview: ScorecardPreviewRecord, there: dict[str, PreviewedInterview]) -> list[str]:
    return [each for each in preview.chosen_ids if each not in there]


def _to_apply(preview: ScorecardPreviewRecord, there: dict[str, PreviewedInterview]) -> list[str]:
    wanted = {*preview.applied_ids}
    return [
        each for each, shown in there.items() if each in wanted and shown.state is PreviewedState.PREVIEWED
    ]


def _rest(attempt: Attempt, preview: ScorecardPreviewRecord) -> Task:
    return scorecard_preview_service.task_of(
        TaskName(attempt.task.name), preview, attempt.adapters.clock.now()
    )


class _Step:
    """The work on one candidate interview of a preview."""

    def __init__(
        self,
        adapters: Adapters,
        preview: ScorecardPreviewRecord,
        scorecard: ScoreCardTemplate,
        gate_of: GateOf,
    ) -> None:
        self._adapters = adapters
        self._preview = preview
        self._scorecard = scorecard
        self._gate_of = gate_of

    def preview(self, candidate_interview_id: str) -> None:
        """Save what the changed scorecard makes of a candidate interview. Raises EngineFailed."""
        whole = self._whole(candidate_interview_id)
        if whole is None:
            gone = skip_interview(candidate_interview_id, SkipReason.GONE)
            self._adapters.records.run(lambda unit: save(unit, self._preview, gone))
            return
        reason = obstacle(whole.record, whole.evaluation)
        if reason is not None or whole.evaluation is None:
            self._save(whole, skip_interview(candidate_interview_id, reason or SkipReason.NOT_EVALUATED))
            return
        judgement = self._judgement(whole)
        if judgement is None:
            self._save(whole, skip_interview(candidate_interview_id, SkipReason.ENGINE_REFUSED))
            return
        after = judgement.merge_into(whole.evaluation)
        gate = self._gate_of(self._adapters.records, whole.record, whole.evaluation, after)
        shown = preview_interview(candidate_interview_id, whole.evaluation, after, gate)
        self._save(whole, shown, judgement)

    def apply(self, shown: PreviewedInterview) -> None:
        """Save the scores of the changed scorecard, if they come out as they were shown. Raises
        EngineFailed."""

        def work(unit: UnitOfWork) -> None:
            whole = self._whole(shown.candidate_interview_id)
            if whole is None:
                save(unit, self._preview, skip_interview(shown, SkipReason.GONE))
                return
            reason = obstacle(whole.record, whole.evaluation)
            if reason is not None or whole.evaluation is None:
                save(unit, self._preview, skip_interview(shown, reason or SkipReason.NOT_EVALUATED))
                return
            self._apply(unit, whole, whole.evaluation, shown)

        self._adapters.records.run(work)

    def _apply(
        self,
        unit: UnitOfWork,
        whole: WholeCandidateInterview,
        before: StoredEvaluation,
        shown: PreviewedInterview,
    ) -> None:
        judgement = self._judgement(whole)
        if judgement is None:
            save(unit, self._preview, skip_interview(shown, SkipReason.ENGINE_REFUSED))
            return
        after = judgement.merge_into(before)
        if not shown.matches(before, after):
            save(unit, self._preview, skip_interview(shown, SkipReason.CHANGED_MEANWHILE))
            return
        now, preview = self._adapters.clock.now(), self._preview
        changes = preview.topic_changes(before, after, timestamp(now))
        if len(changes) > MOST_CHANGES:
            save(unit, self._preview, skip_interview(shown, SkipReason.TOO_MANY_TOPICS))
            return
        if changes:
            if self._has_changed(unit, whole):
                raise LostRace
            rescored = after.changed(score_changes=before.score_changes + 1)
            evaluation_service.update_scores(unit, whole.record, before, (rescored, changes), now)
            audit_storage.save(
                unit,
                preview.organization_id,
                preview.actor,
                AuditAction.RESULTS_CHANGED,
                whole.record.id,
                now,
            )
        if judgement.save is not None:
            judgement.save(unit)
        save(unit, preview, shown.changed(state=PreviewedState.APPLIED, applied_at=timestamp(now)))

    def _whole(self, candidate_interview_id: str) -> WholeCandidateInterview | None:
        """The candidate interview, or None when it was erased."""
        try:
            return get_whole(self._adapters.records, self._preview.team_id, candidate_interview_id)
        except NotFound:
            return None

    def _judgement(self, whole: WholeCandidateInterview) -> Judgement | None:
        """The engine's judgement by the changed scorecard, or None when it refuses to give one."""
        try:
            return judge(self._adapters, whole, self._scorecard)
        except EngineFailed as failure:
            if failure.retryable:
                raise
            return None

    def _save(
        self, whole: WholeCandidateInterview, shown: PreviewedInterview, judgement: Judgement | None = None
    ) -> None:
        def work(unit: UnitOfWork) -> None:
            self._require(unit, whole)
            if judgement is not None and judgement.save is not None:
                judgement.save(unit)
            save(unit, self._preview, shown)

        self._adapters.records.run(work)

    def _has_changed(self, unit: UnitOfWork, whole: WholeCandidateInterview) -> bool:
        """Whether the candidate was erased meanwhile, or the candidate's words."""
        stored = unit.find(CANDIDATE_INTERVIEW, whole.record.team_id, whole.record.id)
        return stored is None or stored.record.transcript_removed_at != whole.record.transcript_removed_at

    def _require(self, unit: UnitOfWork, whole: WholeCandidateInterview) -> None:
        """Nothing is kept of a candidate who is erased meanwhile, or whose words are."""
        key = CANDIDATE_INTERVIEW.key(whole.record.team_id, whole.record.id)
        had_words = whole.record.transcript_removed_at is None
        unit.require(key, present() & lacks("transcriptRemovedAt") if had_words else present(), LostRace())


def _end(unit: UnitOfWork, attempt: Attempt, status: PreviewStatus) -> bool:
    """Save how far the preview is; False when it is gone."""
    stored = unit.find(SCORECARD_PREVIEW, attempt.task.team_id, attempt.task.payload["previewId"])
    if stored is not None:
        moment = timestamp(attempt.adapters.clock.now())
        unit.replace(stored, stored.record.changed(status=status, updated_at=moment))
    return stored is not None


def give_up(attempt: Attempt, unit: UnitOfWork) -> bool:
    """A preview that came to nothing has failed; one that was being applied can be applied again."""
    is_application = attempt.task.name == TaskName.APPLY_PREVIEW
    return _end(unit, attempt, PreviewStatus.COMPLETE if is_application else PreviewStatus.FAILED)
