"""Candidates (interface: Candidates, rules 1 and 2)."""

from datetime import datetime

from pydantic import Field

from gather.core.caller import TeamScope
from gather.core.formats import EmailAddress, HttpUrl, PhoneNumber, ShortText, TimeZone, Title
from gather.core.model import UNSET, RequestModel
from gather.core.record import TeamRecord, common_fields

DEFAULT_SOURCE = "api"


class Candidate(TeamRecord):
    """A person who is screened. `phone` is E.164, `timezone` an IANA name."""

    first_name: str
    """The candidate's first name."""
    last_name: str
    """The candidate's last name."""
    email: str | None = None
    """The candidate's e-mail address."""
    phone: str | None = None
    """The candidate's telephone number in E.164 form, such as `+14155550123`."""
    resume_url: str | None = None
    """Address of the candidate's resume."""
    external_id: str | None = None
    """The candidate's id in the client's own system."""
    linked_in_url: str | None = Field(default=None, alias="linkedInURL")
    """Address of the candidate's LinkedIn profile."""
    source: str = DEFAULT_SOURCE
    """Where the candidate comes from."""
    timezone: str | None = None
    """The candidate's time zone, an IANA name such as `Europe/London`."""
    sms_opt_in: bool = False
    """Whether the candidate agreed to get SMS."""

    @property
    def full_name(self) -> str:
        """The candidate's first and last name."""
        return f"{self.first_name} {self.last_name}"

    def search_text(self) -> str:
        """Return the text that `search` looks through: name and e-mail (interface: Candidates, rule 2)."""
        return f"{self.full_name} {self.email or ''}"


class CreateCandidate(RequestModel):
    """Body of POST /candidates."""

    first_name: Title
    last_name: Title
    email: EmailAddress
    phone: PhoneNumber
    resume_url: HttpUrl | None = None
    external_id: ShortText | None = None
    linked_in_url: HttpUrl | None = Field(default=None, alias="linkedInURL")
    source: Title = DEFAULT_SOURCE
    timezone: TimeZone | None = None
    sms_opt_in: bool = False


class ChangeCandidate(RequestModel):
    """Body of PATCH /candidates/{candidateId}; null clears the members that a candidate can do without."""

    first_name: Title = UNSET
    last_name: Title = UNSET
    email: EmailAddress = UNSET
    phone: PhoneNumber = UNSET
    resume_url: HttpUrl | None = None
    external_id: ShortText | None = None
    linked_in_url: HttpUrl | None = Field(default=None, alias="linkedInURL")
    source: Title = UNSET
    timezone: TimeZone | None = None
    sms_opt_in: bool = UNSET


def new_candidate(request: CreateCandidate, scope: TeamScope, now: datetime) -> Candidate:
    """The candidate that a POST asks for."""
    return Candidate(**common_fields(scope, now), **request.supplied())
