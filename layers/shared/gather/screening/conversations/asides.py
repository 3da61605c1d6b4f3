"""The questions about the interview itself, as far as written rules can tell them from answers.

A text is one when its sentences ask nothing but that, beside courtesies and a few words of why. A story in
which somebody asks is an answer: "I asked the customer: sorry, what do you mean?"

    aside_of("Sorry, is this being recorded?", "en")  # Aside.RECORDING
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from textwrap import dedent
from typing import Final

from gather.core.language import primary_language
from gather.ports.interviewer import Aside
from gather.screening.conversations.aside_words import ENGLISH, FRENCH, GERMAN, AsideWords
from gather.screening.conversations.aside_words_of_other_languages import (
    ARABIC,
    DUTCH,
    ITALIAN,
    POLISH,
    PORTUGUESE,
    SPANISH,
)
from gather.screening.conversations.intent_rules import (
    COURTESY,
    POLITE_ENDS,
    any_of,
    asks_again,
    asks_for_meaning,
    comparable,
)

LONGEST_ASIDE_WORDS: Final = 24
"""Who asks about the interview does it in few words; a longer text is an answer."""
_LONGEST_REQUEST_WORDS: Final = 16
"""Who asks to hear the question again, or what it means, needs no more words for it."""
_LONGEST_ASIDE: Final = 240
"""Characters: more are no question of so few words, in any language."""
_MOST_OTHER_WORDS: Final = 8
"""The words beside the question that may say why somebody asks."""

_LANGUAGES: Final[Mapping[str, Mapping[Aside, AsideWords]]] = {
    "en": ENGLISH,
    "de": GERMAN,
    "fr": FRENCH,
    "es": SPANISH,
    "it": ITALIAN,
    "pt": PORTUGUESE,
    "nl": DUTCH,
    "pl": POLISH,
    "ar": ARABIC,
}
_NO_WORDS: Final = AsideWords("")

_SENTENCE: Final = re.compile(r"([^.!?\n\uff1f\u061f]+)([.!?\n\uff1f\u061f]*)")
_EDGES: Final = " ,;:-\u2026\u2013\u00bf\u00a1\"'\u201c\u201d\u201e\u00ab\u00bb\u060c"
_OPENING: Final = (
    rf"(?:{COURTESY}(?:(?:before i (?:answer|start|begin|reply)|one (?:more |quick )?(?:thing|question)|"
    r"(?:a )?quick question|first|just|by the way|hold on|wait|hang on|moment|can i ask|may i ask|"
    r"i have a question|tell me|"
    r"bevor ich (?:antworte|anfange|beginne)|(?:eine )?(?:kurze )?frage|vorab|darf ich fragen|ubrigens|"
    r"eine frage(?: noch| vorab)?|sagen sie|avant de (?:repondre|commencer)|(?:une |petite )+question|"
    r"au fait|antes de (?:responder|contestar|empezar|comecar)|una pregunta|por cierto|prima di rispondere|"
    r"una domanda|a proposito|uma pergunta|ja agora|voordat ik antwoord|(?:een )?vraagje|een vraag|"
    r"zanim odpowiem|(?:mam )?pytanie|قبل ان اجيب|سوال|لدي سوال)[\s,;:\u2013\u060c-]+)?){0,3}"
)
_ENDING: Final = (
    r"(?: (?:now|then|today|here|please|actually|again|exactly|though|by the way|at all|yet|bitte|denn|jetzt|"
    r"eigentlich|s'il vous plait|maintenant|donc|por favor|ahora|adesso|agora|alstublieft|nu|eigenlijk|teraz|"
    r"الان))*"
)
_ANY_ENDING: Final = rf"(?:[\s,\u060c]*(?:{POLITE_ENDS}))*[\s,]*"
_FILLER: Final = any_of(
    r"""
    (?:i'm |i am )?(?:not sure|sorry|confused|nervous)   (?:i )?(?:have|had) (?:a|one) question
    good question
    (?:that's|it's) a good question   i was (?:distracted|not listening)
    i (?:do not|don't) (?:know|understand)
    i(?:'m| am) just (?:curious|wondering|asking)   just (?:asking|curious)   gute frage
    ich bin nicht sicher
    ich war (?:kurz )?abgelenkt   bonne question   je ne sais pas   buena pregunta   no estoy segur[oa]
    buona domanda   non sono sicur[oa]   boa pergunta   nao tenho certeza   goede vraag   ik weet het niet
    dobre pytanie   nie jestem pewien   nie jestem pewna   سوال جيد   لست متاكدا
    thank you   thanks   danke   merci   gracias   grazie   obrigad[oa]   dank u   dziekuje   شكرا
    """
)
_TELLS: Final = any_of(
    r"""
    he   she   they   him   them   customers?   guests?   clients?   boss   colleagues?   manager
    said   asked
    told   shouted   replied   answered   er   kund\w+   gast   gaste   chef\w*   kolleg\w+   sagte   fragte
    meinte   rief   antwortete   gefragt   gesagt   il   elle   ils   client\w*   invite\w*
    collegue\w*   patron
    dit   demande   repondu   ella   ellos   cliente\w*   huesped\w*   jefe   companer\w+   dijo   pregunto
    respondio   lui   lei   loro   cliente   clienti   ospite   capo   collega   disse   chiese
    rispose   ele
    elas?   eles   hospede\w*   chefe   colega\w*   perguntou   respondeu   hij   zij   klant\w*   baas
    collega\w*   zei   vroeg   antwoordde   on   ona   oni   klient\w*   szef\w*   powiedzia[lł]\w*
    zapyta[lł]\w*   odpowiedzia[lł]\w*   هو   هي   الزبون   العميل   المدير   زميل\w*   قال   سال\w*   اجاب
    """
)
_COURTESIES: Final = re.compile(COURTESY)
_DEEDS: Final = re.compile(
    r"(?:i|we|ich|wir|je|j'\w+|nous|yo|io|eu|ik|انا) (?!was (?:distracted|not listening)|"
    r"don't (?:know|understand))"
)


def aside_of(text: str, language: str) -> Aside | None:
    """The question about the interview that `text` is; None for anything else.

    `language` is the conversation's, a BCP 47 code. English is understood beside it.
    """
    return _aside(text, tuple(dict.fromkeys((primary_language(language), "en"))), tuple(Aside))


def aside_in(text: str, language: str, among: Sequence[Aside]) -> Aside | None:
    """Which of `among` the text is in one of the LANGUAGES; None for anything else."""
    return _aside(text, (language,), among)


def _aside(text: str, languages: Sequence[str], among: Sequence[Aside]) -> Aside | None:
    if len(text) > _LONGEST_ASIDE or len(text.split()) > LONGEST_ASIDE_WORDS:
        return None
    found: list[Aside] = []
    others: list[str] = []
    for sentence, mark in _sentences(text):
        aside = _of_sentence(
            sentence, languages, among, is_marked="?" in mark or "\u061f" in mark or "\uff1f" in mark
        )
        if aside is not None:
            found.append(aside)
        elif not _is_filler(sentence):
            others.append(sentence)
    if not found or _is_answer(others, found):
        return None
    return next(each for each in Aside if each in found)


def _is_answer(others: list[str], found: list[Aside]) -> bool:
    """Whether what is said beside the question tells something, so that the question is a part of it."""
    said = " ".join(others)
    if not said:
        return False
    if set(found) <= {Aside.WAIT, Aside.HEARING} or len(said.split()) > _MOST_OTHER_WORDS:
        return True
    return bool(_TELLS.search(said)) or any(_DEEDS.match(each) for each in others)


def _of_sentence(
    sentence: str, languages: Sequence[str], among: Sequence[Aside], *, is_marked: bool
) -> Aside | None:
    if Aside.REPEAT in among and len(sentence.split()) <= _LONGEST_REQUEST_WORDS and asks_again(sentence):
        return Aside.MEANING if asks_for_meaning(sentence) else Aside.REPEAT
    for language in languages:
        for aside in among:
            patterns = _patterns(language, aside)
            if patterns.plain.fullmatch(sentence) or (is_marked and patterns.marked.fullmatch(sentence)):
                return aside
    return None


@dataclass(frozen=True, slots=True)
class _Patterns:
    plain: re.Pattern[str]
    marked: re.Pattern[str]


@cache
def _patterns(language: str, aside: Aside) -> _Patterns:
    """A language's patterns for an aside, made at the first use; of an unknown language they fit nothing."""
    known = _LANGUAGES.get(language, {}).get(aside, _NO_WORDS)
    return _Patterns(_whole_sentence(known.plain), _whole_sentence(known.marked))


def _whole_sentence(text: str) -> re.Pattern[str]:
    """A pattern for a sentence that is any of the patterns in `text`, between an opening and an ending."""
    patterns = [each for each in re.split(r"\s{2,}", _joined(text)) if each]
    alternatives = "|".join(patterns).replace("ENDS", _ENDING) if patterns else r"(?!)"
    return re.compile(rf"{_OPENING}(?:{alternatives}){_ANY_ENDING}")


def _joined(text: str) -> str:
    """The patterns with those that go on in a further, indented line in one line."""
    joined = ""
    for line in dedent(text).strip().splitlines():
        if not line.startswith(" "):
            joined = f"{joined}   {line}"
            continue
        goes_on = line.strip()
        is_glued = joined.endswith((" )?", " )*")) or goes_on.startswith(("(?: ", r"\b"))
        joined = f"{joined}{'' if is_glued else ' '}{goes_on}"
    return joined.strip()


def _is_filler(sentence: str) -> bool:
    without = _COURTESIES.sub("", f"{sentence} ").strip(_EDGES)
    return not without or _FILLER.fullmatch(without) is not None


def _sentences(text: str) -> list[tuple[str, str]]:
    """The sentences with the marks that end them."""
    parts = ((said.strip(_EDGES), mark) for said, mark in _SENTENCE.findall(comparable(text)))
    return [(said, mark) for said, mark in parts if said]
