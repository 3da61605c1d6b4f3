"""The text of documents from strangers: read where there is any, and never at the cost of the chat."""

import os
import resource
import zlib
from typing import Any
from xml.parsers.expat import ExpatError

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from gather.chat.files import document_reader
from gather.chat.files import text as document_text
from gather.chat.files.document_reader import LARGEST_ENTRY, LONGEST_TEXT, MOST_SECONDS
from gather.chat.files.text import text_of
from gather.core.document_type import DocumentType, PictureType, picture_type, shown_name
from tests.builders.documents import docx, encrypted_pdf, odt, packed, pdf, pdf_of, png, relations
from tests.builders.documents import word as made

TEXT = "Ada Lovelace\nMathematician, London"
WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
VALID = {DocumentType.PDF: pdf(TEXT), DocumentType.DOCX: docx(text=TEXT), DocumentType.ODT: odt(text=TEXT)}


def word(body: str) -> bytes:
    """A Word document with this body."""
    document = f'<w:document xmlns:w="{WORD}"><w:body>{body}</w:body></w:document>'
    return packed({"word/document.xml": document.encode()})


def deflated(content: bytes) -> bytes:
    """A PDF whose page has this content, packed."""
    stream = zlib.compress(content, 9)
    return pdf_of(
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R>>",
        b"<</Filter/FlateDecode/Length %d>>stream\n%b\nendstream" % (len(stream), stream),
    )


@pytest.mark.parametrize("kind", VALID)
def test_the_text_is_read_line_by_line(kind: DocumentType) -> None:
    assert text_of(VALID[kind], kind) == TEXT


@pytest.mark.parametrize("method", ["RC4-40", "RC4-128", "AES-128", "AES-256-R5", "AES-256"])
def test_what_only_its_owner_may_print_is_read(method: str) -> None:
    """The reader decrypts with the libraries of the deployed functions, whatever else is installed here."""
    assert text_of(encrypted_pdf("", method, TEXT), DocumentType.PDF) == TEXT


def test_what_is_deleted_or_no_text_is_passed_over() -> None:
    shown = "<w:p><w:r><w:t>Coffee and</w:t><w:tab/><w:t>calm</w:t></w:r></w:p>"
    hidden = "<w:p><w:r><w:delText>Anger</w:delText><w:instrText>MACRO</w:instrText></w:r></w:p>"

    assert text_of(word(f"{shown}{hidden}{shown}"), DocumentType.DOCX) == "Coffee and calm\nCoffee and calm"


def line(text: str) -> str:
    return f"<w:p><w:r><w:t>{text}</w:t></w:r></w:p>"


def box(choice: str, fallback: str) -> str:
    """A text box as Word writes it: for itself, and for programs of before 2010."""
    return (
        '<w:p><w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><w:txbxContent>'
        f"{choice}</w:txbxContent></w:drawing></mc:Choice><mc:Fallback><w:pict><w:txbxContent>{fallback}"
        "</w:txbxContent></w:pict></mc:Fallback></mc:AlternateContent></w:r></w:p>"
    )


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (box(line("Coffee and calm"), line("Coffee and calm")), "Coffee and calm"),
        (box("", line("Coffee and calm")), "Coffee and calm"),
        (box(box(line("Within"), line("Within")), line("Within")), "Within"),
        (
            box(line("One"), line("One")) + line("between") + box(line("Two"), line("Two")),
            "One\nbetween\nTwo",
        ),
    ],
    ids=["a text box", "one for older programs alone", "one in another", "two"],
)
def test_what_is_written_for_two_programs_is_read_once(body: str, expected: str) -> None:
    text = text_of(made(line("Ada Lovelace, Mathematician") + body), DocumentType.DOCX)

    assert text == f"Ada Lovelace, Mathematician\n{expected}"


@pytest.mark.parametrize(
    "body",
    [
        f"<w:del>{line('Anger')}</w:del>",
        f"<w:moveFrom>{line('Anger')}</w:moveFrom>",
        "<w:p><w:r><w:instrText>HYPERLINK Anger</w:instrText></w:r></w:p>",
        "<w:ruby><w:rt><w:r><w:t>Anger</w:t></w:r></w:rt></w:ruby>",
    ],
)
def test_what_was_taken_out_is_passed_over(body: str) -> None:
    kept = f"<w:ins>{line('Patience')}</w:ins><w:moveTo>{line('Calm in a crowd')}</w:moveTo>"

    assert text_of(made(body + kept), DocumentType.DOCX) == "Patience\nCalm in a crowd"


