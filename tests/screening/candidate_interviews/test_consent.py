"""The text that candidates agree to, and its version (interface: Consent, rules 1 and 2)."""

import hashlib
import json

import pytest

from gather.core.errors import Conflict
from gather.core.language import LANGUAGES
from gather.screening.candidate_interviews.consent import (
    CONSENT_VERSION,
    PHRASES,
    AnswerUse,
    GiveConsent,
    StoredConsent,
    accept_consent,
    consent_of,
    consent_text,
)

TEXTS = {
    "2026-11-23": "ffbc59aa78658f28",
    "2026-11-24": "7180fc6da2ec94f6",
    "2026-11-27": "ce3f037c9c96b905",
}
"""The hash of all texts by their version. A changed text gets a new version and a new line."""


def test_each_text_has_its_version() -> None:
    words = {language: dict(PHRASES.texts(language).phrases) for language in LANGUAGES}
    told = hashlib.sha256(json.dumps(words, sort_keys=True).encode()).hexdigest()

    assert TEXTS[CONSENT_VERSION] == told[:16]


def test_practice_is_not_said_to_be_scored() -> None:
    assert "scores and summarizes" in consent_text("Example", "en-GB", AnswerUse.PEOPLE_DECIDE)
    assert "nobody scores" in consent_text("Example", "en-GB", AnswerUse.PRACTICE)
    assert consent_text("Example", "xx", AnswerUse.PEOPLE_DECIDE) == consent_text(
        "Example", "en", AnswerUse.PEOPLE_DECIDE
    )


def test_a_company_s_name_is_taken_as_it_is() -> None:
    assert "{0} & {company}" in consent_text("{0} & {company}", "de", AnswerUse.PEOPLE_DECIDE)


def test_an_agreement_to_an_older_text_is_asked_for_anew() -> None:
    older = StoredConsent(version="older", accepted_at="2026-01-01T00:00:00.000Z")
    request = GiveConsent(version=CONSENT_VERSION, accepted=True)

    shown = consent_of(older, required=True, company="Example", language="en", use=AnswerUse.PEOPLE_DECIDE)
    again = accept_consent(older, request, "2026-03-02T09:30:00.000Z")

    assert shown.accepted_at is None
    assert again.accepted_at == "2026-03-02T09:30:00.000Z"
    assert accept_consent(again, request, "2026-04-02T09:30:00.000Z") == again
    with pytest.raises(Conflict):
        accept_consent(again, GiveConsent(version="older", accepted=True), "2026-04-02T09:30:00.000Z")
