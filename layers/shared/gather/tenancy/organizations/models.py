"""Organizations: the customers of the service."""

from enum import StrEnum

from pydantic import Field

from gather.core.record import Identified

JOB_WORKFLOW = "jobWorkflow"
CONSENT_REQUIRED = "consentRequired"
"""Candidates answer only after they have agreed to it (interface: Consent, rule 3)."""
UNMASKED_SCORING = "unmaskedScoring"
"""The scorer sees what tells who speaks (interface: Evaluation, rule 7)."""
DEFAULT_EXPIRY_DAYS = 14
UPLOAD_DAYS = 1
"""The days for which uploads are stored unless the organization sets another number."""
MOST_TEAMS = 500
MOST_USERS = 2_000


class RetainedKind(StrEnum):
    """A kind of data that an organization can have deleted after a time.

    Interface: Data rights and audit, rule 12.
    """

    RECORDINGS = "recordings"
    TRANSCRIPTS = "transcripts"
    """The words of candidates, spoken and written, and all texts that quote them."""
    CANDIDATES = "candidates"
    DELIVERIES = "deliveries"
    UPLOADS = "uploads"
    """Recordings that became no answer."""
    CHATS = "chats"
    """Chats with chatbots, and the messages that visitors left for the team in them."""


class Organization(Identified):
    """A customer. `features` are those that are switched on; invites hold for `default_expiry_days`.

    Text messages go to `country`, where the organization is, and to `sms_countries`; without both to every
    country (ISO 3166-1 alpha-2). `retention` has the days for which each kind is kept, by the value of a
    `RetainedKind`. What it does not name is kept, but for uploads. `engines` has, for each kind of engine
    that the organization has chosen for itself, their names in the order in which they are asked.
    """

    name: str
    features: tuple[str, ...] = ()
    default_expiry_days: int = DEFAULT_EXPIRY_DAYS
    retention: dict[str, int] = Field(default_factory=dict)
    country: str | None = None
    sms_countries: tuple[str, ...] = ()
    engines: dict[str, tuple[str, ...]] = Field(default_factory=dict)