SAVED_PAGE = (
    "MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=b\r\n\r\n--b\r\nContent-Type: text/html;"
    ' charset="iso-8859-1"\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n<html><p>Zo=EB of London '
    "town</p></html>\r\n--b--"
)
ZOE = "Zoë of London town"


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.htm", f"<html><style>p {{}}</style><p>{ZOE}</p><script>alert(1)</script>".encode()),
        ("a.htm", f"<html><meta charset=windows-1252><p>{ZOE}</p>".encode("cp1252")),
        ("a.htm", f"<p>{ZOE}</p>".encode("utf-16")),
        ("a.htm", b"<p>Zo&euml; of\r\nLondon town</p>"),
        ("a.mht", SAVED_PAGE.encode()),
        ("a.txt", ZOE.encode()),
        ("a.docx", docx(text=ZOE)),
    ],
)
def test_what_is_inserted_is_read_where_it_is(name: str, content: bytes) -> None:
    related = relations(("c", "aFChunk", f"/word/{name}"))
    parts = {f"word/{name}": content, "word/_rels/document.xml.rels": related}

    text = text_of(made(line("Before") + '<w:altChunk r:id="c"/>' + line("After"), parts), DocumentType.DOCX)

    assert text == f"Before\n{ZOE}\nAfter"


@pytest.mark.parametrize(
    ("content", "target"),
    [
        (b"", "/word/absent.htm"),
        (b"\x00\xff<p>" * 9, "/word/a.htm"),
        (b"{\\rtf1 text}", "/word/a.htm"),
        (b"PK\x03\x04", "/word/a.htm"),
    ],
)
def test_what_is_inserted_and_cannot_be_read_ends_nothing_before_it(content: bytes, target: str) -> None:
    related = relations(("c", "aFChunk", target))
    parts = {"word/a.htm": content, "word/_rels/document.xml.rels": related}

    text = text_of(
        made(line("Ada Lovelace, Mathematician") + '<w:altChunk r:id="c"/>', parts), DocumentType.DOCX
    )

    assert text is not None
    assert text.startswith("Ada Lovelace, Mathematician")


def test_a_document_that_inserts_itself_ends() -> None:
    related = relations(("c", "aFChunk", "/word/a.docx"))
    body = line("Ada Lovelace, Mathematician") + '<w:altChunk r:id="c"/>' * 30
    inner = made(body, {"word/a.docx": docx(), "word/_rels/document.xml.rels": related})
    outer = made(body, {"word/a.docx": inner, "word/_rels/document.xml.rels": related})

    text = text_of(outer, DocumentType.DOCX)

    assert text is not None
    assert text.count("Ada Lovelace, Mathematician") == 21


def test_headers_footers_and_notes_are_read_and_remarks_are_not() -> None:
    space = f'xmlns:w="{WORD}"'
    parts = {
        f"word/{name}.xml": f"<w:hdr {space}>{line(name)}</w:hdr>".encode()
        for name in ("footnotes", "footer1", "comments", "header1")
    }

    assert text_of(made(line("Ada Lovelace, London"), parts), DocumentType.DOCX) == (
        "header1\nAda Lovelace, London\nfooter1\nfootnotes"
    )


def test_names_as_windows_writes_them_are_found() -> None:
    body = f'<w:document xmlns:w="{WORD}"><w:body>{line("Ada Lovelace, Mathematician")}</w:body></w:document>'
    related = relations(("r", "officeDocument", "word/document.xml"))

    content = packed({"word\\document.xml": body.encode(), "_rels/.rels": related})

    assert text_of(content, DocumentType.DOCX) == "Ada Lovelace, Mathematician"


def test_what_is_invisible_is_left_out() -> None:
    assert text_of(docx(text="Ada\u202e Love\u200blace of London town"), DocumentType.DOCX) == (
        "Ada Lovelace of London town"
    )


def test_only_the_beginning_of_a_long_document_is_read() -> None:
    text = text_of(docx(text="word " * 1_000_000), DocumentType.DOCX)

    assert text is not None
    assert LONGEST_TEXT - 10 <= len(text) <= LONGEST_TEXT


