"""The assistant of the local stack."""

import tomllib
from pathlib import Path

import pytest

import local_stack.engines
from gather.core.language import LANGUAGES
from gather.ports.assistant import AssistantRequest, OfferedJob, Passage
from local_stack.engines.quoting_assistant import QuotingAssistant

PHRASES = Path(local_stack.engines.__file__).with_name("assistant_phrases.toml")
_HOURS = Passage("a1", "Working hours", "Shifts begin at six.")
_PAY = Passage("a2", "Pay", "Paid monthly.")
_JOB = OfferedJob("j1", "Barista", location=("Lisbon",), work_model="onsite", url="https://example.com/j1")


def _said(message: str, **changes: object) -> str:
    return QuotingAssistant().reply(AssistantRequest("en", "Robin", message, **changes)).text  # type: ignore[arg-type]  # members of the request by name


def test_quotes_the_sentence_that_answers_alone() -> None:
    assert _said("When do shifts begin?", passages=(_PAY, _HOURS)) == "Shifts begin at six."


def test_a_long_passage_is_cut_after_a_sentence() -> None:
    text = _said("When do shifts begin?", passages=(Passage("a", "Hours", "Shifts begin at six. " * 60),))

    assert len(text) <= 600
    assert text.endswith("six.")


def test_lists_jobs_with_place_and_link() -> None:
    assert "Barista (Lisbon, onsite): https://example.com/j1" in _said("Jobs?", jobs=(_JOB,))


def test_names_jobs_without_their_links_where_the_page_shows_cards() -> None:
    text = _said("Jobs?", jobs=(_JOB,), with_suggestions=True)

    assert "Barista" in text
    assert "https" not in text


def test_a_question_for_jobs_gets_jobs_and_no_articles() -> None:
    assert "six" not in _said("Which jobs are open?", jobs=(_JOB,), passages=(_HOURS,))
    assert _said("When do shifts begin?", jobs=(_JOB,), passages=(_HOURS,)) == "Shifts begin at six."


def test_what_a_job_says_itself_is_told_with_the_jobs_name() -> None:
    paid = OfferedJob("j2", "Baker", description="The salary is 30,000 euros. You bake.")
    reply = QuotingAssistant().reply(AssistantRequest("en", "Robin", "What does it pay?", jobs=(_JOB, paid)))

    assert reply.text == "Baker: The salary is 30,000 euros."
    assert reply.jobs == (paid,)


def test_a_bare_question_is_about_what_was_asked_before() -> None:
    text = _said("Why?", question="When do shifts begin?", passages=(_HOURS,))

    assert text == "Shifts begin at six."


def test_the_reply_to_a_resume_has_jobs_and_no_articles() -> None:
    text = _said("A résumé", jobs=(_JOB,), passages=(_HOURS,), is_resume=True)

    assert "fits your résumé" in text
    assert "six" not in text


def test_greets_and_thanks_back_but_knows_nothing_else() -> None:
    assert "What would you like to know" in _said("Hello!")
    assert "welcome" in _said("thank you")
    assert "I don't know" in _said("Hello, is there a swimming pool at your office?")


def test_tone_changes_the_wording() -> None:
    assert _said("Pool?", friendly=True) != _said("Pool?", professional=True)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_its_own_is_said_in_the_language_of_the_request(language: str) -> None:
    def said(message: str, **changes: object) -> str:
        request = AssistantRequest(language, "Robin", message, friendly=True, **changes)  # type: ignore[arg-type]  # members of the request by name
        return QuotingAssistant().reply(request).text

    phrases = tomllib.loads(PHRASES.read_text(encoding="utf-8"))

    assert said("xyzzy") == f"{phrases[language]['unknown']} {phrases[language]['anything_else']}"
    assert said("Hello") == phrases[language]["hello_friendly"]
    assert said("Merci") == phrases[language]["thanks_friendly"]
    assert said("Jobs?", jobs=(_JOB,)).startswith(phrases[language]["job"])
    assert {frozenset(each) for each in phrases.values()} == {frozenset(phrases["en"])}
