"""By which patterns it is told what identifies a person (interface: Evaluation, rules 7 to 9).

They go by the form of what is said, in English, German, French and Spanish, and in part in other languages.
A pattern with a named group means that group alone.
"""

import re
from collections.abc import Mapping
from re import Pattern
from typing import Final

NAME: Final = "[name]"
ADDRESS: Final = "[address]"
EMAIL: Final = "[email]"
PHONE: Final = "[phone]"
PRONOUN: Final = "[they]"
SCHOOL: Final = "[school]"

_CAPITALIZED: Final = r"[A-Z\u00c0-\u00de\u0141\u015a\u017b][\w'\u2019&-]*"
# Only where a word begins: a search that began within a long word would read it again from each letter.
_CAPITAL: Final = rf"(?<![\w'\u2019&-]){_CAPITALIZED}"
_TITLE: Final = (
    r"(?:Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Herrn?|Frau|Madame|Monsieur|Mme|Mlle|[Ss]e\u00f1or(?:a|ita)?|Sra?|Srta"
    r"|Do\u00f1a|Don(?= [A-Z])|Signora?|M(?=\. ))\b\.?"
)
_RELATIONS: Final = (
    (
        r"(?:my|our) (?:\w+ )?(?:boss|manager|colleague|supervisor|coworker|teacher|mentor|friend|wife"
        r"|husband|partner|client|customer|brother|sister)"
    ),
    (
        r"(?:mein|unser)e?[mnrs]? (?:Kolleg(?:e|en|in)|Chefin|Chef|Vorgesetzter?|Freund(?:in)?|Mann|Frau"
        r"|Partner(?:in)?|Lehrer(?:in)?|Mentor(?:in)?|Kunden?|Kundin|Bruder|Schwester)"
    ),
    (
        r"(?:mon|ma|notre) (?:coll\u00e8gue|chef(?:fe)?|patronn?e?|responsable|manageu?r|direct(?:eur|rice)"
        r"|amie?|mari|femme|professeur|mentor|cliente?|fr\u00e8re|s\u0153ur)"
    ),
    (
        r"(?:mi|nuestr[oa]) (?:jef[ea]|compa\u00f1er[oa]|colega|supervisora?|gerente|amig[oa]|marido|esposa"
        r"|profesora?|mentora?|client[ea]|encargad[oa]|herman[oa])"
    ),
)
_RELATED: Final = rf"(?i:{'|'.join(_RELATIONS)})"
_NAMES: Final = (
    (
        r"(?i:my name is|my name's|i am called|call me|mein name ist|ich hei(?:\u00df|ss)e|mon nom est"
        r"|je suis|je m['\u2019]appelle|moi,? c['\u2019]est|me llamo|mi nombre es|soy|mi chiamo"
        r"|meu nome \u00e9|mijn naam is|nazywam si\u0119) "
        rf"(?P<introduced>{_CAPITAL}(?: {_CAPITAL}){{0,2}})"
    ),
    rf"(?i:\bi am|\bi['\u2019]m) (?P<self>{_CAPITAL}(?: {_CAPITAL})?)(?=[.,!;]| and\b| from\b|$)",
    rf"(?i:\bthis is|\bhier ist|\baqu\u00ed) (?P<caller>{_CAPITAL}(?: {_CAPITAL})?)(?= (?:speaking|here)\b)",
    rf"\b(?:{_TITLE} )+{_CAPITAL}(?: {_CAPITAL})?",
    rf"\b{_RELATED},? (?P<related>(?!I\b){_CAPITAL}(?: {_CAPITAL})?)",
    rf"\b(?P<named>{_CAPITAL}(?: {_CAPITAL})?)(?=, {_RELATED},)",
)
_POSTCODE: Final = rf"(?:,? (?:[A-Z]-?)?\d{{4,5}} {_CAPITAL})?"
_GERMAN_PLACE: Final = (
    rf"(?:Am|Im|An der|Auf dem|Auf der|Unter den|In der|Zum|Zur) (?:{_CAPITAL} ){{1,3}}\d{{1,4}}[a-z]?\b"
)
_ADDRESSES: Final = (
    (
        rf"\b\d{{1,5}}[A-Za-z]? (?:{_CAPITAL} ){{1,4}}(?:Street|St|Road|Rd|Avenue|Ave|Lane|Ln|Drive|Boulevard"
        r"|Court|Square|Place|Way|Terrace)\b\.?(?:,? (?:Apt|Apartment|Flat|Unit|Suite)\.? \w+)?"
    ),
    r"\b(?:P\. ?O\. ?Box|PO Box|Postfach|Apartado) \d+\b",
    (
        r"\b[A-Z\u00c4\u00d6\u00dc]\w+(?:stra\u00dfe|strasse|str\.|weg|platz|allee|gasse) "
        rf"\d{{1,4}} ?[a-z]?\b{_POSTCODE}"
    ),
    rf"(?i:\bwohn\w+|\blebe|\badresse:?|\banschrift:?) (?:ist )?(?P<lives>{_GERMAN_PLACE}{_POSTCODE})",
    rf"\b{_GERMAN_PLACE}(?: (?i:wohn)\w+|,? (?:D-?)?\d{{5}} {_CAPITAL})",
    (
        r"\b\d{1,4}(?: ?(?:bis|ter|quater)|[a-z])?,? "
        r"(?:rue|avenue|boulevard|place|chemin|impasse|all\u00e9e|quai)"
        rf" (?:de la |de |du |des |d['\u2019]|l['\u2019])*{_CAPITALIZED}(?: {_CAPITAL})?{_POSTCODE}"
    ),
    (
        r"\b(?i:calle|avenida|plaza|paseo|viale|rua|ulica) (?:de los |de las |de la |de |del |da )?"
        rf"{_CAPITAL}(?: {_CAPITAL})?,? (?:n\.?\u00ba ?)?\d{{1,4}}\b(?:, \d+ ?[\u00ba\u00aa] ?\w?\b)?"
        rf"{_POSTCODE}"
    ),
    r"\b[A-Z]{2} \d{5}(?:-\d{4})?\b",
    r"\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}\b",
    r"\b(?:https?://|www\.)\S+",
    r"\b(?i:linkedin|xing|github|facebook|instagram|twitter|tiktok)\.com/\S+",
    r"(?<!\S)@\w{2,}",
)
_EMAILS: Final = (
    r"(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+",
    r"(?i:(?<![\w.])[\w.]+ at \w+(?: dot \w{2,})+\b)",
)
_SCHOOLS: Final = (
    (
        rf"(?:\bSt\. )?(?:{_CAPITAL} (?:of |and |the )?){{1,5}}"
        r"(?:University|College|School|Institute|Academy)\b"
        rf"(?: (?:of|for|at) {_CAPITAL}(?: {_CAPITAL})?)?"
    ),
    (
        r"\b(?i:university|college|school|institute|academy|universit\u00e9|universidad|universit\u00e4t"
        r"|universit\u00e0|universidade|universiteit|uniwersytet|(?:fach)?hochschule|\u00e9cole|lyc\u00e9e"
        r"|coll\u00e8ge|gymnasium|realschule|gesamtschule|grundschule|berufsschule|colegio|instituto|escuela|facultad"
        r"|polit\u00e9cnica) "
        r"(?:of |for |f\u00fcr |am |an der |de los |de las |de la |de |di |da |zu |van )?(?:the |la )?"
        rf"{_CAPITAL}(?: (?:and |of |de )?{_CAPITAL}){{0,3}}"
    ),
    rf"\b{_CAPITAL}-(?:Gymnasium|Schule|Realschule|Gesamtschule|Grundschule|Universit\u00e4t|Hochschule|Akademie)\b",
    rf"\b(?:TU|FH|LMU|RWTH|UC|UT|IES) {_CAPITAL}",
    (
        r"\b(?:MIT|UCLA|NYU|LSE|ETH|EPFL|UCL|Caltech|Georgia Tech|Harvard|Yale|Princeton|Stanford|Oxford"
        r"|Cambridge|Berkeley|Sorbonne|Sciences Po|Polytechnique|HEC|ESSEC)\b"
    ),
)
MASKS: Final = tuple(
    (placeholder, re.compile("|".join(patterns)))
    for placeholder, patterns in (
        (EMAIL, _EMAILS),
        (ADDRESS, _ADDRESSES),
        (SCHOOL, _SCHOOLS),
        (NAME, _NAMES),
    )
)
"""The placeholders with their patterns. Where two begin at the same place, the longer one counts."""

