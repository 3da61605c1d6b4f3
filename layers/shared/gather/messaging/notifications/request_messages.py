"""The messages that follow from a candidate's request: the team's reply, and that a withdrawal is done.

    mailing = read_request_mailing(adapters, task, record, now)

Each goes by one channel: by e-mail to who has an address, otherwise by text message.
"""

from dataclasses import dataclass
from datetime import datetime

from gather.content.interviews.models import InterviewDetail
from gather.content.interviews.storage import INTERVIEW
from gather.core.errors import NotFound
from gather.events.task import TaskName
from gather.messaging.notifications.mailings import Mailing, answer_by, opt_out_ways, whom_to_ask
from gather.messaging.rendering.messages import MessageType as RenderedType
from gather.messaging.sent_messages.models import SentMessageType
from gather.screening.candidate_interviews.models import (
    CandidateInterviewRecord,
    help_link,
    interview_link,
)
from gather.screening.candidate_requests import storage as request_storage
from gather.screening.candidates.delivery_type import DeliveryType, is_texted
from gather.screening.candidates.models import Candidate
from gather.screening.candidates.storage import CANDIDATE
from gather.table.deployment_secret import DEPLOYMENT_SECRET
from gather.table.outbox import ClaimedTask
from gather.tenancy.organizations.storage import organization_key, sms_countries_among, team_key
from gather.tenancy.teams.models import Team
from gather.wiring import Adapters


@dataclass(frozen=True, slots=True)
class _Told:
    """The part of a message that differs: its type, the words of the reply, whether it has the link."""

    type: SentMessageType
    kind: RenderedType
    details: tuple[str, ...] = ()
    has_link: bool = False


def read_request_mailing(
    adapters: Adapters, task: ClaimedTask, record: CandidateInterviewRecord, now: datetime
) -> Mailing | None:
    """Read the mailing of a task; None when the candidate is erased or archived. Two round trips at most."""
    told = _read_told(adapters, task, record)
    if told is None:
        return None
    candidate_key = CANDIDATE.key(record.team_id, record.candidate_id)
    interview_key = INTERVIEW.key(record.team_id, record.interview_id)
    branding_key = team_key(record.organization_id, record.team_id)
    others = [DEPLOYMENT_SECRET.key(), organization_key(record.organization_id)]
    found = adapters.records.table.get_many([candidate_key, interview_key, branding_key, *others])
    if candidate_key not in found:
        return None  # erased meanwhile
    candidate = Candidate.model_validate(found[candidate_key])
    if candidate.archived_at is not None:
        return None
    interview = InterviewDetail.model_validate(found[interview_key])
    team = Team.model_validate(found[branding_key])
    return Mailing(
        type=told.type,
        kind=told.kind,
        message=None,
        candidate=candidate,
        title=interview.display_name,
        team=team,
        channels=tuple(channel for channel in DeliveryType if channel.reaches(candidate))[:1],
        link=interview_link(adapters.settings.base_url, record.invite_token) if told.has_link else "",
        language=interview.language,
        opt_out_ways=opt_out_ways(adapters, found, candidate),
        is_texted=is_texted(candidate, sms_countries_among(found, record.organization_id)),
        details=told.details,
        help_link=help_link(adapters.settings.base_url, record.invite_token) if told.has_link else "",
        facts=_facts(told, record, candidate, team, interview.language, now),
    )


def _read_told(adapters: Adapters, task: ClaimedTask, record: CandidateInterviewRecord) -> _Told | None:
    if TaskName(task.name) is TaskName.SEND_WITHDRAWAL:
        return _Told(SentMessageType.WITHDRAWAL, "WITHDRAWAL")
    try:
        request_id = task.payload["requestId"]
        request = request_storage.get(adapters.records.table, record.team_id, record.id, request_id)
    except NotFound:
        return None  # erased meanwhile
    return _Told(SentMessageType.REQUEST_REPLY, "REQUEST_REPLY", (request.reply or "",), has_link=True)


def _facts(
    told: _Told,
    record: CandidateInterviewRecord,
    candidate: Candidate,
    team: Team,
    language: str,
    now: datetime,
) -> tuple[str, ...]:
    """Until when the interview can be answered, if it can, and whom to ask."""
    if told.type is SentMessageType.WITHDRAWAL:
        return (whom_to_ask(team, language, "mistake"),)
    is_open = record.completed_at is None and not record.is_over(now)
    deadline = (answer_by(record.expiry, candidate, language),) if is_open else ()
    return (*deadline, whom_to_ask(team, language))
