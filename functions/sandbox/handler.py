"""Sandbox: the inbox of what would have been sent, played candidates, and time that passes.

Interface: Sandbox, rules 4 to 10.
"""

from typing import Annotated

from pydantic import Field

from gather.core.caller import SandboxUse
from gather.core.model import Model, NoBody, QueryModel, TeamQuery
from gather.events.task import TaskName
from gather.http.call import KeyCall, TeamCall
from gather.http.envelope import Result
from gather.http.routes import Api
from gather.sandbox.inbox import storage as inbox_storage
from gather.sandbox.inbox.models import MOST_MESSAGES, SandboxMessage
from gather.sandbox.passing_time.requests import AdvanceTime
from gather.sandbox.plays import storage as play_storage
from gather.sandbox.plays.models import Play, PlayCandidate, PlayRecord, new_play
from gather.sandbox.plays.storage import PLAY
from gather.screening.candidate_interviews import lifecycle
from gather.screening.candidate_interviews import storage as candidate_interview_storage
from gather.screening.candidate_interviews.models import CandidateInterview, CandidateInterviewRecord
from gather.screening.candidate_interviews.storage import CANDIDATE_INTERVIEW
from gather.table.kind import Stored
from gather.table.outbox import Task
from gather.table.unit_of_work import UnitOfWork

api = Api("sandbox", sandbox=SandboxUse.REQUIRED)
handler = api.handler

PATH = "/sandbox/candidate-interviews/{candidateInterviewId}"


class InboxQuery(QueryModel):
    """Query of GET /sandbox/inbox."""

    limit: Annotated[int, Field(ge=1, le=MOST_MESSAGES)] = MOST_MESSAGES
    """How many messages are listed at most."""


class SandboxInbox(Model):
    """Data of GET /sandbox/inbox."""

    messages: list[SandboxMessage]
    """What would have been sent from the sandbox, newest first."""


class OnePlay(Model):
    """Data of the routes of one play."""

    play: Play
    """The play."""


@api.get("/sandbox/inbox", response=SandboxInbox)
def read_inbox(call: KeyCall[NoBody, InboxQuery]) -> SandboxInbox:
    """List what would have been sent from the sandbox, newest first; with a team's key, from this team."""
    messages = inbox_storage.newest(
        call.records.table, call.organization_id, call.caller.team_id, call.query.limit
    )
    return SandboxInbox(messages=messages)


@api.post(f"{PATH}/play", response=OnePlay, status=202)
def play_candidate(call: TeamCall[PlayCandidate, TeamQuery]) -> OnePlay:
    """Have a candidate interview played by the service."""

    def begin(unit: UnitOfWork) -> PlayRecord:
        record = unit.get(CANDIDATE_INTERVIEW, call.team.team_id, call.path["candidateInterviewId"]).record
        play = new_play(record, call.body.persona, call.team, call.now)
        candidate_interview_storage.require_unfinished(unit, record)
        play_storage.begin(unit, play)
        unit.send(
            Task(
                name=TaskName.PLAY_CANDIDATE,
                organization_id=play.organization_id,
                team_id=play.team_id,
                payload={"playId": play.id},
                at=call.now,
            )
        )
        return play

    return OnePlay(play=call.records.run(begin))


@api.get("/sandbox/plays/{playId}", response=OnePlay)
def get_play(call: TeamCall[NoBody, TeamQuery]) -> Result:
    """Read how a play stands."""
    stored = call.records.get(PLAY, call.team.team_id, call.path["playId"])
    return Result(OnePlay(play=stored.record), version=stored.version)


@api.post(f"{PATH}/advance", response=CandidateInterview, status=200)
def advance_time(call: TeamCall[AdvanceTime, TeamQuery]) -> Result:
    """Let time pass for one candidate interview: its reminder and its expiry come so much earlier."""

    def advance(unit: UnitOfWork) -> Stored[CandidateInterviewRecord]:
        stored = unit.get(CANDIDATE_INTERVIEW, call.team.team_id, call.path["candidateInterviewId"])
        return lifecycle.let_time_pass(unit, stored, call.body.passed, call.now)

    stored = call.records.run(advance)
    return Result(stored.record, version=stored.version)
