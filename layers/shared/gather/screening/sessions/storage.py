"""A candidate's session: what an invite token opens, read with few round trips.

For example:

    session = open_session(records, token, now)
    session.show()
"""

from dataclasses import dataclass
from datetime import datetime

from gather.content.interviews.models import InterviewDetail
from gather.content.interviews.storage import INTERVIEW
from gather.content.questions.asked_question import AskedQuestion
from gather.content.questions.models import Question, asked_questions
from gather.content.questions.storage import list_questions
from gather.core.errors import Conflict, Forbidden, Gone, NotFound
from gather.screening.candidate_interviews.consent import Consent, consent_of, use_of
from gather.screening.candidate_interviews.models import CandidateInterviewRecord
from gather.screening.candidate_interviews.status import CandidateInterviewStatus
from gather.screening.candidate_interviews.storage import CANDIDATE_INTERVIEW, INVITE, find_by_token
from gather.screening.candidate_interviews.whole_storage import WholeCandidateInterview, get_whole
from gather.screening.candidates.models import Candidate
from gather.screening.candidates.storage import CANDIDATE
from gather.screening.conversations.models import InterviewConversation, InterviewTurn
from gather.screening.conversations.storage import (
    INTERVIEW_CONVERSATION,
    INTERVIEW_TURN,
    conversation_of,
)
from gather.screening.sessions.models import Screening, build_screening
from gather.table.conversion import Item
from gather.table.records import Records
from gather.tenancy.organizations.models import CONSENT_REQUIRED
from gather.tenancy.organizations.storage import has_feature, names_feature, organization_key, team_key
from gather.tenancy.teams.models import Branding, Team

RESOURCE = "invite"


@dataclass(frozen=True, slots=True)
class ScreeningSession:
    """A candidate interview that an invite opened."""

    records: Records
    whole: WholeCandidateInterview

    @property
    def team_id(self) -> str:
        """The team that invited."""
        return self.whole.record.team_id

    def interview(self) -> InterviewDetail:
        """The interview. One round trip."""
        return self.records.get(INTERVIEW, self.team_id, self.whole.record.interview_id).record

    def asked_questions(self) -> tuple[AskedQuestion, ...]:
        """The questions of a candidate who has begun, or those that the interview has now."""
        asked = self.whole.record.asked
        return asked if asked is not None else asked_questions(self.interview())

    def asked_questions_of(self, interview: InterviewDetail) -> tuple[AskedQuestion, ...]:
        """As `asked_questions`, for an interview that was read."""
        asked = self.whole.record.asked
        return asked if asked is not None else asked_questions(interview)

    def read_again(self, records: Records) -> "ScreeningSession":
        """The session as it is now. One round trip."""
        return ScreeningSession(records, get_whole(records, self.team_id, self.whole.record.id))

    def questions(self) -> list[Question]:
        """The questions that the candidate is asked, in order."""
        return list_questions(self.records.table, self.team_id, self.asked_questions())

    def question(self, question_id: str) -> Question:
        """One of the questions, to be answered. As many round trips as the interview alone takes.

        Raises NotFound when it is none of this interview, and Conflict while the interview takes no answers.
        """
        table = self.records.table
        reading, fixed = table.start(self.interview), self.whole.record.asked
        asked = fixed if fixed is not None else asked_questions(reading.result())
        found = list_questions(table, self.team_id, [each for each in asked if each.id == question_id])
        if not found:
            raise NotFound("question", question_id)
        reading.result().check_takes_answers()
        return found[0]

    def check_consent(self) -> None:
        """Raises Forbidden where the organization requires a consent and the candidate has given none.

        One round trip where there is none.
        """
        record = self.whole.record
        if record.consent is not None:
            return
        if has_feature(self.records.table, record.organization_id, CONSENT_REQUIRED):
            raise Forbidden("Nothing is answered before the consent. Read it and agree to it first.")

    def consent(self) -> Consent:
        """The consent that the candidate is asked for. One round trip."""
        record = self.whole.record
        interview_key = INTERVIEW.key(self.team_id, record.interview_id)
        organization = organization_key(record.organization_id)
        branding_key = team_key(record.organization_id, self.team_id)
        found = self.records.table.get_many([interview_key, organization, branding_key])
        interview = InterviewDetail.model_validate(found[interview_key])
        branding = Branding.of(Team.model_validate(found[branding_key]))
        return _consent(record, found.get(organization), branding, interview.language)

    def check_unfinished(self) -> None:
        """Raises Conflict when the candidate can no longer answer."""
        record = self.whole.record
        if record.completed_at is not None:
            raise Conflict("This interview has been completed.")
        if record.status is CandidateInterviewStatus.ARCHIVED:
            raise Conflict("This interview is no longer open.")

    def show(self) -> Screening:
        """The content of the candidate's page. One round trip; one more until the questions are fixed."""
        record, table = self.whole.record, self.records.table
        fixed = record.asked
        reading = None if fixed is None else table.start(lambda: list_questions(table, self.team_id, fixed))
        interview_key = INTERVIEW.key(self.team_id, record.interview_id)
        candidate_key = CANDIDATE.key(self.team_id, record.candidate_id)
        branding_key = team_key(record.organization_id, self.team_id)
        organization = organization_key(record.organization_id)
        keys = [interview_key, candidate_key, branding_key, organization]
        found = table.get_many(keys)
        if candidate_key not in found:
            raise NotFound(RESOURCE, "")  # erased meanwhile
        interview = InterviewDetail.model_validate(found[interview_key])
        candidate = Candidate.model_validate(found[candidate_key])
        branding = Branding.of(Team.model_validate(found[branding_key]))
        return build_screening(
            record,
            interview,
            branding,
            candidate.first_name,
            list_questions(table, self.team_id, self.asked_questions_of(interview))
            if reading is None
            else reading.result(),
            self.whole.answers,
            self.whole.conversation.conversation if self.whole.conversation else None,
            consent=_consent(record, found.get(organization), branding, interview.language),
            resume=self.whole.resume.given() if self.whole.resume else None,
        )


