"""Documents that are ZIP archives: DOCX (ECMA-376) and ODT (OpenDocument 1.3).

The type of an archive, and whether it has programs, follow from its entries' names and from the parts that
declare the entries' types; never from bytes that may be anybody's text. Little is unpacked, and each entry
only up to a limit: an archive may be made to exhaust memory or time.
"""

import io
import re
import struct
from collections.abc import Iterator, Mapping
from typing import IO, TYPE_CHECKING, Final
from urllib.parse import unquote

from gather.core.document_fault import DocumentFault, NotTaken

if TYPE_CHECKING:
    from zipfile import ZipFile, ZipInfo

LARGEST_PART: Final = 32 * 1024 * 1024
"""The most bytes of an entry that are unpacked. No résumé has a larger entry."""

_MOST_ENTRIES: Final = 4_000
_ENTRY: Final = b"PK\x01\x02"
"""The signature at the beginning of each entry of an archive's directory."""
_LARGEST_DECLARATION: Final = 1024 * 1024
_CHUNK: Final = 64 * 1024
_PACKINGS: Final = (0, 8)
"""Stored and deflated: neither format knows another (ECMA-376, part 2, C.2; OpenDocument, part 2, 2.2)."""
_ENCRYPTED: Final = 0x1

_CONTENT_TYPES: Final = "[content_types].xml"
_WORD_MAIN: Final = re.compile(r"word/document[^/]*\.xml")
_WORD_MAIN_TYPE: Final = re.compile(r"wordprocessingml\.(document|template)\.main\+xml$", re.IGNORECASE)
_WORD_PROGRAMS: Final = re.compile(r"(^|/)(vbaproject[^/]*\.bin|vbadata\.xml|activex\d*\.(xml|bin))$")
_PROGRAM_TYPES: Final = re.compile(r"vbaproject|vbadata|macroenabled|activex", re.IGNORECASE)
_RELATIONS: Final = ".rels"
_LARGEST_RELATIONS: Final = 4 * 1024 * 1024
"""The most bytes of relations that a document may have."""
_VBA_RELATION: Final = "vbaproject"
_LOADED_RELATIONS: Final = frozenset(
    {
        *("attachedtemplate", "oleobject", "package", "control", "frame", "subdocument", "afchunk"),
        *("mailmergesource", "mailmergeheadersource", "recipientdata"),
    }
)
"""The relations whose targets Word loads, or offers to load, as a document opens: they may bring programs."""
_ADDRESS: Final = re.compile(r"[a-z][a-z0-9+.-]+:")
"""A scheme; of one letter it is a drive."""
_FILE_ADDRESS: Final = re.compile(r"file:(?://(?:localhost)?(?=/)|//(?=[a-z]:))?")

_TEXT_TYPE: Final = b"application/vnd.oasis.opendocument.text"
_TEXT_PROGRAMS: Final = re.compile(r"(^|/)(basic|scripts)/.")
_MANIFEST: Final = "meta-inf/manifest.xml"
_ENCRYPTION: Final = "encryption-data"

Element = tuple[str, dict[str, str]]
"""An element's name without its namespace, and its attributes."""


def is_word(content: bytes) -> bool:
    """Whether an archive is a Word document, and not an OpenDocument text.

    Raises NotTaken for what is neither, has programs, opens with a password alone, or does not open.
    """
    from zipfile import BadZipFile, ZipFile
    from zlib import error as unpacking_failed

    if content.count(_ENTRY) > _MOST_ENTRIES:
        raise NotTaken(DocumentFault.DAMAGED)
    try:
        with ZipFile(io.BytesIO(content)) as archive:
            return _Archive(archive).is_word()
    # zipfile raises these for archives that are cut off, damaged or forged.
    except (BadZipFile, unpacking_failed, struct.error, EOFError, OSError, RuntimeError, ValueError) as fault:
        raise NotTaken(DocumentFault.DAMAGED) from fault


