"""Scores by people: what a person changes of a completed interview's results.

For example:

    results = service.update_scores(records, team, record_id, request, scorer, base_url, now=now)
"""

from dataclasses import replace
from datetime import datetime

from gather.content.interviews.storage import INTERVIEW
from gather.content.scorecards.storage import find_active_scorecard
from gather.core.caller import TeamScope
from gather.core.errors import Conflict
from gather.screening.candidate_interviews.storage import CANDIDATE_INTERVIEW
from gather.screening.evaluations import service as evaluation_service
from gather.screening.evaluations.overall_score import survey_scores
from gather.screening.human_scores.models import (
    ChangeScores,
    ScoreChange,
    Scorer,
    needs_scorecard,
    score_by_person,
)
from gather.screening.human_scores.storage import list_changes
from gather.screening.recordings.address_storage import recording_addresses
from gather.screening.results.models import CandidateInterviewResults
from gather.screening.results.storage import ResultsMaterial, get_material
from gather.table.records import Records
from gather.table.unit_of_work import UnitOfWork
from gather.tenancy.audit import storage as audit_storage
from gather.tenancy.audit.models import AuditAction


def update_scores(
    records: Records,
    team: TeamScope,
    candidate_interview_id: str,
    request: ChangeScores,
    scorer: Scorer,
    base_url: str,
    *,
    now: datetime,
) -> CandidateInterviewResults:
    """Give topics the scores that a person decides on, and return the results as they are then.

    The audit log says who did. Raises NotFound, ValidationFailed, and Conflict before the completion and for
    practice, which judges nobody.
    """

    def change(unit: UnitOfWork) -> ResultsMaterial:
        material = get_material(records, team.team_id, candidate_interview_id)
        rescored = _rescore(unit, material, request, scorer, now)
        if rescored.whole.evaluation != material.whole.evaluation:
            action = AuditAction.RESULTS_CHANGED
            audit_storage.save(unit, team.organization_id, scorer.actor, action, candidate_interview_id, now)
        return rescored

    return records.run(change).results(recording_addresses(records.table, base_url, now))


def list_score_changes(records: Records, team: TeamScope, candidate_interview_id: str) -> list[ScoreChange]:
    """The newest changes of the scores, newest first. Raises NotFound."""
    record = records.get(CANDIDATE_INTERVIEW, team.team_id, candidate_interview_id).record
    return list_changes(records.table, record.team_id, record.id)


def _rescore(
    unit: UnitOfWork, material: ResultsMaterial, request: ChangeScores, scorer: Scorer, now: datetime
) -> ResultsMaterial:
    """Give topics the scores that a person decides on, and return what the results are made of then.

    Raises Conflict before the completion and for practice, which judges nobody, and ValidationFailed. One
    round trip where no evaluation has named the topics, and one where none has named the language.
    """
    record, evaluation = material.whole.record, material.whole.evaluation
    if record.completed_at is None:
        raise Conflict("The candidate has not completed this interview.")
    if not record.is_judged:
        raise Conflict("This interview is practice, and nobody is judged by it.")
    scorecard = None
    if needs_scorecard(evaluation):
        scorecard = find_active_scorecard(unit, record.team_id, record.interview_id)
    survey = survey_scores(material.questions, material.whole.answers)
    unheard = sum(answer.is_without_weight for answer in material.whole.answers.values())
    rescored, changes = score_by_person(evaluation, request, scorecard, survey, unheard, scorer)
    if rescored.language is None:
        interview = unit.get(INTERVIEW, record.team_id, record.interview_id).record
        rescored = rescored.changed(language=interview.language)
    after = evaluation_service.update_scores(unit, record, evaluation, (rescored, changes), now)
    return replace(material, whole=replace(material.whole, evaluation=after))
