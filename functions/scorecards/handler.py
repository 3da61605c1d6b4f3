"""Routes of an interview's scorecard template (interface: Interviews, Scorecard; answers: scorecard)."""

from collections.abc import Callable

from gather.content.scorecard import (
    ScoreCardTemplate,
    ScoreCardTopics,
    SuggestedScoreCard,
    SuggestTopics,
    Topic,
    deactivated,
    new_template,
    next_version,
)
from gather.content.scorecard_storage import ScorecardSlot, change_slot, read_slot
from gather.core.errors import NotFound
from gather.core.model import Model, NoBody, TeamQuery
from gather.http.envelope import Answer
from gather.http.routes import Api, Call
from gather.wiring import records
from scorecards import suggestions

api = Api("scorecards")
handler = api.handler

PATH = "/interviews/{interviewId}/score-card-template"


class TemplateAnswer(Model):
    """Data of a scorecard template."""

    score_card_template: ScoreCardTemplate


class SuggestionAnswer(Model):
    """Data of POST /interviews/{interviewId}/score-card-template/generate."""

    score_card_template: SuggestedScoreCard


class TopicsAnswer(Model):
    """Data of POST /score-card-templates/suggest-topics."""

    topics: tuple[Topic, ...]


@api.post(PATH, answer=TemplateAnswer, body=ScoreCardTopics)
def create_template(call: Call[ScoreCardTopics, TeamQuery]) -> Answer:
    """Give an interview a new template, in place of the one that is active."""

    def change(slot: ScorecardSlot) -> ScoreCardTemplate:
        call.check_version(slot.revision)
        return new_template(call.path["interviewId"], call.body.topics, call.now)

    return _stored(call, change)


@api.get(PATH, answer=TemplateAnswer)
def get_template(call: Call[NoBody, TeamQuery]) -> Answer:
    """Read the active template."""
    slot = read_slot(records(), call.team.team_id, call.path["interviewId"])
    return Answer(TemplateAnswer(score_card_template=_active(call, slot)), version=slot.revision)


@api.patch(PATH, answer=TemplateAnswer, body=ScoreCardTopics)
def replace_topics(call: Call[ScoreCardTopics, TeamQuery]) -> Answer:
    """Replace the topics of the active template, as its next version."""

    def change(slot: ScorecardSlot) -> ScoreCardTemplate:
        template = _active(call, slot)
        call.check_version(slot.revision)
        return next_version(template, call.body.topics, call.moment)

    return _stored(call, change)


@api.delete(PATH, answer=TemplateAnswer)
def deactivate_template(call: Call[NoBody, TeamQuery]) -> Answer:
    """Leave the interview without an active template."""

    def change(slot: ScorecardSlot) -> ScoreCardTemplate:
        template = _active(call, slot)
        call.check_version(slot.revision)
        return deactivated(template, call.moment)

    return _stored(call, change)


@api.post(f"{PATH}/generate", answer=SuggestionAnswer, status=200)
def suggest_template(call: Call[NoBody, TeamQuery]) -> SuggestionAnswer:
    """Suggest a template from an interview's job description and questions; nothing is stored."""
    interview_id = call.path["interviewId"]
    topics = suggestions.suggest_for_interview(call.team.team_id, interview_id)
    return SuggestionAnswer(
        score_card_template=SuggestedScoreCard(
            interview_id=interview_id, topics=topics, created_at=call.moment, updated_at=call.moment
        )
    )


@api.post("/score-card-templates/suggest-topics", answer=TopicsAnswer, body=SuggestTopics, status=200)
def suggest_topics(call: Call[SuggestTopics, TeamQuery]) -> TopicsAnswer:
    """Suggest topics from a job description, questions or both; nothing is stored."""
    topics = suggestions.suggest_topics(call.body.job_description_text or "", call.body.questions or ())
    return TopicsAnswer(topics=topics)


def _active(
    call: Call[ScoreCardTopics, TeamQuery] | Call[NoBody, TeamQuery], slot: ScorecardSlot
) -> ScoreCardTemplate:
    if slot.active is None:
        raise NotFound("scorecard template", call.path["interviewId"])
    return slot.active


def _stored(
    call: Call[ScoreCardTopics, TeamQuery] | Call[NoBody, TeamQuery],
    change: Callable[[ScorecardSlot], ScoreCardTemplate],
) -> Answer:
    template, revision = change_slot(records(), call.team.team_id, call.path["interviewId"], change)
    return Answer(TemplateAnswer(score_card_template=template), version=revision)
