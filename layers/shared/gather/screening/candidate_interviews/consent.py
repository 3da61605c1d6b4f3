"""The consent of a candidate before the interview (interface: Consent, rules 1 to 4).

The version names the text in all languages. Whoever changes a text gives it a new version.
"""

import re
from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Annotated, Final

from pydantic import BeforeValidator, Field

from gather.core.bidi import isolate
from gather.core.catalogue import Plural, catalogue_beside
from gather.core.errors import Conflict
from gather.core.formats import ShortText
from gather.core.model import LeftOutWhenNull, Model, RequestModel
from gather.tenancy.organizations.models import RetainedKind

CONSENT_VERSION: Final = "2026-11-27"


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
        "score": (
            "An AI compares your answers with the criteria of the position, scores and summarizes them. A "
            "score below a limit can end your application without a person. To have a person look at it, ask "
            "{contact}."
        ),
        "practice": "This is practice: nobody scores your answers, and nothing is decided by them.",
        "rights": (
            "You can ask {company} for a copy of your answers, to have them corrected or erased, or for "
            "another way to be interviewed."
        ),
        "keepsAll": Plural(
            "All of it is deleted one day after you complete the interview.",
            "All of it is deleted {count} days after you complete the interview.",
        ),
        "keepsRecordings": Plural(
            "Recordings are deleted one day after you complete the interview.",
            "Recordings are deleted {count} days after you complete the interview.",
        ),
        "keepsWords": Plural(
            "What you said and wrote is deleted one day after you complete the interview.",
            "What you said and wrote is deleted {count} days after you complete the interview.",
        ),
        "keepsOpen": "{company} has set no end to how long it is kept. You can ask for it to be erased.",
    },
)
"""The text by parts. `judged`, `score` or `practice` says what the answers are used for; the parts that begin
with `keeps` say for how long they are kept, beside the text."""


class AnswerUse(StrEnum):
    """The use of the answers, which the consent names: the part of the text that says it."""

    PEOPLE_DECIDE = "judged"
    """An AI scores them, and people decide."""
    SCORE_ENDS = "score"
    """An AI scores them, and a low score can end the application without a person."""
    PRACTICE = "practice"
    """Nobody scores them."""


def use_of(*, is_judged: bool, ends_by_score: bool) -> AnswerUse:
    """The use of the answers of a candidate interview."""
    if not is_judged:
        return AnswerUse.PRACTICE
    return AnswerUse.SCORE_ENDS if ends_by_score else AnswerUse.PEOPLE_DECIDE


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
    storage: str = ""
    """For how long the organization keeps the data: a line for each sentence."""
    privacy_notice_url: Annotated[str | None, LeftOutWhenNull] = None
    """Address of the team's privacy notice; left out where there is none."""


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
    given: StoredConsent | None,
    *,
    required: bool,
    company: str,
    language: str,
    use: AnswerUse,
    contact: str | None = None,
    privacy_notice_url: str | None = None,
    retention: Mapping[str, int] = MappingProxyType({}),
) -> Consent:
    """The consent as a candidate sees it, in the interview's language. An older version does not count.

    `contact` is whom to ask for a person, the company where it is None; `retention` has the days for which
    the organization keeps each kind.
    """
    return Consent(
        required=required,
        version=CONSENT_VERSION,
        text=consent_text(company, language, use, contact),
        accepted_at=given.accepted_at if given is not None and given.version == CONSENT_VERSION else None,
        storage=storage_text(company, language, retention),
        privacy_notice_url=privacy_notice_url,
    )


def consent_text(company: str, language: str, use: AnswerUse, contact: str | None = None) -> str:
    """The current text; in English where the language is not known."""
    words = PHRASES.texts(language)
    values = {"{company}": company, "{contact}": isolate(contact or company, language)}
    return "\n".join(_filled(words[part], values) for part in ("records", use, "rights"))


def storage_text(company: str, language: str, retention: Mapping[str, int]) -> str:
    """For how long an organization keeps what a candidate says, a line for each sentence."""
    words = PHRASES.texts(language)
    parts = {
        "keepsAll": retention.get(RetainedKind.CANDIDATES),
        "keepsRecordings": retention.get(RetainedKind.RECORDINGS),
        "keepsWords": retention.get(RetainedKind.TRANSCRIPTS),
    }
    lines = [words.counted(part, days) for part, days in parts.items() if days is not None]
    return "\n".join(lines) or _filled(words["keepsOpen"], {"{company}": company})


def _filled(phrase: str, values: Mapping[str, str]) -> str:
    """A phrase with its values, each put in once, so that a name that looks like a value stays a name."""
    return re.sub("|".join(map(re.escape, values)), lambda match: values[match.group()], phrase)


def accept_consent(given: StoredConsent | None, request: GiveConsent, moment: str) -> StoredConsent:
    """The consent after a candidate has agreed; the first time counts.

    Raises Conflict for another version than the current one.
    """
    if request.version != CONSENT_VERSION:
        raise Conflict("The text has another version by now. Read it again.")
    if given is not None and given.version == CONSENT_VERSION:
        return given
    return StoredConsent(version=CONSENT_VERSION, accepted_at=moment)
