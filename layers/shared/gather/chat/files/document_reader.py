"""Reads the text of a document: a program of its own, which `gather.chat.files.text` starts and bounds.

    python -m gather.chat.files.document_reader TYPE < document > text

Documents come from strangers. The program has no credentials, no files to write, and a bounded time and
memory, so that the worst one ends nothing but it. Whatever it cannot read ends it.
"""

import io
import sys
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import IO, Final
from xml.parsers import expat

from gather.chat.files.inserted_text import text_of_inserted
from gather.chat.files.word_parts import WordParts
from gather.chat.files.written_text import TextLimitReached, WrittenText
from gather.core import bounded_program
from gather.core.archived_document import LARGEST_PART, unpacked
from gather.core.document_fault import NotTaken
from gather.core.pdf_library import pdf_library

LONGEST_TEXT: Final = 12_000
"""How many characters are read, from the beginning."""
MOST_PAGES: Final = 20
MOST_SECONDS: Final = 2
"""Of the processor, beside what loads the program."""
MOST_MEMORY: Final = 448 * 1024 * 1024
LARGEST_ENTRY: Final = LARGEST_PART
"""How many bytes of an archive's entry are unpacked; what is larger is no résumé."""


class UnreadableDocument(Exception):
    """The document has nothing to read, or is made to do harm."""


_UNREADABLE: Final = (
    *(zipfile.BadZipFile, zlib.error, expat.ExpatError, UnreadableDocument, NotTaken),
    *(EOFError, OSError, RuntimeError, ValueError),
)
"""The exceptions that a file raises that is no document, or a damaged one."""


def text_of_xml(document: Iterator[bytes], inserted: Callable[[str], str] = lambda _: "") -> str:
    """The text of the XML of a Word or OpenDocument file; `inserted` gives that of a part by its relation.

    Raises UnreadableDocument for one that declares entities, and expat's error for one that is none.
    """
    written = WrittenText(LONGEST_TEXT, inserted)
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    parser.StartElementHandler = written.start
    parser.EndElementHandler = written.end
    parser.CharacterDataHandler = written.characters
    parser.StartDoctypeDeclHandler = _refuse_declarations
    with suppress(TextLimitReached):
        for chunk in document:
            parser.Parse(chunk, False)
        parser.Parse(b"", True)
    return "".join(written.parts)


def _refuse_declarations(*_: object) -> None:
    """No word processor writes declarations, which entities need to expand."""
    raise UnreadableDocument


def text_of_word(content: bytes, depth: int = 0) -> Iterator[str]:
    """The text of a Word document: its headers, itself, its footers and notes; not what was said about it.

    Raises UnreadableDocument, and what zipfile raises.
    """
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        parts = WordParts(archive)
        if parts.main is None:
            raise UnreadableDocument

        def inserted(relation: str) -> str:
            return _text_of_chunk(parts, relation, depth)

        for name in (
            *parts.list_names("header"),
            parts.main,
            *parts.list_names("footer", "footnotes", "endnotes"),
        ):
            with parts.open(name) as entry:
                yield f"{text_of_xml(_unpack(entry), inserted)}\n"


def _text_of_chunk(parts: WordParts, relation: str, depth: int) -> str:
    """The text of a part of another format that Word shows as if it were written there."""
    name = parts.find_name(relation)
    if name is None:
        return ""
    with parts.open(name) as entry:
        content = b"".join(_unpack(entry))
    if not content.startswith(b"PK"):
        return text_of_inserted(content)
    text: list[str] = []
    # A document within a document within a document is made to do harm.
    if depth == 0:
        with suppress(*_UNREADABLE):
            text.extend(text_of_word(content, depth + 1))
    return "".join(text)


def text_of_open_document(content: bytes) -> Iterator[str]:
    """The text of an OpenDocument file, its headers and its footers. Raises as `text_of_word` does."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        names = archive.namelist()
        if "content.xml" not in names:
            raise UnreadableDocument
        for name in filter(names.__contains__, ("content.xml", "styles.xml")):
            with archive.open(name) as entry:
                yield f"{text_of_xml(_unpack(entry))}\n"


def _unpack(entry: IO[bytes]) -> Iterator[bytes]:
    try:
        yield from unpacked(entry, LARGEST_ENTRY)
    except NotTaken as fault:
        raise UnreadableDocument from fault


def text_of_pdf(content: bytes) -> Iterator[str]:
    """The text of a PDF's first pages; empty where they are pictures. Raises what pypdf raises."""
    reader = pdf_library(content).PdfReader(io.BytesIO(content), strict=False)
    for number in range(min(len(reader.pages), MOST_PAGES)):
        yield f"{reader.pages[number].extract_text()}\n"


READERS: Final[Mapping[str, Callable[[bytes], Iterator[str]]]] = {
    "PDF": text_of_pdf,
    "DOCX": text_of_word,
    "ODT": text_of_open_document,
}
"""By the names of `DocumentType`."""


def limit_resources() -> None:
    """Bound the time and the memory that the program may use from now on."""
    bounded_program.bound(MOST_SECONDS, MOST_MEMORY)


def main() -> int:
    """Read the document as the command line says, and write each part once it is read: what was read counts,
    however the program ends."""
    kind, content = sys.argv[1], sys.stdin.buffer.read()
    if kind == "PDF":
        # What loads it is no fault of the document, and may have to write its bytecode.
        pdf_library(content)
    limit_resources()
    left = LONGEST_TEXT
    for part in READERS[kind](content):
        sys.stdout.buffer.write(part[:left].encode(errors="replace"))
        sys.stdout.buffer.flush()
        left -= len(part)
        if left <= 0:
            break
    return 0


if __name__ == "__main__":
    sys.exit(main())
