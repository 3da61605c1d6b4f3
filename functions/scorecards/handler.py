"""Routes of an interview's scorecard template (interface: Interviews, Scorecard; answers: scorecard)."""

from collections.abc import Callable

from gather.api.envelope import Answer
from gather.api.routes import Api, Call
from gather.domain.model import Model, NoBody, TeamQuery
from gather.domain.scorecard import (
    ScoreCardTemplate,
    ScoreCardTopics,
    deactivated,
    new_template,
    next_version,
)
from gather.errors import NotFound
from gather.table.scorecards import ScorecardSlot, change_slot, read_slot
from gather.wiring import records

api = Api("scorecards")
handler = api.handler

PATH = "/interviews/{interviewId}/score-card-template"


class TemplateAnswer(Model):
    """Data of a scorecard template."""

    score_card_template: ScoreCardTemplate


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
