"""The text of a document that a visitor sent, for a chatbot that reads résumés.

    text_of(content, DocumentType.PDF)  # None for a scan

It is read by `gather.chat.files.document_reader`, in a process of its own: a document that needs too much
time or memory, or that is made to break its reader, ends that process and nothing else.
"""

import unicodedata
from typing import Final

from gather.core.bounded_program import output_of
from gather.core.document_type import DocumentType

READING_SECONDS: Final = 20
"""How long the reader may take at most. It takes less, since its time of the processor is bounded tighter
(`gather.chat.files.document_reader`) and it waits for nothing."""

_FEWEST_LETTERS: Final = 20
"""A document with fewer is a picture of its text, or empty."""
COMMAND: Final = ("-m", "gather.chat.files.document_reader")
"""The arguments of the interpreter; the kind of the document follows."""


def text_of(content: bytes, kind: DocumentType) -> str | None:
    """The text at the beginning of a document, or None where there is none that can be read: it is malformed,
    has a password, is a picture, or takes too long."""
    text = _plain(_read(content, kind).decode(errors="replace"))
    return text if sum(map(str.isalpha, text)) >= _FEWEST_LETTERS else None


def _read(content: bytes, kind: DocumentType) -> bytes:
    """The output of the reader until it ended or had to."""
    return output_of((*COMMAND, kind.name), content, READING_SECONDS)


def _plain(text: str) -> str:
    """The text without what is invisible, its lines without spaces around them, and no empty ones."""
    visible = "".join(each for each in text if each in "\n\t" or unicodedata.category(each)[0] != "C")
    lines = (" ".join(line.split()) for line in visible.splitlines())
    return "\n".join(line for line in lines if line)
