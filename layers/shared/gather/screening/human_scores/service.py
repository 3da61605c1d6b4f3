"""Scores by people: what a person changes of a completed interview's results."""

from dataclasses import replace
from datetime import datetime

from gather.content.scorecards.storage import active_scorecard
from gather.core.errors import Conflict
from gather.screening.evaluations import service as evaluation_service
from gather.screening.evaluations.overall_score import survey_scores
from gather.screening.human_scores.models import ChangeScores, Scorer, needs_scorecard, score_by_person
from gather.screening.results.storage import ResultsMaterial
from gather.table.unit_of_work import UnitOfWork


def rescore(
    unit: UnitOfWork, material: ResultsMaterial, request: ChangeScores, scorer: Scorer, now: datetime
) -> ResultsMaterial:
    """Give topics the scores that a person decides on, and return what the results are made of then.

    Raises Conflict before the completion and for practice, which judges nobody, and ValidationFailed. One
    round trip where no evaluation has named the topics.
    """
    record, evaluation = material.whole.record, material.whole.evaluation
    if record.completed_at is None:
        raise Conflict("The candidate has not completed this interview.")
    if not record.is_judged:
        raise Conflict("This interview is practice, and nobody is judged by it.")
    scorecard = None
    if needs_scorecard(evaluation):
        scorecard = active_scorecard(unit, record.team_id, record.interview_id)
    survey = survey_scores(material.questions, material.whole.answers)
    unheard = sum(answer.is_without_weight for answer in material.whole.answers.values())
    rescored = score_by_person(evaluation, request, scorecard, survey, unheard, scorer)
    after = evaluation_service.change_scores(unit, record, evaluation, rescored, now)
    return replace(material, whole=replace(material.whole, evaluation=after))
