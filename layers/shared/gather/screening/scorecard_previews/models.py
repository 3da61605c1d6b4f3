"""Previews of a changed scorecard: how it would move the scores and gates of past interviews.

A preview changes nothing. What it shows is applied to the candidate interviews that a person chooses.
Interface: Scorecard previews.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Annotated

from pydantic import Field

from gather.content.scorecards.models import ScoreCardTemplate
from gather.core.caller import Actor, TeamScope
from gather.core.clock import epoch_seconds, from_timestamp, timestamp
from gather.core.errors import Conflict, NotFound
from gather.core.formats import RecordId
from gather.core.model import Model, RequestModel
from gather.core.record import Identified, common_fields
from gather.core.tenant import TenantId
from gather.core.time_range import EndDate
from gather.screening.candidate_interviews.models import CandidateInterviewRecord
from gather.screening.evaluations.models import ScoredBy, StoredEvaluation, StoredTopicScore, SummaryStatus
from gather.screening.human_scores.models import ScoreChange

MOST_PREVIEWED = 200
"""How many candidate interviews one preview covers."""

MOST_LOOKED_AT = 1_000
"""Among so many of an interview's candidate interviews one preview looks for those that it covers. Another
one goes on after them."""

MOST_CHANGES = 90
"""How many topics of one candidate interview an application changes: they are one transaction, of a hundred
writes."""

KEPT = timedelta(days=30)
"""How long a preview is kept."""


class PreviewStatus(StrEnum):
    """How a preview stands."""

    RUNNING = "running"
    COMPLETE = "complete"
    APPLYING = "applying"
    FAILED = "failed"


class PreviewedState(StrEnum):
    """The states of a candidate interview in a preview."""

    PREVIEWED = "previewed"
    APPLIED = "applied"
    SKIPPED = "skipped"


class SkipReason(StrEnum):
    """Why the scorecard is not applied to a candidate interview."""

    NOT_EVALUATED = "not_evaluated"
    EVALUATION_UNDER_WAY = "evaluation_under_way"
    WORDS_REMOVED = "words_removed"
    ENGINE_REFUSED = "engine_refused"
    TOO_MANY_TOPICS = "too_many_topics"
    CHANGED_MEANWHILE = "changed_meanwhile"
    GONE = "gone"


class ScoreMove(Model):
    """A score before and after, from 0 to 100."""

    before: int | None = Field(alias="from")
    """The score as it is; null where there is none."""
    after: int | None = Field(alias="to")
    """The score by the changed scorecard; null where there is none."""


class TopicMove(ScoreMove):
    """How the score of one topic moves."""

    topic: str
    """The topic's name."""
    weight_before: int | float | None = Field(alias="weightFrom")
    """The topic's weight as it is; null for a topic that is new."""
    weight_after: int | float | None = Field(alias="weightTo")
    """The topic's weight by the changed scorecard; null for a topic that it no longer has."""
    scored_by: ScoredBy
    """Who gave the score that holds afterwards; a person's score stays as it is."""


class GateMove(Model):
    """How the gate of a workflow's step moves."""

    enrollment_id: str
    """The enrollment whose step it is."""
    score_threshold: int | float
    """The score that the gate asks for."""
    before: str = Field(alias="from")
    """The step's status as it is, such as `passed` or `waiting_for_evaluation`."""
    after: str = Field(alias="to")
    """The status that the score of the changed scorecard would give."""
    is_decided: bool
    """Whether the gate is decided: then it stays as it is, whatever is applied."""


class PreviewedInterview(Model):
    """The scores of one candidate interview by a changed scorecard."""

    candidate_interview_id: str
    """The candidate interview."""
    state: PreviewedState
    """The state: `previewed`, then `applied` once somebody has chosen it, or `skipped`."""
    skipped_because: SkipReason | None = None
    """Why the scorecard is not applied; null unless it is skipped."""
    score: ScoreMove | None = None
    """The overall score; null where nothing was previewed."""
    topics: tuple[TopicMove, ...] = ()
    """The topics: those of the changed scorecard in its order, then those that it no longer has."""
    gate: GateMove | None = None
    """The gate of the workflow's step; null where none goes by the score."""
    applied_at: str | None = None
    """When the scorecard was applied: ISO 8601 in UTC; null before."""

    def matches(self, before: StoredEvaluation, after: StoredEvaluation) -> bool:
        """Whether the scores of engines move as it was shown. What people have scored meanwhile is theirs."""
        by_person = {topic.topic for topic in after.topic_scores if topic.is_by_person}

        def of_engines(topics: Iterable[TopicMove]) -> list[TopicMove]:
            return [topic for topic in topics if topic.topic not in by_person]

        return of_engines(self.topics) == of_engines(topic_moves(before, after))


