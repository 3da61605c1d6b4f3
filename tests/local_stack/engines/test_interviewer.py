"""The interviewer of the local stack."""

from dataclasses import replace

import pytest

from gather.core.language import LANGUAGES
from gather.ports.assistant import ChatTurn, Passage
from gather.ports.interviewer import Aside, FollowUp, Intent, InterviewerRequest, InterviewerResponse
from gather.screening.conversations.guards import PhraseGuard
from local_stack.engines.interviewer_manner import manner
from local_stack.engines.rule_interviewer import RuleInterviewer
from local_stack.engines.scorecard_aspects import aspects

ALL = (FollowUp.ELABORATE, FollowUp.CLARIFY, FollowUp.DIG_DEEPER)
LATER = (FollowUp.CLARIFY, FollowUp.DIG_DEEPER)
STORY = "Last year a guest was angry. I listened to him for a while, and I made him a new coffee."
VAGUE = "It is always somehow a bit different, maybe it depends, and generally people are just people to me."


def _respond(heard: str, offered: tuple[FollowUp, ...] = (), **changes: object) -> InterviewerResponse:
    request = InterviewerRequest("", "en", heard, open_question="How?", offered_follow_ups=offered)
    return RuleInterviewer().respond(replace(request, **changes))  # type: ignore[arg-type]  # members by name


@pytest.mark.parametrize("offered", [(FollowUp.ELABORATE,), ALL])
@pytest.mark.parametrize(
    "heard", ["Yes.", "I want to stop now.", "I feel sick.", "What does it pay?", "No idea."]
)
def test_more_of_a_short_answer_is_always_asked_for(heard: str, offered: tuple[FollowUp, ...]) -> None:
    assert _respond(heard, offered, is_short=True).follow_up is FollowUp.ELABORATE


def test_a_story_is_dug_into_without_an_echo() -> None:
    response = _respond(STORY, LATER)

    assert response.follow_up is FollowUp.DIG_DEEPER
    assert "listened" not in response.follow_up_text
    assert response.follow_up_text.count("?") == 1


LOOKED_FOR = ("listened to the customer", "offers two ways out", "explains what came of it in the end")


def test_a_follow_up_asks_for_what_the_scorecard_looks_for_and_the_answer_lacks() -> None:
    told = "Last year a guest was angry. I listened to him for a while, and then I brought coffee to him."

    first = _respond(told, LATER, looked_for=LOOKED_FOR)
    history = (ChatTurn(True, told), ChatTurn(False, first.follow_up_text))
    second = _respond(told, LATER, looked_for=LOOKED_FOR, history=history)

    assert first.follow_up_text == "What did you do or offer to solve it?"
    assert second.follow_up_text == "How did it turn out in the end?"
    assert not any(part in first.follow_up_text for part in LOOKED_FOR)


def test_a_short_answer_is_asked_for_what_the_scorecard_looks_for() -> None:
    deed = _respond("I helped him.", ALL, is_short=True, looked_for=LOOKED_FOR)
    why = _respond(
        "I like it.",
        ALL,
        is_short=True,
        open_question="Why coffee?",
        looked_for=("listened to the customer", "reason for applying"),
    )

    assert deed.follow_up_text.endswith("How did you find out what the other person needed?")
    assert deed.follow_up_text.count("?") == 1
    assert why.follow_up_text.endswith("What appeals to you most about it?")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_asks_for_every_aspect_and_no_guard_refuses_it(language: str) -> None:
    questions = manner(language).aspects

    assert list(questions) == [each.name for each in aspects()]
    for question in questions.values():
        assert PhraseGuard("").follow_up(question) == question


def test_an_example_of_what_is_vague_is_asked_for() -> None:
    assert _respond(VAGUE, LATER).follow_up is FollowUp.CLARIFY
    assert _respond(STORY, (FollowUp.CLARIFY,)).follow_up is None


def test_who_answers_a_follow_up_in_few_words_is_left_alone() -> None:
    assert _respond("It was fine for me.", LATER).follow_up is None


def test_who_wants_to_stop_or_is_unwell_is_told_how() -> None:
    assert "end the interview" in _respond("I want to stop now.").lead
    assert "sorry" in _respond("I feel sick.").lead
    assert "end the interview" in _respond("Stop.", ALL, is_short=True).follow_up_text


def test_who_asks_about_the_interview_gives_no_answer() -> None:
    response = _respond("Are you a human?", ALL, is_short=True)

    assert (response.intent, response.aside) == (Intent.ABOUT_INTERVIEW, Aside.WHO)
    assert response.follow_up is None


JOB = Passage(
    "job",
    "The job",
    "You serve guests in Lisbon. The salary is 1,450 euros a month. Shifts begin at 6 or at 14 o'clock.",
)


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ("What is the salary?", "The salary is 1,450 euros a month."),
        ("When do shifts begin?", "Shifts begin at 6 or at 14 o'clock."),
        ("Whom do I serve?", "You serve guests in Lisbon."),
    ],
)
def test_a_reply_is_the_one_sentence_that_was_asked_for(asked: str, sentence: str) -> None:
    response = _respond(asked, open_question=None, is_inviting=True, passages=(JOB,))

    assert response.reply == sentence
    assert response.knew


def test_texts_that_contradict_each_other_are_told_from_those_that_agree() -> None:
    other = Passage("pay", "Pay", "We pay 1,600 euros a month.")
    same = Passage("pay", "Pay", "The pay is 1,450 euros a month.")

    def disagrees(*passages: Passage) -> bool:
        asked = _respond("What is the salary?", open_question=None, is_inviting=True, passages=passages)
        return asked.disagrees

    assert disagrees(JOB, other)
    assert not disagrees(JOB, same)
    assert not disagrees(JOB)


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
    ("language", "story", "vague", "stop"),
    [
        (
            "it",
            "Un cliente era irritato. Ho ascoltato con calma il cliente, poi ho rifatto il suo caffè.",
            "Forse di solito dipende dalle persone e dalle cose che uno incontra nel lavoro.",
            "Vorrei terminare il colloquio.",
        ),
        (
            "pt",
            "Um cliente estava zangado. Escutei com calma o cliente, depois preparei outro café.",
            "Talvez normalmente depende das pessoas e das coisas que a gente encontra no trabalho.",
            "Quero parar agora.",
        ),
        (
            "nl",
            "Een gast was boos. Ik heb rustig naar hem geluisterd, daarna kreeg hij nieuwe koffie.",
            "Misschien is het meestal een beetje anders, want mensen en dingen zijn nooit hetzelfde.",
            "Ik wil graag stoppen.",
        ),
        (
            "pl",
            "Gość był zły. Spokojnie wysłuchałam tego gościa, potem podałam mu nową kawę.",
            "Zwykle to chyba zależy od ludzi i od różnych rzeczy, jakie trafiają się w pracy.",
            "Chciałabym przerwać.",
        ),
        (
            "ar",
            "كان أحد الضيوف غاضبًا. استمعت إليه بهدوء شديد، ثم قدمت له قهوة جديدة.",
            "ربما يعتمد الأمر عادة على الناس وعلى أشياء كثيرة يراها المرء في العمل كل يوم.",
            "أريد التوقف الآن.",
        ),
    ],
)
def test_it_follows_up_in_the_candidates_language(language: str, story: str, vague: str, stop: str) -> None:
    dug = _respond(story, LATER, language=language)

    assert dug.follow_up is FollowUp.DIG_DEEPER
    assert dug.follow_up_text in manner(language).dig_deeper
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
