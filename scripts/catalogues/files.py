"""Catalogues in gettext's format: brought up to the English phrases of the code, and compiled.

An entry's context is the phrase's name in the code, its id the English phrase. Babel reads and writes the
files; the service itself needs neither it nor gettext.
"""

import io
import json
import re
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po

from catalogues.parts import PARTS, ProductPart, catalogue_file, compiled_file
from gather.core.catalogue import Plural
from gather.core.language import DEFAULT_LANGUAGE, LANGUAGES, plurals

_WIDTH = 110
_VALUE = re.compile(r"\{\w+\}")
# Where Babel's own rule is another one than CLDR's, by which browsers and the service go.
_PLURAL_RULES = {
    "ar": (
        "nplurals=6; plural=(n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5);"
    ),
    "pt": "nplurals=2; plural=(n > 1);",
}


def translations() -> Iterator[tuple[ProductPart, str]]:
    """Yields each part in each language but English."""
    for part in PARTS:
        for language in LANGUAGES:
            if language != DEFAULT_LANGUAGE:
                yield part, language


def read(file: Path) -> dict[str, Message]:
    """Returns the entries of a catalogue by their names."""
    if not file.is_file():
        return {}
    with file.open("rb") as opened:
        return {message.context: message for message in read_po(opened) if message.id and message.context}


def updated(part: ProductPart, language: str) -> str:
    """Returns the catalogue with the English phrases of the code, in their order.

    A phrase that is new has no translation; one whose English has changed keeps its own, marked as fuzzy.
    """
    kept = read(catalogue_file(part, language))
    catalog = Catalog(locale=language, charset="utf-8")
    for name, phrase in part.english.items():
        before = kept.get(name)
        now = (phrase.one, phrase.other) if isinstance(phrase, Plural) else phrase
        fits = before is not None and isinstance(before.id, tuple) == isinstance(now, tuple)
        nothing = ("",) * len(plurals(language)) if isinstance(now, tuple) else ""
        translated = before.string if before is not None and fits else nothing
        is_stale = before is not None and fits and (before.id != now or before.fuzzy)
        catalog.add(now, translated, flags=["fuzzy"] if is_stale and translated else [], context=name)
    written = io.BytesIO()
    write_po(written, catalog, width=_WIDTH, omit_header=True)
    return _header(part, language, catalog.plural_forms) + written.getvalue().decode("utf-8")


def _header(part: ProductPart, language: str, plural_forms: str) -> str:
    """Returns the header of a catalogue without dates, so that the same phrases make the same file."""
    lines = (
        f"Project-Id-Version: {part.name}",
        f"Language: {language}",
        "MIME-Version: 1.0",
        "Content-Type: text/plain; charset=utf-8",
        "Content-Transfer-Encoding: 8bit",
        f"Plural-Forms: {_PLURAL_RULES.get(language, plural_forms)}",
    )
    return 'msgid ""\nmsgstr ""\n' + "".join(f'"{line}\\n"\n' for line in lines) + "\n"


def compiled(part: ProductPart, language: str) -> str:
    """Returns the JSON that the part reads, made from the catalogue without its untranslated entries."""
    phrases: dict[str, str] = {}
    forms: dict[str, dict[str, str]] = {}
    for name, message in read(catalogue_file(part, language)).items():
        if isinstance(message.string, tuple):
            forms[name] = dict(zip(plurals(language), message.string, strict=True))
        elif isinstance(message.string, str) and message.string:
            phrases[name] = message.string
    return json.dumps({"phrases": phrases, "forms": forms}, ensure_ascii=False, indent=1) + "\n"


def faults(part: ProductPart, language: str) -> list[str]:
    """Lists the faults of a catalogue: gaps, stale entries, and other values than in English."""
    file = catalogue_file(part, language)
    entries = read(file)
    found = [f"{name} is no phrase" for name in entries.keys() - part.english.keys()]
    for name, phrase in part.english.items():
        found += [f"{name} {fault}" for fault in _faults(phrase, entries.get(name), len(plurals(language)))]
    return [f"{part.name}/{language}: {fault}" for fault in found]


def _faults(phrase: str | Plural, message: Message | None, forms: int) -> list[str]:
    english = (phrase.one, phrase.other) if isinstance(phrase, Plural) else (phrase,)
    translated = () if message is None else _strings(message)
    if message is None or not all(translated):
        return ["is not translated"]
    if message.fuzzy or message.id != (english if isinstance(phrase, Plural) else phrase):
        return ["was translated from another English phrase"]
    if len(translated) != (forms if isinstance(phrase, Plural) else 1):
        return [f"has {len(translated)} forms instead of {forms}"]
    values = set(_VALUE.findall(english[-1]))
    # A form for a number that it names by a word, such as "two", may leave the number out.
    spoken = {"{count}"} if isinstance(phrase, Plural) else set()
    return [
        f"has other values than {sorted(values)}: {each}"
        for each in translated
        if not values - spoken <= set(_VALUE.findall(each)) <= values
    ]


def _strings(message: Message) -> tuple[str, ...]:
    return message.string if isinstance(message.string, tuple) else (str(message.string or ""),)


def generate() -> dict[Path, str]:
    """Returns the compiled files with their content."""
    return {compiled_file(part, language): compiled(part, language) for part, language in translations()}