class _Archive:
    """The entries of an archive by their names, which both formats compare without regard to case."""

    def __init__(self, archive: "ZipFile") -> None:
        self._archive = archive
        infos = [each for each in archive.infolist() if not each.is_dir()]
        self._entries = {_plain_name(each.filename): each for each in infos}
        if len(self._entries) < len(infos):
            # Of two entries of one name a word processor may show the other one.
            raise NotTaken(DocumentFault.DAMAGED)

    def is_word(self) -> bool:
        if _CONTENT_TYPES in self._entries:
            self._check_word()
            return True
        if "mimetype" in self._entries and self._read("mimetype").strip().startswith(_TEXT_TYPE):
            self._check_text()
            return False
        raise NotTaken(DocumentFault.OTHER_KIND)

    def _check_word(self) -> None:
        types = list(elements_of(self._read(_CONTENT_TYPES)))
        main = self._word_main(types)
        if main is None:
            is_program = any(_PROGRAM_TYPES.search(given.get("ContentType", "")) for _, given in types)
            raise NotTaken(DocumentFault.MACROS if is_program else DocumentFault.OTHER_KIND)
        if any(map(_WORD_PROGRAMS.search, self._entries)) or self._has_programs(types):
            raise NotTaken(DocumentFault.MACROS)
        if any(_brings_programs(given) for given in self._relations()):
            raise NotTaken(DocumentFault.MACROS)
        self._check_opens(main)

    def _relations(self) -> Iterator[dict[str, str]]:
        """The relations of the parts, each by its attributes (ECMA-376, part 2, 6.5)."""
        left = _LARGEST_RELATIONS
        for name in self._entries:
            if name.endswith(_RELATIONS):
                content = b"".join(self._unpacked(name, min(left, _LARGEST_DECLARATION)))
                left -= len(content)
                for _, given in elements_of(content):
                    yield given

    def _word_main(self, types: list[Element]) -> str | None:
        """The part with the text: as it is declared, or as it is called where nothing is."""
        declared = (
            _plain_name(given.get("PartName", ""))
            for _, given in types
            if _WORD_MAIN_TYPE.search(given.get("ContentType", ""))
        )
        named = filter(_WORD_MAIN.fullmatch, self._entries)
        return next((name for name in (*declared, *named) if name in self._entries), None)

    def _has_programs(self, types: list[Element]) -> bool:
        """Whether a part is declared to be a program: by its name, or by its ending and nothing else.

        Some programs leave the declaration of an ending behind when they take the macros out.
        """
        programs = [given for _, given in types if _PROGRAM_TYPES.search(given.get("ContentType", ""))]
        named = {_plain_name(given["PartName"]) for _, given in types if "PartName" in given}
        endings = tuple(f".{given['Extension'].lower()}" for given in programs if "Extension" in given)
        return any("PartName" in given for given in programs) or any(
            name.endswith(endings) for name in self._entries.keys() - named
        )

    def _check_text(self) -> None:
        if any(map(_TEXT_PROGRAMS.search, self._entries)):
            raise NotTaken(DocumentFault.MACROS)
        manifest = elements_of(self._read(_MANIFEST)) if _MANIFEST in self._entries else iter(())
        if any(name == _ENCRYPTION for name, _ in manifest):
            raise NotTaken(DocumentFault.LOCKED)
        if "content.xml" not in self._entries:
            raise NotTaken(DocumentFault.OTHER_KIND)
        self._check_opens("content.xml")

    def _check_opens(self, name: str) -> None:
        for _ in self._unpacked(name, LARGEST_PART):
            pass

    def _read(self, name: str) -> bytes:
        return b"".join(self._unpacked(name, _LARGEST_DECLARATION))

    def _unpacked(self, name: str, most: int) -> Iterator[bytes]:
        entry = self._entries[name]
        _check_packing(entry)
        with self._archive.open(entry) as opened:
            yield from unpacked(opened, most)


def _check_packing(entry: "ZipInfo") -> None:
    if entry.flag_bits & _ENCRYPTED:
        raise NotTaken(DocumentFault.LOCKED)
    if entry.compress_type not in _PACKINGS:
        raise NotTaken(DocumentFault.DAMAGED)


def unpacked(entry: IO[bytes], most: int) -> Iterator[bytes]:
    """The content of an entry; what its header says of its size may be a lie. Raises NotTaken for one of more
    than `most` bytes."""
    size = 0
    while chunk := entry.read(_CHUNK):
        size += len(chunk)
        if size > most:
            raise NotTaken(DocumentFault.DAMAGED)
        yield chunk


def _brings_programs(relation: Mapping[str, str]) -> bool:
    """Whether a relation leads to macros, or to a resource on another machine that may have some.

    A template on the writer's own disk is accepted: Word names it in each document that was made from one.
    """
    kind = relation.get("Type", "").lower().rpartition("/")[2]
    return kind == _VBA_RELATION or (kind in _LOADED_RELATIONS and _is_elsewhere(relation.get("Target", "")))


def _is_elsewhere(target: str) -> bool:
    """Whether a relation's target is on another machine: an address, or a folder that a server shares."""
    plain = unquote(target).strip().lower().replace("\\", "/")
    path = _FILE_ADDRESS.sub("", plain, count=1)
    return path.startswith("//") or bool(_ADDRESS.match(path))


def _plain_name(name: str) -> str:
    return name.replace("\\", "/").lstrip("/").lower()


def elements_of(content: bytes) -> Iterator[Element]:
    """Yields the elements of a small XML part. Raises NotTaken for invalid XML and for declared entities."""
    from xml.parsers import expat

    found: list[Element] = []
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.StartElementHandler = lambda name, given: found.append((name.rpartition(" ")[2], given))
    parser.StartDoctypeDeclHandler = _refuse_declarations
    try:
        parser.Parse(content, True)
    except expat.ExpatError as fault:
        raise NotTaken(DocumentFault.DAMAGED) from fault
    return iter(found)


def _refuse_declarations(*_: object) -> None:
    """No word processor writes declarations, which entities need to expand."""
    raise NotTaken(DocumentFault.DAMAGED)
