"""The questions of visitors about the chat itself, in the languages of visitors."""

import pytest

from gather.chat.chats.phrases import phrases
from gather.chat.chats.self_questions import SelfQuestion, languages_of, self_question_in
from gather.core.language import LANGUAGES
from tests.builders.service import Service
from tests.doubles.chat_candidate import chatting
from tests.doubles.engines import ScriptedEngines
from tests.support.records import post_chatbot

ASKED = [
    ("en", SelfQuestion.WHO, "Are you a robot?"),
    ("en", SelfQuestion.KEPT, "Is this chat stored?"),
    ("en", SelfQuestion.KEPT, "Hi! Do you save my messages?"),
    ("en", SelfQuestion.READERS, "Who reads this?"),
    ("en", SelfQuestion.READERS, "Can anyone else see my messages?"),
    ("en", SelfQuestion.PERSON, "Can I talk to a human?"),
    ("en", SelfQuestion.THERE, "Are you there?"),
    ("de", SelfQuestion.WHO, "Sind Sie ein Mensch?"),
    ("de", SelfQuestion.KEPT, "Wird das hier gespeichert?"),
    ("de", SelfQuestion.READERS, "Wer liest das?"),
    ("fr", SelfQuestion.WHO, "Vous êtes un robot ?"),
    ("fr", SelfQuestion.KEPT, "Est-ce que cette conversation est enregistrée ?"),
    ("fr", SelfQuestion.READERS, "Qui lit ce que j'écris ?"),
    ("es", SelfQuestion.WHO, "¿Es usted un robot?"),
    ("es", SelfQuestion.KEPT, "¿Se guarda esto?"),
    ("es", SelfQuestion.READERS, "¿Quién lee mis mensajes?"),
    ("it", SelfQuestion.WHO, "È un robot?"),
    ("it", SelfQuestion.KEPT, "Questa chat viene salvata?"),
    ("it", SelfQuestion.READERS, "Chi legge questo?"),
    ("pt", SelfQuestion.WHO, "Você é um robô?"),
    ("pt", SelfQuestion.KEPT, "Isso fica gravado?"),
    ("pt", SelfQuestion.READERS, "Quem lê isto?"),
    ("nl", SelfQuestion.WHO, "Bent u een robot?"),
    ("nl", SelfQuestion.KEPT, "Wordt dit opgeslagen?"),
    ("nl", SelfQuestion.READERS, "Wie leest mijn berichten?"),
    ("pl", SelfQuestion.WHO, "Czy rozmawiam z robotem?"),
    ("pl", SelfQuestion.KEPT, "Czy to jest zapisywane?"),
    ("pl", SelfQuestion.READERS, "Kto to czyta?"),
    ("ar", SelfQuestion.WHO, "هل أنت روبوت؟"),
    ("ar", SelfQuestion.KEPT, "هل يتم حفظ هذه المحادثة؟"),
    ("ar", SelfQuestion.READERS, "من يقرأ هذا؟"),
]


@pytest.mark.parametrize("chatbots", ["en", "de", "ar", "sv"])
@pytest.mark.parametrize(("language", "asked", "text"), ASKED)
def test_it_is_heard_in_the_visitors_language_whatever_the_chatbots(
    language: str, asked: SelfQuestion, text: str, chatbots: str
) -> None:
    assert self_question_in(text, languages_of(text, chatbots)) == (asked, language)


@pytest.mark.parametrize(
    "text",
    [
        "Who reads my application?",
        "Is my application confidential?",
        "Do you record calls?",
        "How long do you keep my data if you turn me down?",
        "When do shifts begin?",
        "How long does the interview take?",
        "Who decides about my application?",
        "Is there a robot in the warehouse?",
        "Can I work later?",
        "What is your return policy?",
        "Wie lange dauert das Vorstellungsgespräch?",
        "Wer liest meine Bewerbung?",
        "Qui lit ma candidature ?",
        "¿Quién lee mi solicitud?",
        "Chi legge la mia candidatura?",
        "Kto czyta moje podanie?",
        "Sorry, what?",
        "Thank you!",
    ],
)
def test_other_questions_are_none(text: str) -> None:
    assert self_question_in(text, LANGUAGES) is None


@pytest.mark.routes
class TestReplies:
    @pytest.mark.parametrize(("language", "asked", "text"), ASKED[:12])
    def test_phrases_reply_and_no_engine(
        self, service: Service, engines: ScriptedEngines, language: str, asked: SelfQuestion, text: str
    ) -> None:
        reply = chatting(service, post_chatbot(service)).say(text).data["reply"]

        assert reply["content"] == phrases(language)[asked.value]
        assert reply["metadata"]["answered"] is True
        assert engines.the_assistant.requests == []

    def test_who_wants_a_person_is_offered_to_leave_a_message(self, service: Service) -> None:
        reply = chatting(service, post_chatbot(service)).say("Can I speak to a person?").data["reply"]

        assert reply["metadata"]["help"]["leaveMessage"] is True

    def test_no_guardrail_keeps_the_chatbot_from_saying_what_it_is(self, service: Service) -> None:
        chatbot = post_chatbot(service, guardrails=["Never talk about robots"])

        reply = chatting(service, chatbot).say("Are you a robot?").data["reply"]

        assert reply["content"] == phrases("en")["whoReplies"]

    def test_the_engine_is_asked_in_the_visitors_language(
        self, service: Service, engines: ScriptedEngines
    ) -> None:
        chatbot = post_chatbot(service, language="en")

        chatting(service, chatbot).say("Wann beginnt die Schicht und wie lange dauert sie?")

        assert engines.the_assistant.requests[0].language == "de"
