"""The task of a play (interface: Sandbox, rules 7 to 9).

The task is written with the play. A played candidate uses the routes of candidates, so that everything that
follows an answer or a completion follows here.
"""

from gather.content.interviews.storage import INTERVIEW
from gather.content.questions.models import asked_questions
from gather.content.questions.storage import list_questions
from gather.content.scorecards.storage import find_active_scorecard
from gather.core.observability import count
from gather.sandbox.plays import storage as play_storage
from gather.sandbox.plays.candidate_client import CandidateClient, NothingToPlay
from gather.sandbox.plays.models import PlayRecord, PlayStatus
from gather.sandbox.plays.played_candidate import PlayedCandidate
from gather.sandbox.plays.script import Lines
from gather.sandbox.plays.storage import PLAY
from gather.screening.candidate_interviews.models import CandidateInterviewRecord
from gather.screening.candidate_interviews.storage import CANDIDATE_INTERVIEW
from gather.table.unit_of_work import UnitOfWork
from gather.tenancy.organizations.engines import engines_of
from gather.workers.task_runner import Attempt


def play(attempt: Attempt) -> None:
    """Play the task's candidate, and end the play with the task. Raises EngineFailed."""
    records, team_id = attempt.adapters.records, attempt.task.team_id
    record = records.get(PLAY, team_id, attempt.task.payload["playId"]).record
    stored = records.find(CANDIDATE_INTERVIEW, team_id, record.candidate_interview_id)
    status = PlayStatus.COMPLETE
    try:
        if stored is None:
            raise NothingToPlay
        # An earlier attempt may have completed it without living to say so.
        if stored.record.completed_at is None:
            _get_candidate(attempt, record, stored.record).play()
    except NothingToPlay:
        status = PlayStatus.FAILED
    attempt.finish(lambda unit: _end(attempt, unit, status))
    count("Plays")


def give_up(attempt: Attempt, unit: UnitOfWork) -> bool:
    """End the play as failed, as part of `unit`. Returns False when it has ended before."""
    return _end(attempt, unit, PlayStatus.FAILED)


def _get_candidate(attempt: Attempt, play: PlayRecord, record: CandidateInterviewRecord) -> PlayedCandidate:
    """The candidate with the lines that the persona has before the page is opened. Three round trips."""
    adapters = attempt.adapters
    interview = adapters.records.get(INTERVIEW, record.team_id, record.interview_id).record
    asked = record.asked if record.asked is not None else asked_questions(interview)
    questions = list_questions(adapters.records.table, record.team_id, asked)
    scorecard = find_active_scorecard(adapters.records, record.team_id, record.interview_id)
    return PlayedCandidate(
        play.id,
        CandidateClient(adapters.settings, record.invite_token),
        Lines(play.persona, questions, scorecard.topics if scorecard else ()),
        engines_of(adapters, attempt.task.organization_id),
        interview.language,
        attempt.has_time,
    )


def _end(attempt: Attempt, unit: UnitOfWork, status: PlayStatus) -> bool:
    """Save how the play ended. Returns False when it has ended before."""
    stored = unit.get(PLAY, attempt.task.team_id, attempt.task.payload["playId"])
    if stored.record.status is not PlayStatus.RUNNING:
        return False
    play_storage.end(unit, stored, stored.record.end(status, attempt.adapters.clock.now()))
    return True
