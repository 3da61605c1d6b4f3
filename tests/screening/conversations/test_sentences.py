"""The end of the first sentence of a spoken text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gather.screening.conversations.sentences import FEWEST_CHARACTERS, spoken_parts

NO_BREAK = "\u00a0"


@pytest.mark.parametrize(
    ("first", "rest"),
    [
        ("Thank you for telling me that.", "Why coffee?"),
        ("Thanks. I see what you mean there.", "What came of it? And then?"),
        ("It took about 3.5 hours of your time.", "How did you plan that?"),
        ("You told Dr. Miller and Mrs. J. Smith about it.", "What did they say?"),
        ("You worked there, e.g. in the bar, until 2019.", "What was next?"),
        ("Did you really do all of that alone?!", "Tell me more."),
        ("Well… let us take that one step at a time…", "What came first?"),
        ("You said: “I listened to him and left.”", "What came of it?"),
        ("Vielen Dank für die Erläuterung.", "Was tun Sie z. B. am Morgen?"),
        ("Was tun Sie z. B. am 3. Mai bei Dr. Müller?", "Und danach?"),
        ("Sie sagten: „Ich habe ihm zugehört.“", "Was ist daraus geworden?"),
        ("Ich stelle die Fragen des Interviews „Barista“.", "Beginnen wir!"),
        ("Comment avez-vous calmé ce client ?", "Et pourquoi ?"),
        (f"Bonjour et bienvenue à vous toutes et tous{NO_BREAK}!", "Commençons."),
        (f"«{NO_BREAK}Comment allez-vous aujourd'hui{NO_BREAK}?{NO_BREAK}»", "Voilà la question."),
        ("Vous avez dit : « j'ai servi un client ».", "Qu'est-ce que cela a donné ?"),
        ("¿Cómo calmó usted a un cliente enfadado?", "¿Qué hizo después?"),
        ("El Sr. López y la Sra. Ruiz trabajan con usted.", "¡Empecemos!"),
        ("これはとても長い最初の文で、二十五文字より多くあります。", "次です。"),
        ("A first paragraph without a mark", "Another paragraph"),
    ],
)
def test_the_first_part_ends_where_its_sentence_ends(first: str, rest: str) -> None:
    gap = "\n\n" if first.endswith("mark") else " "

    assert spoken_parts(f"{first}{gap}{rest}") == (first, rest)


@pytest.mark.parametrize(
    "text",
    [
        "Thanks.",
        "Why coffee?",
        "What does a good day in a team look like for you?",
        "Thanks. And you? Yes. No. Ok.",
        "Wir sehen uns am 3. Mai im Büro in der Hauptstr. 5 wieder.",
        "« Ça va bien aujourd'hui ? » demande-t-il souvent",
        "You know the shop that is called Yahoo! and its people.",
        "That was the last of the questions. …",
    ],
)
def test_a_text_of_one_sentence_is_one_part(text: str) -> None:
    assert spoken_parts(text) == (text,)


_TEXTS = st.lists(
    st.sampled_from(
        ["Yes.", "Dr. Who", "z. B.", "3.5", "„Ja?“", "¿Y?", "…", "?!", "word", "« Quoi ? »", "\n", "No. 1"]
    ),
    min_size=1,
    max_size=20,
).map(" ".join) | st.text(min_size=1, max_size=200)


@given(_TEXTS)
def test_the_parts_say_all_of_the_text_and_each_has_a_word(text: str) -> None:
    parts = spoken_parts(text)

    assert 1 <= len(parts) <= 2
    assert "".join("".join(parts).split()) == "".join(text.split())
    if len(parts) == 2:
        assert len(parts[0]) >= FEWEST_CHARACTERS
        assert all(any(character.isalnum() for character in part) for part in parts)