class ScorecardPreviewRecord(Identified):
    """A stored preview. `chosen_ids` are the candidate interviews that it covers, newest first, `applied_ids`
    those that were chosen to be applied; `credential_id` and `user_id` say by whom last. After `next_place`,
    in the order of the interview's candidate interviews, there may be more."""

    organization_id: TenantId
    team_id: TenantId
    created_by_id: str | None = None
    interview_id: str
    score_card_template_id: str
    score_card_version: int
    status: PreviewStatus = PreviewStatus.RUNNING
    next_place: str | None = None
    chosen_ids: tuple[str, ...] = ()
    applied_ids: tuple[str, ...] = ()
    credential_id: str | None = None
    session_id: str | None = None
    user_id: str | None = None
    expires_at_epoch: int

    @property
    def ends_at(self) -> str:
        """When the preview is removed."""
        return timestamp(from_timestamp(self.created_at) + KEPT)

    def is_of(self, scorecard: ScoreCardTemplate | None) -> bool:
        """Whether `scorecard` is the one that was previewed, in the same version."""
        named = (self.score_card_template_id, self.score_card_version)
        return scorecard is not None and (scorecard.id, scorecard.version) == named

    def begin_application(
        self,
        request: "ApplyPreview",
        scorecard: ScoreCardTemplate | None,
        actor: Actor,
        now: datetime,
    ) -> "ScorecardPreviewRecord":
        """Mark the preview as being applied to the candidate interviews that the request chooses.

        Raises NotFound for one that is not in the preview, and Conflict."""
        known = {*self.chosen_ids}
        for position, each in enumerate(request.candidate_interview_ids):
            if each not in known:
                raise NotFound("candidate interview", each, f"candidateInterviewIds[{position}]")
        if self.status is not PreviewStatus.COMPLETE:
            raise Conflict(f"Only a preview that is complete can be applied; this one is {self.status}.")
        if not self.is_of(scorecard):
            raise Conflict("The scorecard has changed since the preview. Preview it again.")
        chosen = dict.fromkeys([*self.applied_ids, *request.candidate_interview_ids])
        return self.changed(
            status=PreviewStatus.APPLYING,
            applied_ids=tuple(chosen),
            credential_id=actor.credential_id,
            session_id=actor.session_id,
            user_id=actor.user_id,
            updated_at=timestamp(now),
        )

    @property
    def actor(self) -> Actor:
        """Who has it applied."""
        return Actor(self.credential_id, self.user_id, self.session_id)

    def topic_changes(
        self, before: StoredEvaluation, after: StoredEvaluation, moment: str
    ) -> list[ScoreChange]:
        """The trail of an application: each topic whose score or weight is another one, and why."""
        return [
            ScoreChange(
                at=moment,
                credential_id=self.actor.acts_by,
                user_id=self.user_id,
                topic=move.topic,
                before=move.before,
                after=score,
                reason=f"Version {self.score_card_version} of the scorecard was applied "
                f"(preview {self.id}){_reason(move)}",
            )
            for move in topic_moves(before, after)
            if (move.before, move.weight_before) != (move.after, move.weight_after)
            and (score := move.before if move.after is None else move.after) is not None
        ]


class ScorecardPreview(Identified):
    """A preview as it is shown."""

    interview_id: str
    """The interview whose scorecard is previewed."""
    score_card_template_id: str
    """The scorecard that is previewed."""
    score_card_version: int
    """The scorecard's version."""
    status: PreviewStatus
    """How far the preview is: `running`, `complete`, `applying` while what was chosen is applied, or
    `failed`."""
    total: int
    """How many candidate interviews the preview covers."""
    is_partial: bool
    """Whether there are older candidate interviews that it does not cover; `nextCursor` goes on there."""
    next_cursor: str | None
    """The `cursor` of a preview that goes on where this one ends; null at the end."""
    expires_at: str
    """When the preview is removed: ISO 8601 in UTC."""
    candidate_interviews: tuple[PreviewedInterview, ...]
    """The candidate interviews that were previewed so far, newest first."""

    @classmethod
    def of(
        cls, record: ScorecardPreviewRecord, shown: Iterable[PreviewedInterview], next_cursor: str | None
    ) -> "ScorecardPreview":
        """The preview with what it shows of each candidate interview."""
        common = record.model_dump(include={*cls.model_fields})
        return cls(
            **common,
            is_partial=record.next_place is not None,
            next_cursor=next_cursor,
            total=len(record.chosen_ids),
            expires_at=record.ends_at,
            candidate_interviews=tuple(shown),
        )


