"""The candidate and the interview that a candidate interview links."""

from collections.abc import Sequence
from dataclasses import dataclass

from gather.content.interviews.models import InterviewDetail
from gather.content.interviews.storage import INTERVIEW
from gather.core.caller import TeamScope
from gather.core.errors import Conflict, NotFound
from gather.screening.candidate_interviews.models import CandidateInterviewRecord
from gather.screening.candidate_interviews.requests import CreateCandidateInterview
from gather.screening.candidates.delivery_type import DeliveryType, SmsCountries, choose_channels
from gather.screening.candidates.models import Candidate
from gather.screening.candidates.storage import CANDIDATE
from gather.table.references import Reference, read_references
from gather.table.store import Table
from gather.tenancy.organizations.models import DEFAULT_EXPIRY_DAYS
from gather.tenancy.organizations.storage import expiry_days_among, organization_key, sms_countries_among


@dataclass(frozen=True, slots=True)
class Parties:
    """Both, as they are now; `default_expiry_days` and `sms_countries` are the organization's."""

    candidate: Candidate
    interview: InterviewDetail
    default_expiry_days: int = DEFAULT_EXPIRY_DAYS
    sms_countries: SmsCountries = None

    def choose_channels(self, wanted: Sequence[DeliveryType] | None) -> tuple[DeliveryType, ...]:
        """How a message reaches the candidate, of the channels `wanted`. Raises ValidationFailed for none."""
        return choose_channels(self.candidate, wanted, self.sms_countries)

    @classmethod
    def of(cls, table: Table, record: CandidateInterviewRecord) -> "Parties":
        """Those of a candidate interview that is to be invited again. One round trip.

        Raises Conflict when one of them no longer takes part.
        """
        candidate_key = CANDIDATE.key(record.team_id, record.candidate_id)
        interview_key = INTERVIEW.key(record.team_id, record.interview_id)
        found = table.get_many([candidate_key, interview_key, organization_key(record.organization_id)])
        if candidate_key not in found:
            raise NotFound(CANDIDATE.resource, record.candidate_id)
        parties = cls(
            Candidate.model_validate(found[candidate_key]),
            InterviewDetail.model_validate(found[interview_key]),
            sms_countries=sms_countries_among(found, record.organization_id),
        )
        if parties.candidate.archived_at is not None:
            raise Conflict("The candidate is archived.")
        parties.interview.check_takes_candidates()
        return parties


def get_parties(table: Table, request: CreateCandidateInterview, team: TeamScope) -> Parties:
    """The parties that a POST names. One round trip.

    Raises NotFound for an absent or archived one, and Conflict for an interview that takes nobody now.
    """
    candidate = Reference.to(CANDIDATE, team.team_id, request.candidate_id, "candidateId")
    interview = Reference.to(INTERVIEW, team.team_id, request.interview_id, "interviewId")
    found = read_references(table, [candidate, interview], also=[organization_key(team.organization_id)])
    parties = Parties(
        Candidate.model_validate(found[candidate.key]),
        InterviewDetail.model_validate(found[interview.key]),
        expiry_days_among(found, team.organization_id),
        sms_countries_among(found, team.organization_id),
    )
    parties.interview.check_takes_candidates()
    return parties
