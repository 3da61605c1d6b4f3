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
    """Marks the entries as encrypted, with the bit in each header and in the directory."""
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


def with_template(target: str, kind: str = "attachedTemplate", part: str = "settings") -> bytes:
    """A Word document that Word makes look as another file says."""
    related = relations(("rId1", kind, target), mode="External")
    return word(LINE, {f"word/_rels/{part}.xml.rels": related})


@pytest.mark.parametrize(
    "content",
    [
        with_template("https://evil.example/a.dotm"),
        with_template("HTTP://evil.example/a.dotx"),
        with_template(" mhtml:http://evil.example/a!x-usc:b"),
        with_template("ftp://evil.example/a.dotm"),
        with_template("\\\\evil.example\\share\\a.dotm"),
        with_template("//evil.example/share/a.dotm"),
        with_template("file://evil.example/share/a.dotm"),
        with_template("file:///\\\\evil.example\\share\\a.dotm"),
        with_template("file:////evil.example/share/a.dotm"),
        with_template("file:%5C%5Cevil.example%5Ca.dotm"),
        with_template("https://evil.example/a.dotm", part="glossary/settings"),
        with_template("https://evil.example/a.bin", "oleObject", "document"),
        with_template("https://evil.example/a.htm", "frame", "webSettings"),
        with_template("https://evil.example/a.docx", "subDocument", "document"),
        with_template("https://evil.example/a.htm", "aFChunk", "document"),
        with_template("https://evil.example/a.htm", "afchunk", "header1"),
    ],
)
def test_what_word_would_load_from_another_machine_is_refused(content: bytes) -> None:
    """A template has its macros, though the document has none."""
    with pytest.raises(NotTaken) as refused:
        checked_document(content)

    assert refused.value.fault is DocumentFault.MACROS


@pytest.mark.parametrize(
    "content",
    [
        with_template("file:///C:\\Users\\Ada\\AppData\\Roaming\\Microsoft\\Templates\\Resume.dotx"),
        with_template("file:///C:/Users/Ada/My%20Templates/Resume.dotx"),
        with_template("C:\\Templates\\Resume.dotx"),
        with_template("file:///Users/ada/Library/Resume.dotx"),
        with_template("Resume.dotx"),
        with_template("https://www.linkedin.com/in/ada", "hyperlink", "document"),
        with_template("mailto:ada@example.com", "hyperlink", "footer1"),
        with_template("https://cdn.example.com/ada.png", "image", "document"),
        with_template("embeddings/figures.xlsx", "package", "document"),
    ],
)
def test_what_everybody_s_documents_name_is_taken(content: bytes) -> None:
    assert checked_document(content) is DocumentType.DOCX


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
        word(LINE, {f"word/_rels/{number}.rels": b" " * 1_000_000 + b"<a/>" for number in range(5)}),
        word(LINE, {"word/_rels/settings.xml.rels": b"<Relationships>"}),
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
