"""What kind of file one is, told from its content: a name and a declared type can say anything."""

import re
import unicodedata
from enum import StrEnum
from typing import Final

LONGEST_FILE_NAME: Final = 120


class DocumentType(StrEnum):
    """The documents that people may hand in, by their media types."""

    PDF = "application/pdf"
    DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
    ODT = "application/vnd.oasis.opendocument.text"

    @property
    def ending(self) -> str:
        """What the names of such files end with, with the dot."""
        return f".{self.name.lower()}"


class PictureType(StrEnum):
    """The pictures that people may send, by their media types."""

    PNG = "image/png"
    JPEG = "image/jpeg"
    WEBP = "image/webp"

    @property
    def ending(self) -> str:
        """What the names of such files end with, with the dot."""
        return f".{self.name.lower()}"


FileType = DocumentType | PictureType

_SEPARATORS: Final = re.compile(r"[/\\]")
_JPG: Final = re.compile(r"\.jpe?g$", re.IGNORECASE)
_PDF: Final = b"%PDF-"
_PDF_WITHIN: Final = 1024
"""Where readers look for the beginning of a PDF; some programs write something before it."""
_ZIP: Final = b"PK\x03\x04"
_ODT: Final = b"mimetypeapplication/vnd.oasis.opendocument.text"
_ODT_AT: Final = 30
"""OpenDocument demands that the first entry is called so, has this content, and is not compressed."""
_DOCX: Final = (b"[Content_Types].xml", b"word/document")
_MACROS: Final = (b"vbaProject.bin", b"Basic/script-lc.xml", b"Scripts/")


def document_type(content: bytes) -> DocumentType | None:
    """What kind of document a whole file is; None for every other file, and for a document with macros.

    The names of a ZIP archive's entries are not compressed, so that nothing has to be unpacked for it. A
    document with a password is another kind of file and not recognized.
    """
    if _PDF in content[:_PDF_WITHIN]:
        return DocumentType.PDF
    if not content.startswith(_ZIP) or any(name in content for name in _MACROS):
        return None
    if content.startswith(_ODT, _ODT_AT) and b"META-INF/manifest.xml" in content:
        return DocumentType.ODT
    return DocumentType.DOCX if all(name in content for name in _DOCX) else None


def picture_type(content: bytes) -> PictureType | None:
    """What kind of picture a whole file is; None for every other file."""
    if content.startswith(b"\x89PNG\r\n\x1a\n"):
        return PictureType.PNG
    if content.startswith(b"\xff\xd8\xff"):
        return PictureType.JPEG
    is_webp = content.startswith(b"RIFF") and content[8:12] == b"WEBP"
    return PictureType.WEBP if is_webp else None


def shown_name(name: str, kind: FileType, otherwise: str) -> str:
    """A file's name that can be shown: no folders, nothing invisible or that changes the direction of what is
    read, not longer than 120 characters, and with the ending of what the file is. One of which nothing is
    left is called `otherwise`."""
    last = _SEPARATORS.split(unicodedata.normalize("NFC", name))[-1]
    visible = "".join(each for each in last if each == " " or unicodedata.category(each)[0] not in "CZ")
    stem = visible.strip(" .")
    if kind is PictureType.JPEG:
        stem = _JPG.sub("", stem)
    if stem.lower().endswith(kind.ending):
        stem = stem[: -len(kind.ending)].strip(" .")
    return f"{stem[: LONGEST_FILE_NAME - len(kind.ending)].strip(' .') or otherwise}{kind.ending}"
