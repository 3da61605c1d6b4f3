"""The kinds of records in the table: one entry for each resource (docs/data-model.md)."""

from typing import Protocol

from gather.domain import candidate
from gather.domain.audio_question import AudioQuestionRecord
from gather.domain.candidate import Candidate
from gather.domain.candidate_interview import CandidateInterviewRecord, CandidateInterviewStatus
from gather.domain.interview import InterviewDetail
from gather.domain.message_group import MessageGroup
from gather.domain.survey_question import SurveyQuestion
from gather.table import keys
from gather.table.records import Kind

EXPIRY_SCHEDULE = "expiry"


class _OfTeam(Protocol):
    @property
    def team_id(self) -> str: ...


def _team_of(record: _OfTeam) -> str:
    return record.team_id


CANDIDATE = Kind(
    resource="candidate",
    name="CANDIDATE",
    model=Candidate,
    team_of=_team_of,
    listings=lambda record: [keys.listing(record.team_id, "CANDIDATE")],
    search_text=candidate.search_text,
)

AUDIO_QUESTION = Kind(
    resource="audio question",
    name="AUDIO_QUESTION",
    model=AudioQuestionRecord,
    team_of=_team_of,
    listings=lambda record: [keys.listing(record.team_id, "AUDIO_QUESTION")],
    search_text=lambda record: f"{record.title} {record.description or ''}",
)

SURVEY_QUESTION = Kind(
    resource="survey question",
    name="SURVEY_QUESTION",
    model=SurveyQuestion,
    team_of=_team_of,
    listings=lambda record: [keys.listing(record.team_id, "SURVEY_QUESTION")],
    search_text=lambda record: record.title,
)

INTERVIEW = Kind(
    resource="interview",
    name="INTERVIEW",
    model=InterviewDetail,
    team_of=_team_of,
    listings=lambda record: [keys.listing(record.team_id, "INTERVIEW")],
    search_text=lambda record: record.title,
)

MESSAGE_GROUP = Kind(
    resource="message group",
    name="MESSAGE_GROUP",
    model=MessageGroup,
    team_of=_team_of,
    listings=lambda record: [keys.listing(record.team_id, "MESSAGE_GROUP")],
)

_EXPIRING = {CandidateInterviewStatus.INVITE_SENT, CandidateInterviewStatus.PARTIALLY_COMPLETED}


def _expiry_due(record: CandidateInterviewRecord) -> tuple[str, str] | None:
    return (EXPIRY_SCHEDULE, record.expiry) if record.status in _EXPIRING else None


CANDIDATE_INTERVIEW = Kind(
    resource="candidate interview",
    name="CANDIDATE_INTERVIEW",
    model=CandidateInterviewRecord,
    team_of=_team_of,
    listings=lambda record: [
        keys.listing(record.team_id, "CANDIDATE_INTERVIEW"),
        keys.sublisting(record.team_id, "CANDIDATE_INTERVIEW", "CANDIDATE", record.candidate_id),
        keys.sublisting(record.team_id, "CANDIDATE_INTERVIEW", "INTERVIEW", record.interview_id),
    ],
    search_text=lambda record: record.external_id or "",
    due=_expiry_due,
)
