"""The parts of the product that speak to people, each with a catalogue in every language."""

from pathlib import Path
from typing import Final

import candidate_meetings.pages.phrases
import gather.chat.chats.phrases
import screening.pages.invite_phrases
import unsubscriptions.pages.phrases
from gather.content.message_groups import built_in_messages
from gather.core import spoken_time
from gather.core.catalogue import Catalogue
from gather.screening.candidate_interviews import consent
from gather.screening.conversations import phrases as interviewer_phrases
from gather.screening.results import summary as results_summary
from screening.pages import results_phrases

PROJECT: Final = Path(__file__).resolve().parents[2]
FOLDER: Final = PROJECT / "languages"
PARTS: Final[tuple[Catalogue, ...]] = (
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
)


def catalogue_file(part: Catalogue, language: str) -> Path:
    """The file that translators edit."""
    return FOLDER / part.compiled.name / f"{language}.po"


def compiled_file(part: Catalogue, language: str) -> Path:
    """The file that the service reads."""
    return part.compiled / f"{language}.json"
