"""A candidate's answer as it is stored."""

from enum import StrEnum
from typing import Final

from gather.content.questions.asked_question import QuestionKind
from gather.core.model import Model

POOR_TRANSCRIPTION: Final = 0.75
"""Words that are heard with less certainty than this, on average, are a poor transcription."""


class TranscriptionProblem(StrEnum):
    """The reasons why a recording has no transcription (interface: Results, rule 10)."""

    LANGUAGE = "language"
    RECORDING = "recording"


class StoredAnswer(Model):
    """A candidate's answer to one question; the last one before completion counts.

    `text` for written answers, `value` for yes or no (true, false) and thumbs ("up", "down"),
    `option_ids` for choices, `media_id` for a recording, of which `transcription` becomes the text and
    `word_times` the times of its words (gather.screening.answers.word_times). `heard_certainty` is how sure
    the transcription is of its words on average, from 0 to 1, where the engine tells. `unheard_in_run` is the
    latest evaluation run in which the recording could not be transcribed, and `unheard_because` why, null for
    answers of releases that did not store it. `recording_seconds` is how long the
    recording lasts, where its container tells.
    """

    question_id: str
    """The question."""
    kind: QuestionKind
    """The kind of turn."""
    text: str | None = None
    """The words that were said or written."""
    value: bool | str | None = None
    option_ids: tuple[str, ...] | None = None
    media_id: str | None = None
    content_type: str | None = None
    recording_seconds: float | None = None
    answered_at: str
    transcription: str | None = None
    """The candidate's spoken words, as text."""
    word_times: str | None = None
    heard_certainty: float | None = None
    unheard_in_run: int | None = None
    unheard_because: TranscriptionProblem | None = None

    @property
    def is_in_words(self) -> bool:
        """Whether the candidate wrote or said it, and did not choose it."""
        return self.transcription is not None or self.text is not None

    @property
    def is_transcribed(self) -> bool:
        """Whether it is a recording that an engine has turned into text."""
        return self.media_id is not None and self.transcription is not None

    @property
    def is_unheard(self) -> bool:
        """Whether it is a recording that could not be transcribed: an answer without words."""
        return self.unheard_in_run is not None and self.transcription is None

    @property
    def is_poorly_heard(self) -> bool:
        """Whether it is a recording whose transcription is too unsure of its words to be judged by."""
        return self.heard_certainty is not None and self.heard_certainty < POOR_TRANSCRIPTION

    @property
    def is_without_weight(self) -> bool:
        """Whether nothing that was said in it may count (interface: Results, rules 10 and 12)."""
        return self.is_unheard or self.is_poorly_heard
