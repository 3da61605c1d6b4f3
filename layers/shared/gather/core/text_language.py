"""Whether a text is in another language than the one that is expected, told by its commonest words.

It says so only where it is plain: a dialect, a loanword and a short text are never another language.
"""

import unicodedata
from typing import Final

from gather.core.language import primary_language
from gather.core.words import folded, words

_FEWEST_WORDS: Final = 12
"""A shorter text is in no language that could be told."""
_OWN_SHARE: Final = 0.1
"""A text with this share of the expected language's commonest words is in it."""
_OTHER_SHARE: Final = 0.2
"""A text is in another language when this share of its words are among the commonest there."""
_OUTWEIGHING: Final = 2
"""A text seems to be in a language whose share is so many times that of the expected one."""
_FEWEST_OF_WRITING: Final = 4
"""A text has at least one letter in so many of the writing that it is in."""
_FEWEST_LETTERS: Final = 4
"""Fewer letters say nothing of the writing that a text is in."""

_COMMONEST: Final = {
    "ar": "في من على أن إلى كان لم هذا التي مع عن ما لا أنا كنت قد ثم هو كل بعد و ذلك هذه الذي",
    "de": "der die das und ich ist war nicht ein eine einen mit zu den dem auf wir habe es im für sie von des"
    " haben mein meine als auch wenn dann aber",
    "en": "the and i to a of in was it that my we is with for on have had they you at this be are but so an"
    " as our me from what when",
    "es": "el la los las de que y en un una con por para es mi se no lo como más pero era fue al yo del su"
    " cuando me muy",
    "fr": "le la les de des et je un une est que pour dans en avec mon ma nous pas sur ce qui a au il elle"
    " j'ai mes du était plus mais",
    "it": "il la le di che e un una per con in mi sono ho non è del della ma si lo come i nel più era quando"
    " abbiamo da al",
    "nl": "de het een en ik van in is was met op dat te voor niet we mijn zijn er aan had heb om maar als ook"
    " naar bij",
    "pl": "i w na z że się nie do to jest był była jak ale mój moja przez o po jako od mam było dla za kiedy",
    "pt": "o a os as de que e em um uma com por para é meu minha se não como mais mas no na foi era ao eu do"
    " da quando",
}
_FOLDED: Final = {
    language: frozenset(folded(word) for word in text.split()) for language, text in _COMMONEST.items()
}


def is_in_another_language(text: str, language: str) -> bool:
    """Whether `text` is plainly not in `language`, a BCP 47 code. False where that cannot be told."""
    expected = _FOLDED.get(primary_language(language))
    said = words(text)
    if expected is None or len(said) < _FEWEST_WORDS or _share(said, expected) >= _OWN_SHARE:
        return False
    return _greatest_share(said) >= _OTHER_SHARE


def seems_to_be_in_another_language(text: str, language: str) -> bool:
    """Whether `text` seems not to be in `language`, a BCP 47 code: enough to warn of, not to judge by.

    Besides what `is_in_another_language` says, a text in another writing does, such as an Arabic one for
    English, and one with far more of the commonest words of another language, as languages share some.
    False where that cannot be told.
    """
    expected = _FOLDED.get(primary_language(language))
    if expected is None:
        return False
    if _is_in_another_writing(text, "ARABIC" if primary_language(language) == "ar" else "LATIN"):
        return True
    said = words(text)
    least = max(_OTHER_SHARE, _OUTWEIGHING * _share(said, expected)) if said else 1
    is_outweighed = len(said) >= _FEWEST_WORDS and _greatest_share(said) >= least
    return is_outweighed or is_in_another_language(text, language)


def _is_in_another_writing(text: str, writing: str) -> bool:
    """Whether nearly all letters of `text` are of another writing, by the first word of their names in
    Unicode: texts in other writings have Latin names and terms in them."""
    letters = [letter for letter in text if letter.isalpha()]
    own = sum(unicodedata.name(letter, "").startswith(writing) for letter in letters)
    return len(letters) >= _FEWEST_LETTERS and own * _FEWEST_OF_WRITING < len(letters)


def _greatest_share(said: list[str]) -> float:
    return max(_share(said, known) for known in _FOLDED.values())


def _share(said: list[str], known: frozenset[str]) -> float:
    return sum(word in known for word in said) / len(said)
