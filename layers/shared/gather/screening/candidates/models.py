"""Candidates (interface: Candidates, rules 1 to 4)."""

import re
from datetime import datetime
from typing import Annotated, Final

from pydantic import AfterValidator, Field, JsonValue, StringConstraints

from gather.core.caller import TeamScope
from gather.core.formats import (
    ONCE_EACH,
    ONE_LINE,
    VISIBLE,
    EmailAddress,
    HttpUrl,
    PhoneNumber,
    ShortText,
    TimeZone,
    Title,
)
from gather.core.identifiers import new_id_at
from gather.core.model import UNSET, RequestModel
from gather.core.record import TeamRecord, common_fields

DEFAULT_SOURCE = "api"
MOST_TAGS: Final = 20
MOST_METADATA_KEYS: Final = 50
MOST_METADATA_CHARACTERS: Final = 500
_METADATA_KEY: Final = "[A-Za-z0-9_.-]{1,40}"
_METADATA_SCHEMA: Final[dict[str, JsonValue]] = {
    "maxProperties": MOST_METADATA_KEYS,
    "propertyNames": {"pattern": f"^{_METADATA_KEY}$"},
    "additionalProperties": {"type": "string", "maxLength": MOST_METADATA_CHARACTERS},
}


def _each_different(tags: tuple[str, ...]) -> tuple[str, ...]:
    if len(set(tags)) < len(tags):
        raise ValueError("must not have the same tag twice")
    return tags


def _checked_metadata(metadata: dict[str, str]) -> dict[str, str]:
    # A fault does not say of which key: who it is about might be told by it.
    if len(metadata) > MOST_METADATA_KEYS:
        raise ValueError(f"must have at most {MOST_METADATA_KEYS} keys")
    if not all(re.fullmatch(_METADATA_KEY, key) for key in metadata):
        raise ValueError("must have keys of 1 to 40 letters, digits, `_`, `.` and `-`")
    if any(len(value) > MOST_METADATA_CHARACTERS for value in metadata.values()):
        raise ValueError(f"must have values of at most {MOST_METADATA_CHARACTERS} characters")
    return metadata


CandidateTag = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=50), ONE_LINE, VISIBLE
]
"""A label of 1 to 50 characters by which a team finds candidates."""
CandidateTags = Annotated[
    tuple[CandidateTag, ...],
    Field(max_length=MOST_TAGS, json_schema_extra=ONCE_EACH),
    AfterValidator(_each_different),
]
CandidateMetadata = Annotated[
    dict[str, str],
    AfterValidator(_checked_metadata),
    Field(json_schema_extra=_METADATA_SCHEMA),
]
"""What another system knows of a candidate: up to 50 keys of 1 to 40 characters, with texts as values."""


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
    tags: tuple[str, ...] = ()
    """The labels by which the team finds the candidate, in the order given."""
    metadata: dict[str, str] = Field(default_factory=dict)
    """What the client's own system knows of the candidate, by key."""

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
    tags: CandidateTags = ()
    metadata: CandidateMetadata = Field(default_factory=dict)


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
    tags: CandidateTags = UNSET
    metadata: CandidateMetadata = UNSET


def new_candidate(request: CreateCandidate, scope: TeamScope, now: datetime) -> Candidate:
    """The candidate that a POST asks for."""
    # The id has the time of `createdAt`, so that lists find candidates by it.
    return Candidate(**{**common_fields(scope, now), "id": new_id_at(now)}, **request.supplied())
