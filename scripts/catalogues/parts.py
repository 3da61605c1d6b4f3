"""The parts of the product that speak to people, each with a catalogue in every language."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import candidate_meetings.pages.phrases
import gather.chat.chats.phrases
import screening.pages.invite_phrases
import unsubscriptions.pages.phrases
from gather.content.message_groups import built_in_messages
from gather.core import spoken_time
from gather.core.catalogue import Catalogue, Plural, Source
from gather.core.language import DEFAULT_LANGUAGE
from gather.screening.candidate_interviews import consent
from gather.screening.conversations import phrases as interviewer_phrases
from gather.screening.results import summary as results_summary
from screening.pages import results_phrases

PROJECT: Final = Path(__file__).resolve().parents[2]
FOLDER: Final = PROJECT / "languages"
CONSOLE: Final = PROJECT / "console" / "src" / "languages"


@dataclass(frozen=True, slots=True)
class ProductPart:
    """A part of the product by the name of its folder. `compiled` is the folder of what is made for it."""

    name: str
    english: Source
    compiled: Path


def _part(catalogue: Catalogue) -> ProductPart:
    return ProductPart(catalogue.compiled.name, catalogue.english, catalogue.compiled)


def _console() -> ProductPart:
    """The console, whose English phrases are a file of its own: a text, or its forms by CLDR's categories."""
    english = json.loads((CONSOLE / f"{DEFAULT_LANGUAGE}.json").read_text(encoding="utf-8"))
    source = {
        name: phrase if isinstance(phrase, str) else Plural(phrase["one"], phrase["other"])
        for name, phrase in english.items()
    }
    return ProductPart("console", source, CONSOLE)


PARTS: Final[tuple[ProductPart, ...]] = (
    *map(
        _part,
        (
            consent.PHRASES,
            screening.pages.invite_phrases.PHRASES,
            interviewer_phrases.PHRASES,
            gather.chat.chats.phrases.PHRASES,
            candidate_meetings.pages.phrases.PHRASES,
            unsubscriptions.pages.phrases.PHRASES,
            results_phrases.PHRASES,
            results_summary.PHRASES,
            spoken_time.PHRASES,
            built_in_messages.PHRASES,
        ),
    ),
    _console(),
)


def catalogue_file(part: ProductPart, language: str) -> Path:
    """The file that translators edit."""
    return FOLDER / part.name / f"{language}.po"


def compiled_file(part: ProductPart, language: str) -> Path:
    """The file that the part reads."""
    return part.compiled / f"{language}.json"
