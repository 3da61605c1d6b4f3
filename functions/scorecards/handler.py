"""Scorecards: the topics that answers are scored by, and previews of a changed scorecard.

Interface: Scorecards; Scorecard previews.
"""

from typing import Any

from gather.content.scorecards import service, suggestions
from gather.content.scorecards.models import (
    ScoreCardTemplate,
    ScoreCardTopics,
    SuggestedScoreCard,
    SuggestTopics,
    Topic,
)
from gather.core.model import Model, NoBody, TeamQuery
from gather.http.call import TeamCall
from gather.http.cursors import CURSOR, Cursor, opened
from gather.http.envelope import Result
from gather.http.routes import Api
from gather.ports.evaluation import Evaluation
from gather.screening.scorecard_previews import service as scorecard_preview_service
from gather.screening.scorecard_previews import storage as scorecard_preview_storage
from gather.screening.scorecard_previews.models import (
    ApplyPreview,
    PreviewScorecard,
    ScorecardPreview,
    ScorecardPreviewRecord,
)
from gather.screening.scorecard_previews.storage import SCORECARD_PREVIEW
from gather.tenancy.organizations.engines import engines_of

api = Api("scorecards")
handler = api.handler

PATH = "/interviews/{interviewId}/score-card-template"


class OneScoreCardTemplate(Model):
    """Data of the routes of one scorecard template."""

    score_card_template: ScoreCardTemplate


class OneSuggestedScoreCard(Model):
    """Data of POST /interviews/{interviewId}/score-card-template/generate."""

    score_card_template: SuggestedScoreCard


class OneScorecardPreview(Model):
    """Data of the routes of one preview of a changed scorecard."""

    preview: ScorecardPreview


class SuggestedTopics(Model):
    """Data of POST /score-card-templates/suggest-topics."""

    topics: tuple[Topic, ...]
    """The topics that are suggested."""


@api.post(PATH, response=OneScoreCardTemplate, refusals=frozenset({412}))
def create_scorecard(call: TeamCall[ScoreCardTopics, TeamQuery]) -> Result:
    """Give an interview a new template, in place of the one that is active."""
    return _result(
        service.create(
            call.records,
            call.team,
            call.body,
            call.path["interviewId"],
            now=call.now,
            precondition=call.precondition,
        )
    )


@api.get(PATH, response=OneScoreCardTemplate)
def get_scorecard(call: TeamCall[NoBody, TeamQuery]) -> Result:
    """Read the active template."""
    return _result(service.get(call.records, call.team, call.path["interviewId"]))


@api.patch(PATH, response=OneScoreCardTemplate)
def replace_scorecard_topics(call: TeamCall[ScoreCardTopics, TeamQuery]) -> Result:
    """Replace the topics of the active template, as its next version."""
    return _result(
        service.replace_topics(
            call.records,
            call.team,
            call.body,
            call.path["interviewId"],
            now=call.now,
            precondition=call.precondition,
        )
    )


@api.delete(PATH, response=OneScoreCardTemplate)
def deactivate_scorecard(call: TeamCall[NoBody, TeamQuery]) -> Result:
    """Leave the interview without an active template."""
    return _result(
        service.deactivate(
            call.records,
            call.team,
            call.path["interviewId"],
            now=call.now,
            precondition=call.precondition,
        )
    )


@api.post(f"{PATH}/generate", response=OneSuggestedScoreCard, status=200)
def suggest_scorecard(call: TeamCall[NoBody, TeamQuery]) -> OneSuggestedScoreCard:
    """Suggest a template from an interview's job description and questions; nothing is stored."""
    interview_id = call.path["interviewId"]
    topics = suggestions.suggest_for_interview(
        call.records, _evaluation(call), call.team.team_id, interview_id
    )
    return OneSuggestedScoreCard(
        score_card_template=SuggestedScoreCard(
            interview_id=interview_id, topics=topics, created_at=call.moment, updated_at=call.moment
        )
    )


@api.post("/score-card-templates/suggest-topics", response=SuggestedTopics, status=200)
def suggest_scorecard_topics(call: TeamCall[SuggestTopics, TeamQuery]) -> SuggestedTopics:
    """Suggest topics from a job description, questions or both; nothing is stored."""
    topics = suggestions.suggest_topics(
        _evaluation(call), call.body.job_description_text or "", call.body.questions or ()
    )
    return SuggestedTopics(topics=topics)


@api.post(
    f"{PATH}/previews",
    response=OneScorecardPreview,
    status=202,
    makes=SCORECARD_PREVIEW,
    shows=lambda call, stored: _shown(call, stored.record),
)
def preview_scorecard(call: TeamCall[PreviewScorecard, TeamQuery]) -> OneScorecardPreview:
    """Preview how the active template would move the scores and gates of past interviews, the newest first.

    A preview covers up to 200 completed ones of 1,000. A long period is previewed in parts: the `nextCursor`
    of a preview is the `cursor` of the one that goes on with older interviews.
    """
    interview_id, after = call.path["interviewId"], ""
    if call.body.cursor:
        after = opened(_parts_of(call.team.team_id, interview_id), {CURSOR: call.body.cursor})[0].after
    preview = call.records.run(
        lambda unit: scorecard_preview_service.create(
            unit, interview_id, call.body, call.team, call.now, after=after
        )
    )
    return OneScorecardPreview(preview=ScorecardPreview.of(preview, (), _next_cursor(preview)))


@api.get("/score-card-previews/{id}", response=OneScorecardPreview)
def get_scorecard_preview(call: TeamCall[NoBody, TeamQuery]) -> OneScorecardPreview:
    """Read how far a preview is, and how scores and gates would move."""
    team_id, preview_id = call.team.team_id, call.path["id"]
    preview = scorecard_preview_service.get(call.records, team_id, preview_id, call.now).record
    return _shown(call, preview)


@api.post("/score-card-previews/{id}/apply", response=OneScorecardPreview, status=202)
def apply_scorecard_preview(call: TeamCall[ApplyPreview, TeamQuery]) -> OneScorecardPreview:
    """Apply the previewed template to the candidate interviews that a person chooses."""
    preview_id = call.path["id"]
    preview = call.records.run(
        lambda unit: scorecard_preview_service.apply(
            unit, preview_id, call.body, call.team, call.actor, call.now
        )
    )
    return _shown(call, preview)


def _shown(call: TeamCall[Any, TeamQuery], preview: ScorecardPreviewRecord) -> OneScorecardPreview:
    shown = scorecard_preview_storage.list_shown(call.records.table, preview)
    return OneScorecardPreview(preview=ScorecardPreview.of(preview, shown, _next_cursor(preview)))


def _parts_of(team_id: str, interview_id: str) -> str:
    """The name of the list that the cursors of an interview's previews belong to."""
    return f"score card previews of {interview_id} in {team_id}"


def _next_cursor(preview: ScorecardPreviewRecord) -> str | None:
    if preview.next_place is None:
        return None
    return Cursor(_parts_of(preview.team_id, preview.interview_id), {}).at(preview.next_place)


def _result(stored: tuple[ScoreCardTemplate, int]) -> Result:
    template, revision = stored
    return Result(OneScoreCardTemplate(score_card_template=template), version=revision)


def _evaluation(call: TeamCall[Any, TeamQuery]) -> Evaluation:
    """The engine of the team's organization."""
    return engines_of(call.adapters, call.team.organization_id).evaluation()
