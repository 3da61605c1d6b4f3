"""Sandbox: the inbox of what would have been sent, played candidates, and time that passes.

Interface: Sandbox, rules 4 to 10.
"""

from typing import Annotated

from pydantic import Field

from gather.core.caller import SandboxUse
from gather.core.model import Model, NoBody, QueryModel, TeamQuery
from gather.http.call import KeyCall, TeamCall
from gather.http.envelope import Result
from gather.http.routes import Api
from gather.sandbox.inbox import storage as inbox_storage
from gather.sandbox.inbox.models import MOST_MESSAGES, SandboxMessage
from gather.sandbox.passing_time.requests import AdvanceTime
from gather.sandbox.passing_time.service import advance
from gather.sandbox.plays import service as play_service
from gather.sandbox.plays.models import Play, PlayCandidate
from gather.sandbox.plays.storage import PLAY
from gather.screening.candidate_interviews.models import CandidateInterview

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
    """The messages that would have been sent from the sandbox, newest first."""


class OnePlay(Model):
    """Data of the routes of one play."""

    play: Play
    """The play."""


@api.get("/sandbox/inbox", response=SandboxInbox)
def read_inbox(call: KeyCall[NoBody, InboxQuery]) -> SandboxInbox:
    """List what would have been sent from the sandbox, newest first; with a team's key, from this team."""
    messages = inbox_storage.list_newest(
        call.records.table, call.organization_id, call.caller.team_id, call.query.limit
    )
    return SandboxInbox(messages=messages)


@api.post(f"{PATH}/play", response=OnePlay, status=202)
def play_candidate(call: TeamCall[PlayCandidate, TeamQuery]) -> OnePlay:
    """Have a candidate interview played by the service."""
    candidate_interview_id = call.path["candidateInterviewId"]
    play = play_service.create(call.records, call.team, call.body, candidate_interview_id, now=call.now)
    return OnePlay(play=play)


@api.get("/sandbox/plays/{playId}", response=OnePlay)
def get_play(call: TeamCall[NoBody, TeamQuery]) -> Result:
    """Read how a play stands."""
    stored = call.records.get(PLAY, call.team.team_id, call.path["playId"])
    return Result(OnePlay(play=stored.record), version=stored.version)


@api.post(f"{PATH}/advance", response=CandidateInterview, status=200)
def advance_time(call: TeamCall[AdvanceTime, TeamQuery]) -> Result:
    """Let time pass for one candidate interview: its reminder and its expiry come so much earlier."""
    candidate_interview_id = call.path["candidateInterviewId"]
    stored = advance(call.records, call.team, call.body, candidate_interview_id, now=call.now)
    return Result(stored.record, version=stored.version)
