"""The kind of a file, told from its content: a name and a declared type can say anything."""

import re
import unicodedata
from enum import StrEnum
from typing import Final

from gather.core.archived_document import is_word
from gather.core.document_fault import DocumentFault, NotTaken

LONGEST_FILE_NAME: Final = 120


class DocumentType(StrEnum):
    """The documents that people may hand in, by their media types."""

    PDF = "application/pdf"
    DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
    ODT = "application/vnd.oasis.opendocument.text"

    @property
    def ending(self) -> str:
        """The ending of such a file's name, with the dot."""
        return f".{self.name.lower()}"


class PictureType(StrEnum):
    """The pictures that people may send, by their media types."""

    PNG = "image/png"
    JPEG = "image/jpeg"
    WEBP = "image/webp"

    @property
    def ending(self) -> str:
        """The ending of such a file's name, with the dot."""
        return f".{self.name.lower()}"


FileType = DocumentType | PictureType

_SEPARATORS: Final = re.compile(r"[/\\]")
_JPG: Final = re.compile(r"\.jpe?g$", re.IGNORECASE)
_PDF: Final = b"%PDF-"
_PDF_WITHIN: Final = 1024
"""The bytes in which readers look for the beginning of a PDF; some programs write something before it."""
_ZIP: Final = b"PK\x03\x04"
_COMPOUND: Final = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
"""The signature of older formats, and of documents that Word has encrypted ([MS-OFFCRYPTO], 2.3.4)."""
_ENCRYPTED_WITHIN: Final = "EncryptedPackage".encode("utf-16-le")


def document_type(content: bytes) -> DocumentType | None:
    """The kind of a document that is a whole file; None for every file that `checked_document` refuses."""
    try:
        return checked_document(content)
    except NotTaken:
        return None


def checked_document(content: bytes) -> DocumentType:
    """The kind of a document without programs that is a whole file. Raises NotTaken for every other file.

    That somebody can open a PDF is not looked at: `gather.core.pdf_check` does that.
    """
    if _PDF in content[:_PDF_WITHIN]:
        return DocumentType.PDF
    if content.startswith(_ZIP):
        return DocumentType.DOCX if is_word(content) else DocumentType.ODT
    is_locked = content.startswith(_COMPOUND) and _ENCRYPTED_WITHIN in content
    raise NotTaken(DocumentFault.LOCKED if is_locked else DocumentFault.OTHER_KIND)


def picture_type(content: bytes) -> PictureType | None:
    """The kind of a picture that is a whole file; None for every other file."""
    if content.startswith(b"\x89PNG\r\n\x1a\n"):
        return PictureType.PNG
    if content.startswith(b"\xff\xd8\xff"):
        return PictureType.JPEG
    is_webp = content.startswith(b"RIFF") and content[8:12] == b"WEBP"
    return PictureType.WEBP if is_webp else None


def shown_name(name: str, kind: FileType, otherwise: str) -> str:
    """Returns a file's name in a form that can be shown: without folders and without invisible or
    direction-changing characters, of at most 120 characters, with the ending of the file's type. An empty
    name becomes `otherwise`."""
    last = _SEPARATORS.split(unicodedata.normalize("NFC", name))[-1]
    visible = "".join(each for each in last if each == " " or unicodedata.category(each)[0] not in "CZ")
    stem = visible.strip(" .")
    if kind is PictureType.JPEG:
        stem = _JPG.sub("", stem)
    if stem.lower().endswith(kind.ending):
        stem = stem[: -len(kind.ending)].strip(" .")
    return f"{stem[: LONGEST_FILE_NAME - len(kind.ending)].strip(' .') or otherwise}{kind.ending}"
