"""The language that a short text is written in, among the LANGUAGES, by its small words.

written_language("Wann beginnt die Schicht?", "en")  # "de"
"""

from collections.abc import Mapping, Sequence
from typing import Final

from gather.core.language import LANGUAGES, primary_language
from gather.core.words import words

_FEWEST_WORDS: Final = 2
"""The small words that tell another language than the expected one; one of a short text is enough."""
_SHORT_TEXT_WORDS: Final = 4
_MOST_LIKELY: Final = 3
_ARABIC: Final = range(0x0600, 0x0700)

_SMALL_WORDS_TEXT: Final[Mapping[str, str]] = {
    "en": """
        the is are you do does what when where who how much can i my to for of this that there it have with
        and your we be would will which hello thanks
    """,
    "de": """
        der die das ist sind sie ich wie was wann wo wer kann mein meine zu fur nicht und mit ein eine wird
        werden gibt es haben bei auf im welche hallo danke hier mir uber
    """,
    "fr": """
        le la les est sont vous je comment que quand ou qui puis mon ma mes pour pas et avec un une des du
        quel quelle quels cette ce ca bonjour merci il y a combien etes dans
    """,
    "es": """
        el la los las es son usted yo como que cuando donde quien puedo mi mis para no y con un una hay cual
        cuales esto este hola gracias cuanto del se al hablo
    """,
    "it": """
        il lo la gli e sono lei io come che quando dove chi posso mio mia per non con un una c'e quale quali
        questo questa ciao grazie quanto del della si di buongiorno
    """,
    "pt": """
        o os as e sao voce eu como que quando onde quem posso meu minha para nao com um uma ha qual quais
        isto isso este esta ola obrigado obrigada quanto do da se
    """,
    "nl": """
        de het is zijn u je ik hoe wat wanneer waar wie kan mijn voor niet en met een er welke dit deze
        hallo dank bedankt hoeveel van wordt bent jullie
    """,
    "pl": """
        jest sa pan pani ja jak co kiedy gdzie kto moge moj moja dla nie i z w na czy to ten ta ktore jaki
        jaka dzien dobry dziekuje ile sie do tu
    """,
}
_SMALL_WORDS: Final = {language: frozenset(text.split()) for language, text in _SMALL_WORDS_TEXT.items()}


def written_language(text: str, expected: str) -> str:
    """The language of `text`, one of LANGUAGES; `expected` where nothing tells another one.

    `expected` is a BCP 47 code. A text in its own language keeps it, with its region.
    """
    said = words(text)
    if _is_arabic(text):
        return expected if primary_language(expected) == "ar" else "ar"
    counts = _counts(said)
    best = max(counts, key=lambda language: (counts[language], -LANGUAGES.index(language)))
    needed = _FEWEST_WORDS if len(said) > _SHORT_TEXT_WORDS else 1
    if counts[best] < needed or counts[best] <= counts.get(primary_language(expected), 0):
        return expected
    return best


def likely_languages(text: str) -> list[str]:
    """The languages that `text` may be written in, the likeliest first; none where nothing tells one."""
    if _is_arabic(text):
        return ["ar"]
    counts = _counts(words(text))
    ranked = sorted((language for language in counts if counts[language]), key=lambda each: -counts[each])
    return ranked[:_MOST_LIKELY]


def _counts(said: Sequence[str]) -> dict[str, int]:
    """How many of the words are small words of each language."""
    return {language: sum(word in known for word in said) for language, known in _SMALL_WORDS.items()}


def _is_arabic(text: str) -> bool:
    letters = [character for character in text if character.isalpha()]
    return bool(letters) and sum(ord(letter) in _ARABIC for letter in letters) * 2 > len(letters)