class PreviewScorecard(RequestModel):
    """Body of POST /interviews/{interviewId}/score-card-template/previews."""

    limit: Annotated[int, Field(ge=1, le=MOST_PREVIEWED)] = 100
    """How many candidate interviews are previewed, the newest first. One preview looks for them among 1,000;
    `cursor` goes on with older ones."""
    completed_before: EndDate | None = None
    """Keeps candidate interviews that were completed before this time."""
    cursor: str | None = None
    """The `nextCursor` of an earlier preview, to go on where it ended; null for the newest."""


class ApplyPreview(RequestModel):
    """Body of POST /score-card-previews/{id}/apply."""

    candidate_interview_ids: Annotated[list[RecordId], Field(min_length=1, max_length=MOST_PREVIEWED)]
    """The candidate interviews of the preview that the scorecard is applied to."""


def is_previewable(record: CandidateInterviewRecord, before: str | None) -> bool:
    """Whether a candidate interview has something to preview: it is completed, and not for practice."""
    completed = record.completed_at
    return record.is_judged and completed is not None and (before is None or completed < before)


def new_preview(
    scorecard: ScoreCardTemplate,
    chosen_ids: Sequence[str],
    scope: TeamScope,
    now: datetime,
    *,
    next_place: str | None,
) -> ScorecardPreviewRecord:
    """A preview that is asked for now."""
    return ScorecardPreviewRecord(
        **common_fields(scope, now),
        interview_id=scorecard.interview_id,
        score_card_template_id=scorecard.id,
        score_card_version=scorecard.version,
        next_place=next_place,
        chosen_ids=tuple(chosen_ids),
        expires_at_epoch=epoch_seconds(now + KEPT),
    )


def obstacle(record: CandidateInterviewRecord, evaluation: StoredEvaluation | None) -> SkipReason | None:
    """Why nothing can be previewed or applied; None where it can."""
    if record.transcript_removed_at is not None:
        return SkipReason.WORDS_REMOVED
    if evaluation is not None and evaluation.summary_status is SummaryStatus.PROCESSING:
        return SkipReason.EVALUATION_UNDER_WAY
    return None if evaluation is not None and evaluation.keeps_outcome else SkipReason.NOT_EVALUATED


def topic_moves(before: StoredEvaluation, after: StoredEvaluation) -> tuple[TopicMove, ...]:
    """How the scores of the topics move from one evaluation to the other."""
    was = {topic.topic: topic for topic in before.topic_scores}
    then = {topic.topic: topic for topic in after.topic_scores}
    return tuple(_move(name, was.get(name), then.get(name)) for name in {**then, **was})


def _move(name: str, was: StoredTopicScore | None, then: StoredTopicScore | None) -> TopicMove:
    known = then or was
    return TopicMove(
        topic=name,
        before=was.score if was else None,
        after=then.score if then else None,
        weight_before=was.weight if was else None,
        weight_after=then.weight if then else None,
        scored_by=known.scored_by if known else ScoredBy.AI,
    )


def preview_interview(
    candidate_interview_id: str, before: StoredEvaluation, after: StoredEvaluation, gate: GateMove | None
) -> PreviewedInterview:
    """Preview a candidate interview that was evaluated by a changed scorecard."""
    return PreviewedInterview(
        candidate_interview_id=candidate_interview_id,
        state=PreviewedState.PREVIEWED,
        score=ScoreMove(before=before.score, after=after.score),
        topics=topic_moves(before, after),
        gate=gate,
    )


def skip_interview(shown: PreviewedInterview | str, reason: SkipReason) -> PreviewedInterview:
    """A candidate interview that the scorecard is not applied to; what was previewed of it stays."""
    if isinstance(shown, str):
        shown = PreviewedInterview(candidate_interview_id=shown, state=PreviewedState.SKIPPED)
    return shown.changed(state=PreviewedState.SKIPPED, skipped_because=reason)


def _reason(move: TopicMove) -> str:
    if move.weight_after is None:
        return ": it no longer has this topic, and the score no longer counts."
    if move.after is None:
        return ": the answers say too little about this topic, and the score no longer counts."
    if move.weight_before is None:
        return ": the topic is new."
    if move.weight_before != move.weight_after:
        return f": the weight is {move.weight_after:g} instead of {move.weight_before:g}."
    return "."
