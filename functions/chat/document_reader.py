"""Reads the text of a document: a program of its own, which `chat.reading` starts and bounds.

    python -m chat.document_reader TYPE < document > text

Documents come from strangers. The program has no credentials, no files to write, and a bounded time and
memory, so that the worst one ends nothing but it. Whatever it cannot read ends it.
"""

import importlib
import io
import math
import resource
import sys
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import IO, Final
from xml.parsers import expat

LONGEST_TEXT: Final = 12_000
"""How many characters are read, from the beginning."""
MOST_PAGES: Final = 20
MOST_SECONDS: Final = 2
"""Of the processor, beside what loads the program."""
MOST_MEMORY: Final = 448 * 1024 * 1024
LARGEST_ENTRY: Final = 32 * 1024 * 1024
"""How many bytes of an archive's entry are unpacked; what is larger is no résumé."""

_CHUNK: Final = 64 * 1024
_WORD: Final = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_WORD_STRICT: Final = "http://purl.oclc.org/ooxml/wordprocessingml/main"
_ODT: Final = "urn:oasis:names:tc:opendocument:xmlns:text:1.0"
_OFFICE: Final = "urn:oasis:names:tc:opendocument:xmlns:office:1.0"

_WRITTEN: Final = frozenset({f"{_WORD} t", f"{_WORD_STRICT} t", f"{_ODT} p", f"{_ODT} h"})
"""The elements whose characters are the document's text."""
_GAPS: Final = {
    f"{space} {name}": gap
    for space, gaps in (
        (_WORD, {"p": "\n", "br": "\n", "cr": "\n", "tab": " ", "tc": " "}),
        (_WORD_STRICT, {"p": "\n", "br": "\n", "cr": "\n", "tab": " ", "tc": " "}),
        (_ODT, {"p": "\n", "h": "\n", "line-break": "\n", "tab": " ", "s": " "}),
    )
    for name, gap in gaps.items()
}
"""What stands in the place of an element's end."""
_PASSED_OVER: Final = frozenset({f"{_ODT} tracked-changes", f"{_OFFICE} annotation"})


class NotRead(Exception):
    """The document has nothing to read, or is made to do harm."""


class _Enough(Exception):
    """As much was read as is needed."""


class _WrittenText:
    """The text of an XML document, as its parser comes to it: no tree is made of it."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self._length = 0
        self._written = 0
        self._passed_over = 0

    def start(self, name: str, _attributes: object) -> None:
        self._written += name in _WRITTEN
        self._passed_over += name in _PASSED_OVER

    def end(self, name: str) -> None:
        self._written -= name in _WRITTEN
        self._passed_over -= name in _PASSED_OVER
        if name in _GAPS and not self._passed_over:
            self._add(_GAPS[name])

    def characters(self, text: str) -> None:
        if self._written and not self._passed_over:
            self._add(text)

    def _add(self, text: str) -> None:
        self.parts.append(text)
        self._length += len(text)
        if self._length > LONGEST_TEXT:
            raise _Enough


def text_of_xml(document: Iterator[bytes]) -> str:
    """The text of the XML of a Word or OpenDocument file. Raises NotRead for one that declares entities, and
    expat's error for one that is none."""
    written = _WrittenText()
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    parser.StartElementHandler = written.start
    parser.EndElementHandler = written.end
    parser.CharacterDataHandler = written.characters
    parser.StartDoctypeDeclHandler = _refuse_declarations
    with suppress(_Enough):
        for chunk in document:
            parser.Parse(chunk, False)
        parser.Parse(b"", True)
    return "".join(written.parts)


def _refuse_declarations(*_: object) -> None:
    """No word processor writes declarations, which entities need to expand."""
    raise NotRead


def text_of_archive(content: bytes, beginning: str) -> Iterator[str]:
    """The text of the first XML entry whose name begins so. Raises NotRead, and what zipfile raises."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        names = (name for name in archive.namelist() if name.startswith(beginning) and name.endswith(".xml"))
        name = next(names, None)
        if name is None:
            raise NotRead
        with archive.open(name) as entry:
            yield text_of_xml(_unpacked(entry))


def _unpacked(entry: IO[bytes]) -> Iterator[bytes]:
    """The content of an entry; what its header says of its size may be a lie."""
    unpacked = 0
    while chunk := entry.read(_CHUNK):
        unpacked += len(chunk)
        if unpacked > LARGEST_ENTRY:
            raise NotRead
        yield chunk


def text_of_pdf(content: bytes) -> Iterator[str]:
    """The text of a PDF's first pages; empty where they are pictures. Raises what pypdf raises."""
    from pypdf import PdfReader

    reader = PdfReader(io.BytesIO(content), strict=False)
    for number in range(min(len(reader.pages), MOST_PAGES)):
        yield f"{reader.pages[number].extract_text()}\n"


READERS: Final[Mapping[str, Callable[[bytes], Iterator[str]]]] = {
    "PDF": text_of_pdf,
    "DOCX": lambda content: text_of_archive(content, "word/document"),
    "ODT": lambda content: text_of_archive(content, "content"),
}
"""By the names of `DocumentType`."""


def bound() -> None:
    """Take what the program may use from it, as far as the system knows how."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    limits = {
        resource.RLIMIT_CPU: math.ceil(used.ru_utime + used.ru_stime) + MOST_SECONDS,
        resource.RLIMIT_AS: MOST_MEMORY,
        resource.RLIMIT_FSIZE: 0,
        resource.RLIMIT_CORE: 0,
    }
    for limit, most in limits.items():
        with suppress(ValueError, OSError):
            resource.setrlimit(limit, (most, most))


def main() -> int:
    """Read the document as the command line says, and write each part once it is read: what was read counts,
    however the program ends."""
    kind = sys.argv[1]
    if kind == "PDF":
        # What loads it is no fault of the document, and may have to write its bytecode.
        importlib.import_module("pypdf")
    bound()
    left = LONGEST_TEXT
    for part in READERS[kind](sys.stdin.buffer.read()):
        sys.stdout.buffer.write(part[:left].encode(errors="replace"))
        sys.stdout.buffer.flush()
        left -= len(part)
        if left <= 0:
            break
    return 0


if __name__ == "__main__":
    sys.exit(main())
