"""The assistant of the local stack."""

from gather.chat.retrieval import OfferedJob, Passage
from gather.engines.protocols import AssistantRequest
from local_stack.engines.quoting_assistant import QuotingAssistant

_HOURS = Passage("a1", "Working hours", "Shifts begin at six.")
_PAY = Passage("a2", "Pay", "Paid monthly.")
_JOB = OfferedJob("j1", "Barista", location=("Lisbon",), work_model="onsite", url="https://example.com/j1")


def _said(message: str, **changes: object) -> str:
    return QuotingAssistant().reply(AssistantRequest("en", "Robin", message, **changes)).text  # type: ignore[arg-type]  # members of the request by name


def test_quotes_the_best_passage_alone() -> None:
    assert _said("When?", passages=(_HOURS, _PAY)) == "Shifts begin at six."


def test_a_long_passage_is_cut_after_a_sentence() -> None:
    text = _said("When?", passages=(Passage("a", "Hours", "Shifts begin at six. " * 60),))

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
    assert "six" in _said("Is the barista early?", jobs=(_JOB,), passages=(_HOURS,))


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
