"""Documents are told by their content, whatever they are called: by what declares their parts."""

import io
import zipfile

import pytest

from gather.core.archived_document import LARGEST_PART
from gather.core.document_fault import DocumentFault, NotTaken
from gather.core.document_type import DocumentType, checked_document, document_type
from tests.builders.documents import (
    MACRO_DOCX,
    PASSWORD_DOCX,
    content_types,
    docx,
    odt,
    packed,
    pdf,
    relations,
    word,
)

LINE = "<w:p><w:r><w:t>Ada Lovelace</w:t></w:r></w:p>"
VBA = "application/vnd.ms-office.vbaProject"
LEFT_BEHIND = (
    f'<Default Extension="bin" ContentType="{VBA}"/>'
    '<Override PartName="/word/o.bin" ContentType="application/vnd.ms-office.oleObject"/>'
)
MACRO_MAIN = "application/vnd.ms-word.document.macroEnabled.main+xml"
ODT_TYPE = b"application/vnd.oasis.opendocument.text"


def open_text(**more: bytes) -> bytes:
    """An OpenDocument file with more entries; the first underscore of a name is a slash."""
    named = {name.replace("_", "/", 1): content for name, content in more.items()}
    return packed(
        {"mimetype": ODT_TYPE, "META-INF/manifest.xml": b"<manifest/>", "content.xml": b"<a/>", **named}
    )


def stored(text: str) -> bytes:
    """A Word document whose text can be read in its bytes."""
    document = zipfile.ZipFile(io.BytesIO(word(f"<w:p><w:r><w:t>{text}</w:t></w:r></w:p>")))
    return packed({name: document.read(name) for name in document.namelist()}, zipfile.ZIP_STORED)


def with_encrypted_entries(content: bytes) -> bytes:
    """As a packer encrypts entries: the bit is set in each header and in the directory."""
    changed = bytearray(content)
    for mark, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        found = changed.find(mark)
        while found >= 0:
            changed[found + place] |= 1
            found = changed.find(mark, found + 4)
    return bytes(changed)


def damaged(content: bytes, within: bytes) -> bytes:
    place = content.index(within) + 2
    return content[:place] + bytes([content[place] ^ 0xFF]) + content[place + 1 :]


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (pdf(), DocumentType.PDF),
        (b"\n" * 900 + pdf(), DocumentType.PDF),
        (docx(), DocumentType.DOCX),
        (odt(), DocumentType.ODT),
        (b"\n" * 1100 + pdf(), None),
        (MACRO_DOCX, None),
        (PASSWORD_DOCX, None),
        (docx()[:20], None),
        (b"MZ\x90\x00" + docx(), None),
        (b"<html><script>", None),
        (b"", None),
    ],
)
def test_only_documents_without_programs_are_recognized(
    content: bytes, expected: DocumentType | None
) -> None:
    assert document_type(content) is expected


def test_a_spreadsheet_is_no_text() -> None:
    assert document_type(odt(b"application/vnd.oasis.opendocument.spreadsheet")) is None
    assert document_type(docx("xl/workbook.xml")) is None


@pytest.mark.parametrize(
    "content",
    [
        stored("I wrote Scripts/ and Basic/script-lc.xml for vbaProject.bin"),
        word(LINE, {"word/embeddings/oleObject1.bin": b"figures"}, bin="application/vnd.ms-office.oleObject"),
        word(LINE, {"docProps/Scripts/list.xml": b"<a/>"}),
        # Declared once for all by some programs, and there is no such part.
        word(LINE, bin=VBA),
        word(LINE, {"word/media/": b""}),
        word(LINE, {"[Content_Types].xml": content_types(LEFT_BEHIND), "word/o.bin": b"figures"}),
    ],
    ids=["names in the text", "an object", "a folder", "a dangling default", "an empty folder", "both"],
)
def test_what_only_looks_like_programs_is_taken(content: bytes) -> None:
    assert checked_document(content) is DocumentType.DOCX


@pytest.mark.parametrize(
    "content",
    [
        word(LINE, {"word/vbaProject.bin": b""}),
        word(LINE, {"word\\VBAPROJECT.BIN": b""}),
        word(LINE, {"word/macro.bin": b""}, bin=VBA),
        word(LINE, {"word/_rels/document.xml.rels": relations(("rId1", "vbaProject", "m.bin"))}),
        word(LINE, {"[Content_Types].xml": content_types(main=MACRO_MAIN)}),
        word(LINE, {"word/activeX/activeX1.bin": b""}),
        word(LINE, {"word/sheet.xlsm": b""}, xlsm="application/vnd.ms-excel.sheet.macroEnabled.12"),
        open_text(Basic_script=b"<a/>"),
        open_text(Scripts_run=b"import os"),
    ],
)
def test_programs_are_refused_under_any_name(content: bytes) -> None:
    with pytest.raises(NotTaken) as refused:
        checked_document(content)

    assert refused.value.fault is DocumentFault.MACROS


@pytest.mark.parametrize(
    "content",
    [
        PASSWORD_DOCX,
        with_encrypted_entries(word(LINE)),
        packed(
            {
                "mimetype": ODT_TYPE,
                "META-INF/manifest.xml": b'<m:manifest xmlns:m="m"><m:encryption-data/></m:manifest>',
                "content.xml": b"\x00",
            }
        ),
    ],
    ids=["Word's", "a packer's", "LibreOffice's"],
)
def test_a_password_is_told(content: bytes) -> None:
    with pytest.raises(NotTaken) as refused:
        checked_document(content)

    assert refused.value.fault is DocumentFault.LOCKED


@pytest.mark.parametrize(
    "content",
    [
        word(LINE)[:-30],
        word(LINE)[: len(word(LINE)) // 2],
        odt()[: len(odt()) // 2],
        damaged(stored("Ada"), b"Ada"),
        word(LINE, {"[Content_Types].xml": b"<Types>"}),
        word(LINE, {"[Content_Types].xml": b"<!DOCTYPE a [<!ENTITY b 'c'>]><Types/>"}),
        word(LINE, {"[Content_Types].xml": b" " * 1_100_000 + b"<Types/>"}),
        word(" " * LARGEST_PART),
        packed({f"{number}": b"" for number in range(4_100)}),
    ],
)
def test_what_does_not_open_is_told(content: bytes) -> None:
    with pytest.raises(NotTaken) as refused:
        checked_document(content)

    assert refused.value.fault is DocumentFault.DAMAGED


def test_of_two_entries_of_one_name_none_is_believed() -> None:
    written = io.BytesIO(word(LINE))
    with zipfile.ZipFile(written, "a") as archive:
        archive.writestr("WORD/document.xml", "<a/>")

    with pytest.raises(NotTaken):
        checked_document(written.getvalue())