def open_session(records: Records, token: str, now: datetime) -> ScreeningSession:
    """The session of an invite token. Two round trips.

    Raises NotFound for an unknown token and Gone once the time of an unfinished interview has passed.
    """
    whole = get_whole(records, *_get_place(records, token))
    _check_open(whole.record, now)
    return ScreeningSession(records, whole)


def open_any_session(records: Records, token: str) -> ScreeningSession:
    """The session of an invite token, also of an interview whose time has passed. Two round trips.

    Raises NotFound for an unknown token.
    """
    return ScreeningSession(records, get_whole(records, *_get_place(records, token)))


def open_session_with_consent(records: Records, token: str, now: datetime) -> ScreeningSession:
    """The session of a candidate who has given the consent, where one is required. Raises also Forbidden."""
    session = open_session(records, token, now)
    session.check_consent()
    return session


@dataclass(frozen=True, slots=True)
class OpenedTurn:
    """A turn of the conversation that an invite opened."""

    record: CandidateInterviewRecord
    conversation: InterviewConversation
    turn: InterviewTurn


def open_turn(records: Records, token: str, sequence: int, now: datetime) -> OpenedTurn:
    """One turn of the conversation of an invite token, and nothing else of the session. Two round trips.

    Raises NotFound for an unknown token and for a turn that there is not, and Gone as `open_session` does.
    """
    team_id, candidate_interview_id = _get_place(records, token)
    record_key = CANDIDATE_INTERVIEW.key(team_id, candidate_interview_id)
    conversation_key = INTERVIEW_CONVERSATION.key(team_id, candidate_interview_id)
    turn_key = INTERVIEW_TURN.key(team_id, candidate_interview_id, sequence)
    found = records.table.get_many([record_key, conversation_key, turn_key])
    if record_key not in found:
        raise NotFound(CANDIDATE_INTERVIEW.resource, candidate_interview_id)
    record = CandidateInterviewRecord.model_validate(found[record_key])
    _check_open(record, now)
    if conversation_key not in found or turn_key not in found:
        raise NotFound("turn", "")
    return OpenedTurn(
        record,
        conversation_of(found[conversation_key]).conversation,
        InterviewTurn.model_validate(found[turn_key]),
    )


def _get_place(records: Records, token: str) -> tuple[str, str]:
    """The team and the candidate interview of an invite token. One round trip. Raises NotFound."""
    place = find_by_token(records.table, INVITE, token)
    if place is None:
        raise NotFound(RESOURCE, "")
    return place


def _check_open(record: CandidateInterviewRecord, now: datetime) -> None:
    """Raises Gone once the time of an unfinished interview has passed."""
    if record.completed_at is None and record.is_over(now):
        raise Gone("This invite has expired.")


def _consent(
    record: CandidateInterviewRecord, organization: Item | None, branding: Branding, language: str
) -> Consent:
    return consent_of(
        record.consent,
        required=names_feature(organization, CONSENT_REQUIRED),
        company=branding.display_name,
        language=language,
        use=use_of(is_judged=record.is_judged, ends_by_score=record.ends_by_score),
        contact=branding.contact,
        privacy_notice_url=branding.privacy_notice_url,
        retention=organization["retention"] if organization and organization.get("retention") else {},
    )
