"""The strengths that an answer shows, by the written rules."""

import pytest

from gather.screening.conversations.models import Strength
from gather.screening.conversations.strength_rules import plain_strengths

ALL = frozenset(Strength)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Last summer a guest was angry. I listened to him and made a new coffee, and he came back."),
        ("de", "Letztes Jahr war ein Gast wütend. Ich habe ihm zugehört, und am Ende war er sehr zufrieden."),
        (
            "fr",
            "L'année dernière un client était fâché. J'ai écouté et finalement il est revenu le lendemain.",
        ),
        (
            "es",
            "El año pasado un cliente estaba enfadado. Escuché, hice otro café y al final volvió contento.",
        ),
        (
            "it",
            "L’anno scorso un cliente era irritato. L’ho ascoltato, rifatto il caffè, alla fine è tornato.",
        ),
        (
            "pt",
            "No ano passado um cliente estava zangado. Ouvi o que disse, fiz outro café e no final voltou.",
        ),
        (
            "nl",
            "Vorig jaar was een gast boos. Ik heb naar hem geluisterd en uiteindelijk was hij heel tevreden.",
        ),
        (
            "pl",
            "W zeszłym roku gość był zły. Wysłuchałam go, zrobiłam nową kawę i w końcu był zadowolony.",
        ),
        (
            "ar",
            "في العام الماضي كان أحد الضيوف غاضبًا. استمعت إليه وقدمت له قهوة جديدة وفي النهاية عاد سعيدًا.",
        ),
    ],
)
def test_an_answer_with_an_example_of_ones_own_and_its_outcome_shows_all(language: str, text: str) -> None:
    assert plain_strengths(text, language) == ALL
    assert plain_strengths(text, f"{language}-XX") == ALL


@pytest.mark.parametrize(
    ("language", "text", "missing"),
    [
        ("en", "Yes.", ALL),
        ("en", "I listened to him, and he came back.", {Strength.DETAIL}),
        (
            "en",
            "A good team talks a lot and people are friendly to each other, and so everybody is happy.",
            {Strength.OWN_PART},
        ),
        (
            "en",
            "Last year I talked to a guest who was angry and I made him another cup of coffee at once.",
            {Strength.OUTCOME},
        ),
        (
            "de",
            "Ein gutes Team redet viel miteinander und alle sind nett, und deshalb sind alle zufrieden.",
            {Strength.OWN_PART},
        ),
        (
            "fr",
            "Une bonne équipe parle beaucoup et tout le monde est gentil, et finalement chacun y gagne.",
            {Strength.OWN_PART},
        ),
        (
            "es",
            "Un buen equipo habla mucho y todos son amables con los demás, y al final todos ganan.",
            {Strength.OWN_PART},
        ),
        (
            "it",
            "Una buona squadra parla molto e tutti sono gentili con gli altri, e alla fine tutti vincono.",
            {Strength.OWN_PART},
        ),
        (
            "pt",
            "Uma boa equipa fala muito e todos são simpáticos uns com os outros, e no final todos ganham.",
            {Strength.OWN_PART},
        ),
        (
            "nl",
            "Een goed team praat veel met elkaar en iedereen is aardig, en uiteindelijk is iedereen blij.",
            {Strength.OWN_PART},
        ),
        (
            "pl",
            "Dobry zespół dużo ze sobą rozmawia, wszyscy są dla siebie mili i w końcu każdy jest zadowolony.",
            {Strength.OWN_PART},
        ),
        (
            "ar",
            "الفريق الجيد يتحدث كثيرًا والجميع لطفاء مع بعضهم وفي النهاية يكون كل شخص في الفريق سعيدًا جدًا.",
            {Strength.OWN_PART},
        ),
    ],
)
def test_what_is_missing_is_seen(language: str, text: str, missing: frozenset[Strength]) -> None:
    assert plain_strengths(text, language) == ALL - missing


def test_other_languages_are_read_as_english() -> None:
    assert plain_strengths("Last year I helped two of them.", "ja") == {Strength.OWN_PART, Strength.OUTCOME}