NUMBER: Final = re.compile(r"(?<!\w)\+?\(?\d[\d \t().\u2011/-]{5,}\d\b")
"""The pattern of a text that may be a phone number."""
NO_PHONE: Final = re.compile(
    r"\d{4}\s*[-/\u2011]\s*\d{4}|\d{4}-\d{2}-\d{2}|\d{1,2}[./]\d{1,2}[./]\d{4}|\d{1,3}(?:[ .]\d{3})+"
)
"""Numbers of that form that are periods, dates or amounts."""
FEWEST_DIGITS: Final = 7
"""A phone number has at least so many digits."""

_PRONOUNS: Final = {
    "en": r"s/he|he|she|him|her|hers|his|himself|herself",
    "de": r"er|ihn|ihm|sie|ihr|ihre|ihrem|ihren|ihrer|ihres|seine|seinem|seinen|seiner|seines",
    "fr": r"il|elle|lui",
    "es": r"\u00e9l|ella",
    "it": r"egli|lui|lei|ella",
    "pt": r"ele|ela|dele|dela",
    "nl": r"hij|zij|hem|haar",
    "pl": r"on|ona|jego|jej",
}
PRONOUNS: Final[Mapping[str, Pattern[str]]] = {
    language: re.compile(rf"\b(?i:{pronouns})\b") for language, pronouns in _PRONOUNS.items()
}
"""The pronouns of a single person in each language that is known."""
