"""Whether a text seems to be in another language than its reader's, in nine languages."""

import pytest

from gather.content.message_groups.models import MessageType
from gather.core.language import LANGUAGES
from gather.core.text_language import is_in_another_language, seems_to_be_in_another_language
from gather.messaging.rendering.messages import built_in_message

QUESTIONS = {
    "en": (
        ("Tell us about a time when you helped an unhappy customer. What did you do, and how did it end?"),
        ("Describe a busy day on which your team depended on you. How did you decide what to do first?"),
        (
            "What do you expect from your next job, and what would you like to learn with us in the "
            "first year?"
        ),
    ),
    "de": (
        (
            "Erzählen Sie uns von einer Situation, in der Sie einem unzufriedenen Kunden geholfen "
            "haben. Was haben Sie getan, und wie ist es ausgegangen?"
        ),
        (
            "Beschreiben Sie einen Tag, an dem sich Ihr Team auf Sie verlassen hat. Wie haben Sie "
            "entschieden, was zuerst kommt?"
        ),
        ("Was erwarten Sie von Ihrer nächsten Stelle, und was möchten Sie bei uns im ersten Jahr lernen?"),
    ),
    "fr": (
        (
            "Parlez-nous d'une situation où vous avez aidé un client mécontent. Qu'avez-vous fait, et "
            "comment cela s'est-il terminé ?"
        ),
        (
            "Décrivez une journée chargée pendant laquelle votre équipe comptait sur vous. Comment "
            "avez-vous décidé par quoi commencer ?"
        ),
        (
            "Qu'attendez-vous de votre prochain emploi, et qu'aimeriez-vous apprendre avec nous la "
            "première année ?"
        ),
    ),
    "es": (
        (
            "Cuéntenos una ocasión en la que ayudó a un cliente descontento. ¿Qué hizo y cómo terminó "
            "la situación?"
        ),
        (
            "Describa un día de mucho trabajo en el que su equipo dependía de usted. ¿Cómo decidió qué "
            "hacer primero?"
        ),
        ("¿Qué espera de su próximo trabajo y qué le gustaría aprender con nosotros en el primer año?"),
    ),
    "it": (
        (
            "Ci racconti di una volta in cui ha aiutato un cliente insoddisfatto. Che cosa ha fatto e "
            "come è finita?"
        ),
        (
            "Descriva una giornata intensa in cui la sua squadra contava su di lei. Come ha deciso che "
            "cosa fare per prima?"
        ),
        ("Che cosa si aspetta dal suo prossimo lavoro e che cosa vorrebbe imparare con noi nel primo anno?"),
    ),
    "pt": (
        (
            "Conte-nos sobre uma ocasião em que ajudou um cliente insatisfeito. O que fez e como "
            "terminou a situação?"
        ),
        (
            "Descreva um dia de muito trabalho em que a sua equipe dependia de você. Como decidiu o que "
            "fazer primeiro?"
        ),
        ("O que você espera do seu próximo emprego e o que gostaria de aprender conosco no primeiro ano?"),
    ),
    "nl": (
        (
            "Vertel ons over een situatie waarin je een ontevreden klant hebt geholpen. Wat heb je "
            "gedaan en hoe is het afgelopen?"
        ),
        (
            "Beschrijf een drukke dag waarop je team op je rekende. Hoe heb je besloten wat je als "
            "eerste ging doen?"
        ),
        "Wat verwacht je van je volgende baan, en wat wil je het eerste jaar bij ons leren?",
    ),
    "pl": (
        (
            "Proszę opowiedzieć o sytuacji, w której pomógł Pan lub pomogła Pani niezadowolonemu "
            "klientowi. Co Pan zrobił i jak to się skończyło?"
        ),
        (
            "Proszę opisać pracowity dzień, w którym zespół na Panu polegał. Jak zdecydował Pan, co "
            "zrobić najpierw?"
        ),
        ("Czego oczekuje Pani od następnej pracy i czego chciałaby się Pani u nas nauczyć w pierwszym roku?"),
    ),
    "ar": (
        "حدّثنا عن موقف ساعدت فيه عميلاً غير راضٍ. ماذا فعلت وكيف انتهى الأمر؟",
        "صف يوماً مزدحماً اعتمد فيه فريقك عليك. كيف قررت ما الذي تفعله أولاً؟",
        "ماذا تتوقع من وظيفتك القادمة وماذا تود أن تتعلم معنا في السنة الأولى؟",
    ),
}
ALL = [(language, question) for language, questions in QUESTIONS.items() for question in questions]
UNRELATED = {
    "en": ("de", "fr", "es", "pl", "ar"),
    "de": ("en", "fr", "it", "pl", "ar"),
    "fr": ("ar",),
    "es": ("en", "de", "nl", "pl", "ar"),
    "it": ("en", "de", "nl", "pl", "ar"),
    "pt": ("en", "de", "it", "pl", "ar"),
    "nl": ("en", "de", "es", "it", "pl", "ar"),
    "pl": ("ar",),
    "ar": ("en", "de", "fr", "es", "it", "pt", "nl", "pl"),
}
"""Languages in which each of the questions of a language is plainly out of place."""


