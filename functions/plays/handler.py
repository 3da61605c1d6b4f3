"""The plays worker: plays the candidates of sandboxes (interface: Sandbox, rules 7 to 9).

The task is written with the play. What a candidate does is done through the routes of candidates, so that
everything that follows an answer or a completion follows here.
"""

from datetime import timedelta

from gather.content.interviews.storage import INTERVIEW
from gather.content.questions.models import asked_by
from gather.content.questions.storage import read_questions
from gather.content.scorecards.storage import active_scorecard
from gather.core.observability import count
from gather.sandbox.plays import storage as play_storage
from gather.sandbox.plays.candidate_client import FrontDoor, NothingToPlay
from gather.sandbox.plays.models import PlayRecord, PlayStatus, end_play
from gather.sandbox.plays.played_candidate import Playing
from gather.sandbox.plays.script import Lines
from gather.sandbox.plays.storage import PLAY
from gather.screening.candidate_interviews.models import CandidateInterviewRecord
from gather.screening.candidate_interviews.storage import CANDIDATE_INTERVIEW
from gather.table.unit_of_work import UnitOfWork
from gather.workers.task_runner import Attempt, Policy, TaskWorker

MOST_ATTEMPTS = 5
"""Whoever waits for a play wants to know soon that it will not come about."""


def _play(attempt: Attempt) -> None:
    """Play the task's candidate, and end the play with the task."""
    records, team_id = attempt.adapters.records, attempt.task.team_id
    play = records.get(PLAY, team_id, attempt.task.payload["playId"]).record
    stored = records.find(CANDIDATE_INTERVIEW, team_id, play.candidate_interview_id)
    status = PlayStatus.COMPLETE
    try:
        if stored is None:
            raise NothingToPlay
        # An earlier attempt may have completed it without living to say so.
        if stored.record.completed_at is None:
            _playing(attempt, play, stored.record).play()
    except NothingToPlay:
        status = PlayStatus.FAILED
    attempt.finish(lambda unit: _end(attempt, unit, status))
    count("Plays")


def _playing(attempt: Attempt, play: PlayRecord, record: CandidateInterviewRecord) -> Playing:
    """What the played candidate knows before the page is opened. Three round trips."""
    adapters = attempt.adapters
    interview = adapters.records.get(INTERVIEW, record.team_id, record.interview_id).record
    asked = record.asked if record.asked is not None else asked_by(interview)
    questions = read_questions(adapters.records.table, record.team_id, asked)
    scorecard = active_scorecard(adapters.records, record.team_id, record.interview_id)
    return Playing(
        play.id,
        FrontDoor(adapters.settings, record.invite_token),
        Lines(play.persona, questions, scorecard.topics if scorecard else ()),
        adapters.engines,
        interview.language,
        attempt.has_time,
    )


def _end(attempt: Attempt, unit: UnitOfWork, status: PlayStatus) -> bool:
    """Store how the play ended. Returns False when it has ended before."""
    stored = unit.get(PLAY, attempt.task.team_id, attempt.task.payload["playId"])
    if stored.record.status is not PlayStatus.RUNNING:
        return False
    play_storage.end(unit, stored, end_play(stored.record, status, attempt.adapters.clock.now()))
    return True


def _give_up(attempt: Attempt, unit: UnitOfWork) -> bool:
    return _end(attempt, unit, PlayStatus.FAILED)


handler = TaskWorker(
    "plays",
    _play,
    Policy(timedelta(minutes=6), most_attempts=MOST_ATTEMPTS),
    give_up=_give_up,
)
