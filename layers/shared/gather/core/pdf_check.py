"""Checks in a program of its own whether a PDF opens without a password.

    python -m gather.core.pdf_check < document > answer

A password that only forbids printing or copying does not count: everybody with the file can read it.
"""

import io
import re
import sys
from typing import Final

from gather.core.bounded_program import bound, output_of
from gather.core.document_fault import DocumentFault
from gather.core.document_type import DocumentType, FileType
from gather.core.errors import ValidationFailed
from gather.core.pdf_library import may_be_encrypted, pdf_library

_COMMAND: Final = ("-m", "gather.core.pdf_check")
_SECONDS: Final = 10
"""The time limit of the program; its CPU time has a tighter limit."""
_MOST_SECONDS: Final = 3
"""The limit of CPU seconds, without those for loading the program."""
_MOST_MEMORY: Final = 448 * 1024 * 1024

_LOADED: Final = b"loaded\n"
_OPEN: Final = b"open\n"
_LOCKED: Final = b"locked\n"
_FAULTS: Final = {_OPEN: None, _LOCKED: DocumentFault.LOCKED}

_LINEARIZED: Final = re.compile(rb"/Linearized\b.{0,200}?/L\s+(\d{1,10})\b", re.DOTALL)
_LINEARIZED_WITHIN: Final = 2048


def require_open(kind: FileType, content: bytes, field: str) -> None:
    """Raises ValidationFailed, which names `field`, for a PDF that needs a password or has no page.

    Files of other kinds were looked at when they were told apart.
    """
    fault = pdf_fault(content) if kind is DocumentType.PDF else None
    if fault is not None:
        raise ValidationFailed.of(field, fault.reason)


def require_unlocked(kind: FileType, content: bytes, field: str) -> None:
    """The same for a PDF that needs a password alone. Nothing is started for one that is not encrypted."""
    if kind is DocumentType.PDF and may_be_encrypted(content):
        fault = pdf_fault(content)
        if fault is DocumentFault.LOCKED:
            raise ValidationFailed.of(field, fault.reason)


def pdf_fault(content: bytes) -> DocumentFault | None:
    """Why a PDF does not open. One that takes all time or memory opens nowhere else either.

    Raises RuntimeError where the program cannot be loaded, which is no fault of the document.
    """
    answer = output_of(_COMMAND, content, _SECONDS)
    if not answer.startswith(_LOADED):
        raise RuntimeError("the program that opens documents could not be loaded")
    return _FAULTS.get(answer[len(_LOADED) :], DocumentFault.DAMAGED)


def _answer(content: bytes) -> bytes:
    """Returns the fault of a document, if any. Raises pypdf's exceptions for a damaged one."""
    library = pdf_library(content)
    bound(_MOST_SECONDS, _MOST_MEMORY)
    sys.stdout.buffer.write(_LOADED)
    sys.stdout.buffer.flush()
    try:
        reader = library.PdfReader(io.BytesIO(content), strict=False)
        if reader.is_encrypted and not reader.decrypt(""):
            return _LOCKED
    except NotImplementedError:
        # Encrypted for certain people, or in a way that nobody has described.
        return _LOCKED
    # A document is open once a page of it is there.
    return _OPEN if _is_whole(content) and reader.pages[0] is not None else b""


def _is_whole(content: bytes) -> bool:
    """Whether nothing is missing of a document that begins with its first page and says how long it is
    (ISO 32000-2, F.3.3)."""
    said = _LINEARIZED.search(content[:_LINEARIZED_WITHIN])
    return said is None or int(said[1]) <= len(content)


def main() -> int:
    """Read the document and write its fault; an empty output means that it is damaged."""
    sys.stdout.buffer.write(_answer(sys.stdin.buffer.read()))
    sys.stdout.buffer.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
