"""The consent of a candidate before the interview (interface: Consent, rules 1 to 4).

The version names the text in all languages. Whoever changes a text gives it a new version.
"""

from typing import Annotated, Final

from pydantic import BeforeValidator, Field

from gather.core.catalogue import catalogue_beside
from gather.core.errors import Conflict
from gather.core.formats import ShortText
from gather.core.model import Model, RequestModel

CONSENT_VERSION: Final = "2026-11-24"


PHRASES: Final = catalogue_beside(
    __file__,
    "consent",
    {
        "records": (
            "What you say and write in this interview is kept for {company}. Speech is turned into text."
        ),
        "judged": (
            "An AI compares your answers with the criteria of the position, scores and summarizes them. "
            "People at {company} read the result and decide."
        ),
        "practice": "This is practice: nobody scores your answers, and nothing is decided by them.",
        "rights": (
            "You can ask {company} for a copy of your answers, to have them corrected or erased, or for "
            "another way to be interviewed."
        ),
    },
)
"""The text by parts. `judged` or `practice` says what the answers are used for."""


class Consent(Model):
    """The text that the candidate is asked to agree to, and since when they have agreed to this version.

    `required` says that nothing can be answered before. `text` has a line for each paragraph.
    """

    required: bool
    """Whether nothing can be answered before the candidate accepts."""
    version: str
    """The version of the text."""
    text: str
    """The text that the candidate agrees to."""
    accepted_at: str | None
    """When the candidate accepted first: ISO 8601 in UTC; null before."""


class StoredConsent(Model):
    """That a candidate has agreed to a version of the text, and when."""

    version: str
    accepted_at: str


def _is_true(value: object) -> object:
    if value is not True:
        raise ValueError("must be true")
    return value


Agreement = Annotated[bool, BeforeValidator(_is_true), Field(json_schema_extra={"not": {"const": False}})]
"""Nothing but `true`: who does not agree sends nothing."""


class GiveConsent(RequestModel):
    """Body of PUT /screening/{inviteToken}/consent: the version that was read, and that it is agreed to."""

    version: ShortText
    accepted: Agreement
    """Must be `true`."""


def consent_of(
    given: StoredConsent | None, *, required: bool, company: str, language: str, is_judged: bool
) -> Consent:
    """The consent as a candidate sees it, in the interview's language. An older version does not count."""
    return Consent(
        required=required,
        version=CONSENT_VERSION,
        text=consent_text(company, language, is_judged=is_judged),
        accepted_at=given.accepted_at if given is not None and given.version == CONSENT_VERSION else None,
    )


def consent_text(company: str, language: str, *, is_judged: bool) -> str:
    """The current text; in English where the language is not known."""
    words = PHRASES.texts(language)
    parts = ("records", "judged" if is_judged else "practice", "rights")
    return "\n".join(words[part].replace("{company}", company) for part in parts)


def accept_consent(given: StoredConsent | None, request: GiveConsent, moment: str) -> StoredConsent:
    """The consent after a candidate has agreed; the first time counts.

    Raises Conflict for another version than the current one.
    """
    if request.version != CONSENT_VERSION:
        raise Conflict("The text has another version by now. Read it again.")
    if given is not None and given.version == CONSENT_VERSION:
        return given
    return StoredConsent(version=CONSENT_VERSION, accepted_at=moment)