@pytest.mark.parametrize(("language", "question"), ALL)
def test_no_question_is_out_of_place_in_its_own_language(language: str, question: str) -> None:
    assert not seems_to_be_in_another_language(question, language)
    assert not seems_to_be_in_another_language(question, f"{language}-XX")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_built_in_message_is_out_of_place_in_its_own_language(language: str) -> None:
    for kind in MessageType:
        message = built_in_message(kind.value, language)
        for text in (message.email_subject, message.email_header, message.email_body, message.sms_body):
            assert not seems_to_be_in_another_language(text or "", language), text


@pytest.mark.parametrize(("language", "question"), ALL)
def test_a_question_is_out_of_place_where_another_language_is_spoken(language: str, question: str) -> None:
    for other in UNRELATED[language]:
        assert seems_to_be_in_another_language(question, other), other


@pytest.mark.parametrize("language", LANGUAGES)
def test_two_questions_in_three_are_told_from_every_unrelated_language(language: str) -> None:
    for other in {*LANGUAGES} - {language}:
        told = [seems_to_be_in_another_language(question, other) for question in QUESTIONS[language]]
        kin = {language, other} <= {"es", "fr", "it", "pt"} or {language, other} == {"nl", "fr"}
        assert kin or sum(told) >= 2, other


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Why do you want to work with us?", "de-DE"),
        ("Was ist dein Lieblingsgericht?", "en-US"),
        ("", "en"),
        ("boilerplate", "en"),
        ("good morning", "de"),
        ("distribution agreement", "fr"),
        ("Let's talk somewhere else", "nl"),
        ("你好", "en-US"),
        ("42?", "ar"),
        ("هل عملت مع Kubernetes و DynamoDB؟", "ar-AE"),
        (
            "Python, AWS Lambda, DynamoDB, Kubernetes, Terraform, PostgreSQL, Kafka, Redis, Java, Go, C",
            "de",
        ),
        ("Kennen Sie den Film „The Good, the Bad and the Ugly“, und was mögen Sie an ihm am meisten?", "de"),
        (
            "Tell us about a time when you helped an unhappy customer. What did you do, and how did it end?",
            "ja-JP",
        ),
    ],
)
def test_what_cannot_be_told_is_left_alone(text: str, language: str) -> None:
    assert not seems_to_be_in_another_language(text, language)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("ما رأيك في العمل معنا؟", "en-US"),
        ("Почему вы хотите работать у нас?", "pl-PL"),
        ("なぜ当社で働きたいのですか", "de-DE"),
        ("Why do you want to work with us?", "ar-AE"),
    ],
)
def test_another_writing_is_another_language_even_in_a_few_words(text: str, language: str) -> None:
    assert seems_to_be_in_another_language(text, language)


def test_a_score_is_judged_by_what_is_plainer() -> None:
    text = QUESTIONS["de"][1]

    assert seems_to_be_in_another_language(text, "en")
    assert not is_in_another_language(text, "en")
