"""Contradictions between two texts about the same question: other numbers of a unit, or a yes and a no.

    disagree("You get 28 days of leave.", "Everybody has 30 days of leave.")  # True

The rules compare numbers with their units and words of negation, in nine languages. They see plain
contradictions and no finer ones.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from gather.content.knowledge.retrieval import terms
from gather.core.words import folded, sentences
from gather.ports.assistant import Passage

INTERVIEW_TEXTS: Final = ("job", "welcome")
"""The ids of the passages that are the interview's own texts and no articles."""

_LEAST_COVERAGE: Final = 0.5
"""The share of the question's words that a sentence, with its title, must have to answer it."""
_REACH: Final = 3
"""The words that may stand between a number and its unit: 30 paid working days."""
_LEAST_IN_COMMON: Final = 2

_TOKEN: Final = re.compile(
    r"\d{1,2}[:.]\d{2}(?!\d)|\d{1,3}(?:[.,'\u2019\u00a0 ]\d{3})+|\d+(?:[.,]\d+)?|[$€£%]|"
    r"[^\W\d_]+(?:'[^\W\d_]+)?"
)
_SEPARATORS: Final = re.compile(r"[.,'\u2019\u00a0 ](?=\d{3}(?!\d))")
_CLOCK: Final = re.compile(r"\d{1,2}[:.]\d{2}")
_UNITS_TEXT: Final = {
    "money": (
        "$ € £ euro euros eur dollar dollars usd pound pounds gbp franken francs chf złoty złotych "
        "pln kronen يورو"
    ),
    "percent": "% percent prozent percento procent",
    "clock": "o'clock uhr am pm",
    "minute": "minute minutes minuten minuto minutos minuti minuut minuty minut دقيقة دقايق",
    "hour": (
        "hour hours stunde stunden heure heures hora horas ora ore uur uren godzin godziny godzina ساعة ساعات"
    ),
    "day": (
        "day days tag tage tagen urlaubstage urlaubstagen arbeitstage jour jours dia dias giorno giorni dag "
        "dagen vakantiedagen dzien dni يوم ايام يوما"
    ),
    "week": (
        "week weeks woche wochen semaine semaines semana semanas settimana settimane weken tydzien tygodnie "
        "tygodni اسبوع اسابيع"
    ),
    "month": (
        "month months monat monate monaten mois mes meses mese mesi meses maand maanden miesiac "
        "miesiace miesiecy شهر اشهر"
    ),
    "year": (
        "year years jahr jahre jahren an ans annee annees ano anos anno anni jaar jaren rok lata lat "
        "سنة سنوات"
    ),
}
_UNITS: Final = {word: unit for unit, words in _UNITS_TEXT.items() for word in words.split()}
_NUMBERS_TEXT: Final = """
    one two three four five six seven eight nine ten eleven twelve
    eins zwei drei vier funf sechs sieben acht neun zehn elf zwolf
    un deux trois quatre cinq six sept huit neuf dix onze douze
    uno dos tres cuatro cinco seis siete ocho nueve diez once doce
    uno due tre quattro cinque sei sette otto nove dieci undici dodici
    um dois tres quatro cinco seis sete oito nove dez onze doze
    een twee drie vier vijf zes zeven acht negen tien elf twaalf
    jeden dwa trzy cztery piec szesc siedem osiem dziewiec dziesiec jedenascie dwanascie
"""
_NUMBERS: Final = {
    word: str(number)
    for line in _NUMBERS_TEXT.strip().splitlines()
    for number, word in enumerate(line.split(), start=1)
    if number > 1
}
"""Words for two to twelve: that for one is an article too."""
_NEGATION: Final = re.compile(
    r"(?<!\w)(?:no|not|never|none|cannot|without|\w+n't|kein\w*|nicht|nie|niemals|ohne|pas|aucune?|jamais|sans|ningun\w*|"
    r"nunca|sin|non|nessun\w*|mai|senza|nao|nenhum\w*|sem|geen|niet|nooit|zonder|zadn\w*|bez|"
    "لا|ليس|لن|بدون|غير)(?!\\w)"
)


def contradict(question: str, passages: Sequence[Passage]) -> bool:
    """Whether a sentence of the interview's own texts and one of the articles, which both answer `question`,
    contradict each other."""
    asked = frozenset(terms(question))
    if not asked:
        return False
    own = _answering(asked, (each for each in passages if each.article_id in INTERVIEW_TEXTS))
    others = _answering(asked, (each for each in passages if each.article_id not in INTERVIEW_TEXTS))
    return any(disagree(mine, other, asked) for mine in own for other in others)


def disagree(one: str, other: str, asked: frozenset[str] = frozenset()) -> bool:
    """Whether two sentences about the same thing have other numbers of a unit, or only one of them denies it.

    `asked` are the terms of the question, all of which a denial and what it denies have.
    """
    mine, theirs = quantities(one), quantities(other)
    if any(mine[unit].isdisjoint(theirs[unit]) for unit in mine.keys() & theirs.keys()):
        return True
    if bool(_NEGATION.search(folded(one))) is bool(_NEGATION.search(folded(other))):
        return False
    common = frozenset(terms(one)) & frozenset(terms(other))
    return len(common) >= _LEAST_IN_COMMON and asked <= common


def quantities(text: str) -> Mapping[str, frozenset[str]]:
    """The numbers of a text by their units. Of "6 or 14 o'clock" both are times of the clock."""
    tokens = _TOKEN.findall(folded(text))
    found: defaultdict[str, set[str]] = defaultdict(set)
    unit, distance = "", 0
    for place in reversed(range(len(tokens))):
        token = tokens[place]
        number = _NUMBERS.get(token) or (_SEPARATORS.sub("", token) if token[0].isdigit() else "")
        if _CLOCK.fullmatch(token):
            found["clock"].add(token.replace(".", ":").removesuffix(":00"))
        elif number:
            before = _UNITS.get(tokens[place - 1], "") if place else ""
            if before == "money":
                found[before].add(number)
            elif unit and distance <= _REACH:
                found[unit].add(number)
                distance = 0
        elif token in _UNITS:
            unit, distance = _UNITS[token], 0
        else:
            distance += 1
    return {unit: frozenset(numbers) for unit, numbers in found.items()}


def _answering(asked: frozenset[str], passages: Iterable[Passage]) -> list[str]:
    return [
        sentence
        for passage in passages
        for sentence in sentences(passage.text)
        if _answers(asked, frozenset(terms(sentence)), frozenset(terms(passage.title)))
    ]


def _answers(asked: frozenset[str], said: frozenset[str], title: frozenset[str]) -> bool:
    return bool(asked & said) and len(asked & (said | title)) >= _LEAST_COVERAGE * len(asked)
