"""The interviewer of the local stack."""

from dataclasses import replace

import pytest

from gather.core.language import LANGUAGES
from gather.ports.assistant import ChatTurn
from gather.ports.interviewer import FollowUp, InterviewerRequest, InterviewerResponse
from local_stack.engines.rule_interviewer import RuleInterviewer

ALL = (FollowUp.ELABORATE, FollowUp.CLARIFY, FollowUp.DIG_DEEPER)
LATER = (FollowUp.CLARIFY, FollowUp.DIG_DEEPER)
STORY = "Last year a guest was angry. I listened to him for a while, and I made him a new coffee."
VAGUE = "It is always somehow a bit different, maybe it depends, and generally people are just people to me."


def _respond(heard: str, offered: tuple[FollowUp, ...] = (), **changes: object) -> InterviewerResponse:
    request = InterviewerRequest("", "en", heard, open_question="How?", offered_follow_ups=offered)
    return RuleInterviewer().respond(replace(request, **changes))  # type: ignore[arg-type]  # members by name


@pytest.mark.parametrize("offered", [(FollowUp.ELABORATE,), ALL])
@pytest.mark.parametrize(
    "heard", ["Yes.", "I want to stop now.", "I feel sick.", "Are you a robot?", "No idea."]
)
def test_more_of_a_short_answer_is_always_asked_for(heard: str, offered: tuple[FollowUp, ...]) -> None:
    assert _respond(heard, offered, is_short=True).follow_up is FollowUp.ELABORATE


def test_a_story_is_dug_into_by_its_own_words() -> None:
    response = _respond(STORY, LATER)

    assert response.follow_up is FollowUp.DIG_DEEPER
    assert "“I listened to him for a while”" in response.follow_up_text
    assert response.follow_up_text.count("?") == 1


def test_an_example_of_what_is_vague_is_asked_for() -> None:
    assert _respond(VAGUE, LATER).follow_up is FollowUp.CLARIFY
    assert _respond(STORY, (FollowUp.CLARIFY,)).follow_up is None


def test_who_answers_a_follow_up_in_few_words_is_left_alone() -> None:
    assert _respond("It was fine for me.", LATER).follow_up is None


def test_who_wants_to_stop_or_is_unwell_is_told_how() -> None:
    assert "end the interview" in _respond("I want to stop now.").lead
    assert "sorry" in _respond("I feel sick.").lead
    assert "end the interview" in _respond("Stop.", ALL, is_short=True).follow_up_text


def test_who_asks_whether_it_is_human_is_told() -> None:
    assert "AI interviewer" in _respond("Are you a human?", ALL, is_short=True).follow_up_text


@pytest.mark.parametrize("language", LANGUAGES)
def test_leads_vary_judge_nothing_and_ask_nothing(language: str) -> None:
    history: tuple[ChatTurn, ...] = ()
    leads = []
    for number in range(4):
        heard = STORY + " And so it went on." * number
        lead = _respond(heard, language=language, history=history).lead
        leads.append(lead)
        history = (*history, ChatTurn(True, heard), ChatTurn(False, f"{lead} Why?"))

    assert len(set(leads)) == 4
    assert not any("?" in lead for lead in leads)


@pytest.mark.parametrize(
    ("language", "story", "quote", "vague", "stop"),
    [
        (
            "it",
            "Un cliente era irritato. Ho ascoltato con calma il cliente, poi ho rifatto il suo caffè.",
            "«Ho ascoltato con calma il cliente»",
            "Forse di solito dipende dalle persone e dalle cose che uno incontra nel lavoro.",
            "Vorrei terminare il colloquio.",
        ),
        (
            "pt",
            "Um cliente estava zangado. Escutei com calma o cliente, depois preparei outro café.",
            "“Escutei com calma o cliente”",
            "Talvez normalmente depende das pessoas e das coisas que a gente encontra no trabalho.",
            "Quero parar agora.",
        ),
        (
            "nl",
            "Een gast was boos. Ik heb rustig naar hem geluisterd, daarna kreeg hij nieuwe koffie.",
            "“Ik heb rustig naar hem geluisterd”",
            "Misschien is het meestal een beetje anders, want mensen en dingen zijn nooit hetzelfde.",
            "Ik wil graag stoppen.",
        ),
        (
            "pl",
            "Gość był zły. Spokojnie wysłuchałam tego gościa, potem podałam mu nową kawę.",
            "„Spokojnie wysłuchałam tego gościa”",
            "Zwykle to chyba zależy od ludzi i od różnych rzeczy, jakie trafiają się w pracy.",
            "Chciałabym przerwać.",
        ),
        (
            "ar",
            "كان أحد الضيوف غاضبًا. استمعت إليه بهدوء شديد، ثم قدمت له قهوة جديدة.",
            "«استمعت إليه بهدوء شديد»",
            "ربما يعتمد الأمر عادة على الناس وعلى أشياء كثيرة يراها المرء في العمل كل يوم.",
            "أريد التوقف الآن.",
        ),
    ],
)
def test_it_follows_up_in_the_candidates_language(
    language: str, story: str, quote: str, vague: str, stop: str
) -> None:
    dug = _respond(story, LATER, language=language)

    assert dug.follow_up is FollowUp.DIG_DEEPER
    assert quote in dug.follow_up_text
    assert _respond(vague, LATER, language=language).follow_up is FollowUp.CLARIFY
    told = {_respond(stop, language=code).lead for code in ("en", language)}
    assert len(told) == 2


def test_it_says_the_same_to_the_same_words() -> None:
    assert _respond(STORY, LATER) == _respond(STORY, LATER)


def test_tones_and_style_change_what_is_said() -> None:
    assert _respond(STORY, friendly=True).lead != _respond(STORY, friendly=False).lead
    assert _respond(STORY, is_conversational=False).lead == ""


def test_what_is_meant_is_explained_and_a_mere_repetition_is_not() -> None:
    assert "example" in _respond("What do you mean?").reply
    assert _respond("Can you repeat the question?").reply == ""