HOSTILE = {
    "entities": (
        odt(
            xml=b'<!DOCTYPE a [<!ENTITY b "Lovelace of London town">]>'
            b'<p xmlns="urn:oasis:names:tc:opendocument:xmlns:text:1.0">&b;</p>'
        ),
        DocumentType.ODT,
    ),
    "a bomb": (word(" " * LARGEST_ENTRY + f"<w:p><w:r><w:t>{TEXT}</w:t></w:r></w:p>"), DocumentType.DOCX),
    "a deep tree": (packed({"word/document.xml": b"<a>" * 1_000_000}), DocumentType.DOCX),
    "an endless page": (deflated(b"(x) Tj " * 20_000_000), DocumentType.PDF),
    "pages that are each other's": (
        pdf_of(b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[2 0 R 2 0 R]/Count 9>>"),
        DocumentType.PDF,
    ),
    "a password": (
        pdf_of(b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[]/Count 0>>", trailer=b"/Encrypt<<>>"),
        DocumentType.PDF,
    ),
    "a picture alone": (deflated(b"q 1 0 0 1 0 0 cm /Im1 Do Q"), DocumentType.PDF),
    "nothing": (b"", DocumentType.PDF),
    "another kind": (pdf(TEXT), DocumentType.ODT),
}


@pytest.mark.parametrize(("content", "kind"), HOSTILE.values(), ids=HOSTILE)
def test_what_cannot_be_read_or_does_harm_has_no_text(content: bytes, kind: DocumentType) -> None:
    assert text_of(content, kind) is None


@settings(max_examples=12, deadline=None)
@given(kind=some.sampled_from(DocumentType), data=some.data())
def test_a_damaged_document_is_read_or_not_and_nothing_else_happens(kind: DocumentType, data: Any) -> None:
    content = bytearray(VALID[kind])
    for _ in range(data.draw(some.integers(0, 6))):
        content[data.draw(some.integers(0, len(content) - 1))] = data.draw(some.integers(0, 255))
    end = data.draw(some.integers(0, len(content)))

    text = text_of(bytes(content[:end]), kind)

    assert text is None or len(text) <= LONGEST_TEXT


@settings(max_examples=150, deadline=None)
@given(content=some.binary(max_size=400))
def test_any_xml_ends_in_a_text_or_a_fault_of_its_own(content: bytes) -> None:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(document_reader, "LONGEST_TEXT", 50)
        try:
            text = document_reader.text_of_xml(iter([content]))
        except (document_reader.UnreadableDocument, ExpatError):
            return
        assert len(text) <= 400


def test_what_was_read_before_the_time_was_over_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    program = "import sys, time; print('Ada Lovelace, Mathematician', flush=True); time.sleep(600)"
    monkeypatch.setattr(document_text, "READING_SECONDS", 3)
    monkeypatch.setattr(document_text, "COMMAND", ("-c", program))

    assert text_of(b"", DocumentType.PDF) == "Ada Lovelace, Mathematician"


def test_the_reader_ends_when_its_time_of_the_processor_is_used_up(monkeypatch: pytest.MonkeyPatch) -> None:
    program = (
        "from gather.chat.files import document_reader; document_reader.limit_resources()\n"
        "print('Ada Lovelace, Mathematician', flush=True)\n"
        "while True: pass"
    )
    monkeypatch.setattr(document_text, "READING_SECONDS", 120)
    monkeypatch.setattr(document_text, "COMMAND", ("-c", program))
    before = resource.getrusage(resource.RUSAGE_CHILDREN)

    assert text_of(b"", DocumentType.PDF) == "Ada Lovelace, Mathematician"

    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    # The use up to the bound is rounded up to a second.
    assert MOST_SECONDS <= used <= MOST_SECONDS + 2


def test_the_reader_knows_no_secret_of_the_function(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "zirconium")
    monkeypatch.setattr(
        document_text, "COMMAND", ("-c", "import os; print('The environment', *os.environ.items())")
    )

    text = text_of(b"", DocumentType.PDF)

    assert text is not None
    assert text.startswith("The environment")
    assert "zirconium" not in text
    assert "zirconium" in os.environ["AWS_SECRET_ACCESS_KEY"]


def test_pictures_are_told_by_their_content() -> None:
    assert picture_type(png()) is PictureType.PNG
    assert picture_type(b"\xff\xd8\xff\xe1") is PictureType.JPEG
    assert picture_type(b"RIFF\x00\x00\x00\x00WEBPVP8 ") is PictureType.WEBP
    for other in (b"", b"RIFF\x00\x00\x00\x00WAVE", b"<svg/>", b"GIF89a"):
        assert picture_type(other) is None


@pytest.mark.parametrize(
    ("name", "shown"), [("a.jpg", "a.jpeg"), ("a.JPEG", "a.jpeg"), ("a.exe", "a.exe.jpeg"), ("", "file.jpeg")]
)
def test_a_picture_has_the_ending_of_what_it_is(name: str, shown: str) -> None:
    assert shown_name(name, PictureType.JPEG, "file") == shown
