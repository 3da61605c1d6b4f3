"""The questions about the interview itself, told from answers, in the languages of candidates."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gather.core.language import LANGUAGES
from gather.ports.interviewer import ABOUT_THE_QUESTION, Aside, Intent
from gather.screening.conversations.asides import LONGEST_ASIDE_WORDS, aside_of
from gather.screening.conversations.intents import plain_intent
from screening.pages.invite_phrases import PHRASES

ASKED = (
    ("en", Aside.LATER, "No, I need a short break."),
    ("de", Aside.LATER, "Ich brauche eine Pause."),
    ("es", Aside.LATER, "Necesito una pausa."),
    ("it", Aside.LATER, "Ho bisogno di una pausa."),
    ("pt", Aside.LATER, "Preciso de uma pausa."),
    ("nl", Aside.LATER, "Ik heb even een pauze nodig."),
    ("pl", Aside.LATER, "Potrzebuję przerwy."),
    ("ar", Aside.LATER, "أحتاج استراحة."),
    ("en", Aside.REPEAT, "Sorry, what?"),
    ("en", Aside.CHOICE, "Do you mean a customer or a colleague?"),
    ("en", Aside.LATER, "Can I come back to this later?"),
    ("en", Aside.RECORDING, "Is this being recorded?"),
    ("en", Aside.TIME, "How long will this take?"),
    ("en", Aside.WHO, "Are you a robot?"),
    ("en", Aside.READERS, "Who will read this?"),
    ("en", Aside.HEARING, "Can you hear me?"),
    ("en", Aside.WAIT, "One moment, please."),
    ("en", Aside.WAIT, "Hold on, let me think about that."),
    ("en", Aside.TIME, "How many questions are left?"),
    ("en", Aside.CONTACT, "Can I speak to a human?"),
    ("en", Aside.READERS, "What happens next?"),
    ("en", Aside.REPEAT, "My neighbour was drilling. Could you repeat that?"),
    ("en", Aside.RECORDING, "Before I answer: is this recorded?"),
    ("en", Aside.REPEAT, "Sorry?"),
    ("en", Aside.HEARING, "Hello? Are you there?"),
    ("en", Aside.CHOICE, "Does it have to be from work?"),
    ("en", Aside.CHOICE, "A customer or a colleague?"),
    ("en", Aside.RECORDING, "is this being recorded"),
    ("en", Aside.LATER, "Can I skip this question?"),
    ("en", Aside.TIME, "Hi! Quick question: how long does this take?"),
    ("en", Aside.WHO, "Who am I talking to?"),
    ("en", Aside.WHO, "What's your name?"),
    ("en", Aside.RECORDING, "Do you keep my voice?"),
    ("en", Aside.REPEAT, "sorry could you say that again please"),
    ("en", Aside.MEANING, "I'm confused. What do you mean by that?"),
    ("en", Aside.LATER, "Is it okay if I take a short break?"),
    ("en", Aside.MEANING, "You mean with guests?"),
    ("de", Aside.REPEAT, "Wie bitte?"),
    ("de", Aside.CHOICE, "Meinen Sie einen Kunden oder einen Kollegen?"),
    ("de", Aside.LATER, "Kann ich später darauf zurückkommen?"),
    ("de", Aside.RECORDING, "Wird das aufgezeichnet?"),
    ("de", Aside.TIME, "Wie lange dauert das noch?"),
    ("de", Aside.WHO, "Sind Sie ein Roboter?"),
    ("de", Aside.READERS, "Wer liest das?"),
    ("de", Aside.HEARING, "Hören Sie mich?"),
    ("de", Aside.WAIT, "Einen Moment bitte."),
    ("de", Aside.TIME, "Wie viele Fragen kommen noch?"),
    ("de", Aside.CONTACT, "Kann ich mit einem Menschen sprechen?"),
    ("de", Aside.REPEAT, "Entschuldigung, was?"),
    ("de", Aside.RECORDING, "Wird dieses Gespräch aufgenommen?"),
    ("de", Aside.READERS, "Bevor ich antworte: Wer hört sich das an?"),
    ("de", Aside.WHO, "Spreche ich mit einer KI?"),
    ("de", Aside.LATER, "Ich brauche kurz eine Pause."),
    ("de", Aside.READERS, "Wie geht es danach weiter?"),
    ("de", Aside.CHOICE, "Darf ich ein Beispiel aus der Schule nehmen?"),
    ("de", Aside.REPEAT, "Was haben Sie gesagt?"),
    ("fr", Aside.REPEAT, "Pardon, quoi ?"),
    ("fr", Aside.CHOICE, "Vous voulez dire un client ou un collègue ?"),
    ("fr", Aside.LATER, "Est-ce que je peux y revenir plus tard ?"),
    ("fr", Aside.RECORDING, "Est-ce que c'est enregistré ?"),
    ("fr", Aside.TIME, "Combien de temps ça va durer ?"),
    ("fr", Aside.WHO, "Êtes-vous un robot ?"),
    ("fr", Aside.WHO, "Vous êtes un robot ?"),
    ("fr", Aside.READERS, "Qui va lire mes réponses ?"),
    ("fr", Aside.HEARING, "Vous m'entendez ?"),
    ("fr", Aside.WAIT, "Un instant, s'il vous plaît."),
    ("fr", Aside.TIME, "Combien de questions reste-t-il ?"),
    ("fr", Aside.CONTACT, "Puis-je parler à quelqu'un ?"),
    ("fr", Aside.RECORDING, "L'entretien est enregistré ?"),
    ("es", Aside.REPEAT, "¿Perdón, qué?"),
    ("es", Aside.CHOICE, "¿Se refiere a un cliente o a un compañero?"),
    ("es", Aside.LATER, "¿Puedo volver a esto más tarde?"),
    ("es", Aside.RECORDING, "¿Se está grabando esto?"),
    ("es", Aside.TIME, "¿Cuánto dura esto?"),
    ("es", Aside.WHO, "¿Es usted un robot?"),
    ("es", Aside.READERS, "¿Quién lee mis respuestas?"),
    ("es", Aside.HEARING, "¿Me oye?"),
    ("es", Aside.WAIT, "Un momento, por favor."),
    ("es", Aside.TIME, "¿Cuántas preguntas quedan?"),
    ("es", Aside.CONTACT, "¿Puedo hablar con una persona?"),
    ("es", Aside.WHO, "¿Estoy hablando con una persona?"),
    ("it", Aside.REPEAT, "Scusi, cosa?"),
    ("it", Aside.CHOICE, "Intende un cliente o un collega?"),
    ("it", Aside.LATER, "Posso tornarci più tardi?"),
    ("it", Aside.RECORDING, "Viene registrato?"),
    ("it", Aside.TIME, "Quanto dura?"),
    ("it", Aside.WHO, "È un robot?"),
    ("it", Aside.WHO, "Lei è un robot?"),
    ("it", Aside.READERS, "Chi legge le mie risposte?"),
    ("it", Aside.HEARING, "Mi sente?"),
    ("it", Aside.WAIT, "Un attimo, per favore."),
    ("it", Aside.TIME, "Quante domande mancano?"),
    ("it", Aside.CONTACT, "Posso parlare con una persona?"),
    ("pt", Aside.REPEAT, "Desculpe, o quê?"),
    ("pt", Aside.CHOICE, "Quer dizer um cliente ou um colega?"),
    ("pt", Aside.LATER, "Posso voltar a isto mais tarde?"),
    ("pt", Aside.RECORDING, "Isto está a ser gravado?"),
    ("pt", Aside.RECORDING, "Está sendo gravado?"),
    ("pt", Aside.TIME, "Quanto tempo demora?"),
    ("pt", Aside.WHO, "Você é um robô?"),
    ("pt", Aside.READERS, "Quem vai ler as minhas respostas?"),
    ("pt", Aside.HEARING, "Está a ouvir-me?"),
    ("pt", Aside.WAIT, "Um momento, por favor."),
    ("pt", Aside.TIME, "Quantas perguntas faltam?"),
    ("pt", Aside.CONTACT, "Posso falar com uma pessoa?"),
    ("nl", Aside.REPEAT, "Sorry, wat?"),
    ("nl", Aside.CHOICE, "Bedoelt u een klant of een collega?"),
    ("nl", Aside.LATER, "Mag ik hier later op terugkomen?"),
    ("nl", Aside.RECORDING, "Wordt dit opgenomen?"),
    ("nl", Aside.TIME, "Hoe lang duurt dit?"),
    ("nl", Aside.WHO, "Bent u een robot?"),
    ("nl", Aside.READERS, "Wie leest dit?"),
    ("nl", Aside.HEARING, "Hoort u mij?"),
    ("nl", Aside.WAIT, "Een moment alstublieft."),
    ("nl", Aside.TIME, "Hoeveel vragen zijn er nog?"),
    ("nl", Aside.CONTACT, "Kan ik met een mens praten?"),
    ("pl", Aside.REPEAT, "Przepraszam, co?"),
    ("pl", Aside.CHOICE, "Czy chodzi o klienta, czy o kolegę?"),
    ("pl", Aside.LATER, "Czy mogę do tego wrócić później?"),
    ("pl", Aside.RECORDING, "Czy to jest nagrywane?"),
    ("pl", Aside.TIME, "Jak długo to potrwa?"),
    ("pl", Aside.WHO, "Czy jest pan robotem?"),
    ("pl", Aside.READERS, "Kto to przeczyta?"),
    ("pl", Aside.HEARING, "Czy pani mnie słyszy?"),
    ("pl", Aside.WAIT, "Chwileczkę, proszę."),
    ("pl", Aside.TIME, "Ile pytań jeszcze zostało?"),
    ("pl", Aside.CONTACT, "Czy mogę porozmawiać z człowiekiem?"),
    ("ar", Aside.REPEAT, "عفوًا، ماذا؟"),
    ("ar", Aside.CHOICE, "هل تقصد زبونًا أم زميلًا؟"),
    ("ar", Aside.LATER, "هل يمكنني العودة إلى هذا لاحقًا؟"),
    ("ar", Aside.RECORDING, "هل يتم تسجيل هذا؟"),
    ("ar", Aside.TIME, "كم سيستغرق هذا؟"),
    ("ar", Aside.WHO, "هل أنت روبوت؟"),
    ("ar", Aside.READERS, "من سيقرأ إجاباتي؟"),
    ("ar", Aside.HEARING, "هل تسمعني؟"),
    ("ar", Aside.WAIT, "لحظة من فضلك."),
    ("ar", Aside.TIME, "كم سؤالًا تبقى؟"),
    ("ar", Aside.CONTACT, "هل يمكنني التحدث مع شخص؟"),
)
ANSWERED = (
    ("en", "I don't need a break."),
    ("de", "Ich brauche keine Pause."),
    ("es", "No necesito una pausa."),
    ("it", "Non ho bisogno di una pausa."),
    ("pt", "Não preciso de uma pausa."),
    ("nl", "Ik heb geen pauze nodig."),
    ("pl", "Nie potrzebuję przerwy."),
    ("ar", "لا أحتاج استراحة."),
    ("en", "I asked the customer: sorry, what do you mean?"),
    ("en", "He shouted. What do you mean? I said."),
    ("en", "He shouted at me. What do you mean?"),
    ("en", "Yes."),
    ("en", "What does it pay?"),
    ("en", "I record every call in the system"),
    ("en", "Can I come back? she asked me, and I said yes"),
    ("en", "I asked him how long it will take and he said two days"),
    ("en", "We record all complaints."),
    ("en", "One moment, I told the guest, and I fetched my boss."),
    ("en", "I am a person who likes people."),
    ("en", "She said: “Is this being recorded?” and I told her that it is not."),
    ("en", "I take a break when I am angry."),
    ("en", "Let me think. Last year I had a guest who was angry."),
    ("en", "How many questions did the customer ask?"),
    ("en", "How long does the training take?"),
    ("en", "Can I work from home?"),
    ("en", "Teamwork."),
    ("en", "No."),
    ("en", "A customer or a colleague, it makes no difference to me, I help."),
    ("en", "Is that you?"),
    ("en", "I'd like to stop now."),
    ("en", "Hello, my name is Ana and I worked in a bar."),
    ("en", "Are you too stupid to hire people yourselves?"),
    ("de", "Ich habe den Kunden gefragt: Wie bitte, was meinen Sie?"),
    ("de", "Nein."),
    ("de", "Das kann ich später machen."),
    ("de", "Wir haben alles aufgezeichnet."),
    ("de", "Einen Moment bitte, habe ich gesagt, und dann holte ich den Chef."),
    ("de", "Was verdient man?"),
    ("de", "Wie lange dauert die Einarbeitung?"),
    ("de", "Kann ich am Ende Fragen stellen?"),
    ("de", "Ich bin ein Mensch, der gern hilft."),
    ("fr", "J'ai demandé au client : pardon, que voulez-vous dire ?"),
    ("fr", "Je peux revenir demain et je l'ai dit au client."),
    ("fr", "C'est une personne calme."),
    ("fr", "Un client ou un collègue, c'est pareil."),
    ("fr", "On peut passer par le chef."),
    ("es", "Es una persona muy amable"),
    ("es", "Puedo volver más tarde a casa"),
    ("es", "Con un cliente o con un compañero, siempre escucho."),
    ("es", "Le pregunté: ¿qué quiere decir?"),
    ("it", "Posso lavorare di sera e studiare dopo"),
    ("it", "Lei è una persona molto calma"),
    ("it", "Sono registrato all'ufficio di collocamento"),
    ("it", "È una persona gentile."),
    ("pt", "É uma pessoa calma"),
    ("pt", "Posso trabalhar e estudar depois"),
    ("pt", "Está gravado na minha memória"),
    ("nl", "Ik vroeg de klant: wat bedoelt u?"),
    ("nl", "Een klant of een collega, dat maakt niet uit."),
    ("pl", "Zapytałam klienta: co ma pan na myśli?"),
    ("pl", "Jestem człowiekiem spokojnym"),
    ("pl", "Mogę później zostać dłużej"),
    ("ar", "سألت الزبون: ماذا تقصد؟"),
    ("ar", "أنا شخص هادئ"),
    ("ar", "سجلت الطلب ثم شرحت للزبون"),
)
STORIES = {
    "en": "Last summer a guest was angry, and I listened to him until he was calm again.",
    "de": "Im letzten Sommer war ein Gast wütend, und ich habe ihm zugehört, bis er ruhig war.",
    "fr": "L'été dernier un client était en colère, et je l'ai écouté jusqu'à ce qu'il se calme.",
    "es": "El verano pasado un cliente estaba enfadado y yo lo escuché hasta que se calmó.",
    "it": "L'estate scorsa un cliente era arrabbiato e io l'ho ascoltato finché si è calmato.",
    "pt": "No verão passado um cliente estava irritado e eu o escutei até que se acalmou.",
    "nl": "Vorige zomer was een gast boos, en ik luisterde naar hem tot hij weer rustig was.",
    "pl": "Zeszłego lata gość był zły, a ja słuchałam go, aż się uspokoił.",
    "ar": "في الصيف الماضي كان أحد الضيوف غاضبًا، واستمعت إليه حتى هدأ.",
}


@pytest.mark.parametrize(("language", "aside", "text"), ASKED)
def test_who_asks_about_the_interview_is_heard(language: str, aside: Aside, text: str) -> None:
    expected = Intent.UNCLEAR if aside in ABOUT_THE_QUESTION else Intent.ABOUT_INTERVIEW

    assert aside_of(text, language) is aside
    assert plain_intent(text, language, is_inviting=False) is expected
    assert plain_intent(text, language, is_inviting=True) is Intent.QUESTION


@pytest.mark.parametrize(("language", "text"), ANSWERED)
def test_an_answer_that_looks_like_it_stays_an_answer(language: str, text: str) -> None:
    assert aside_of(text, language) is None
    assert plain_intent(text, language, is_inviting=False) is Intent.ANSWER


@pytest.mark.parametrize(("language", "_", "text"), ASKED)
def test_who_asks_within_a_story_tells_a_story(language: str, _: Aside, text: str) -> None:
    assert aside_of(f"{STORIES[language]} {text}", language) is None
    assert aside_of(f"{text} {STORIES[language]}", language) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_knows_every_question(language: str) -> None:
    known = {aside for code, aside, _ in ASKED if code == language}

    assert known >= set(Aside) - {Aside.MEANING}


@pytest.mark.parametrize("language", ["sv", "ja", "en-GB"])
def test_english_is_understood_in_every_language(language: str) -> None:
    assert aside_of("Is this being recorded?", language) is Aside.RECORDING


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_of_the_pages_button_ask_for_the_question_again(language: str) -> None:
    assert aside_of(PHRASES.texts(language)["askAgainWords"], language) is Aside.REPEAT


@given(st.text(max_size=400), st.sampled_from(LANGUAGES))
def test_no_text_is_too_strange(text: str, language: str) -> None:
    aside = aside_of(text, language)

    assert aside is None or len(text.split()) <= LONGEST_ASIDE_WORDS


@pytest.mark.parametrize(
    "text", ["so," * 3_000, "please " * 24, "wait, " * 24, "can i " * 12, "so and but " * 8]
)
def test_no_text_takes_long(text: str) -> None:
    began = time.perf_counter()

    aside_of(text, "en")

    assert time.perf_counter() - began < 2
