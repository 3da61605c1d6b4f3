"""Files as people upload them: small, but complete enough for the programs that read them."""

import base64
import io
import re
import zipfile
from collections.abc import Mapping
from xml.sax.saxutils import escape

from pypdf import PdfWriter

PASSWORD_DOCX = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(504) + "EncryptedPackage".encode("utf-16-le")
"""Word writes a document with a password as another kind of file."""


_WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_WORD_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_COMPATIBILITY = "http://schemas.openxmlformats.org/markup-compatibility/2006"
_OPEN_TEXT = "urn:oasis:names:tc:opendocument:xmlns:text:1.0"


def pdf(text: str = "Ada Lovelace") -> bytes:
    """A PDF of one page with the lines of `text`, which are Latin."""
    shown = b"".join(b"(" + re.sub(rb"([()\\])", rb"\\\1", line) + b") Tj T* " for line in _latin(text))
    content = b"BT /F1 12 Tf 14 TL 72 720 Td " + shown + b"ET"
    return pdf_of(
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
        b"<</Length %d>>stream\n%b\nendstream" % (len(content), content),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
    )


def pdf_of(*objects: bytes, trailer: bytes = b"") -> bytes:
    """A PDF of these objects, which are numbered from 1; the first is its catalog."""
    written = b"%PDF-1.4\n"
    places = []
    for number, content in enumerate(objects, start=1):
        places.append(b"%010d 00000 n \n" % len(written))
        written += b"%d 0 obj%b endobj\n" % (number, content)
    size = len(objects) + 1
    table = b"xref\n0 %d\n0000000000 65535 f \n%b" % (size, b"".join(places))
    end = b"trailer<</Size %d/Root 1 0 R%b>>\nstartxref\n%d\n%%%%EOF\n" % (size, trailer, len(written))
    return written + table + end


def encrypted_pdf(password: str = "", method: str = "AES-256", text: str = "Ada Lovelace") -> bytes:
    """A PDF that opens with a password; with none, that only its owner may print and copy."""
    writer = PdfWriter(clone_from=io.BytesIO(pdf(text)))
    writer.encrypt(password, "owner", algorithm=method)
    written = io.BytesIO()
    writer.write(written)
    return written.getvalue()


def _latin(text: str) -> list[bytes]:
    return [line.encode("cp1252") for line in text.splitlines()]


def docx(document: str = "word/document.xml", *more: str, text: str = "Ada Lovelace") -> bytes:
    """A Word document, with more entries of these names."""
    lines = "".join(f"<w:p><w:r><w:t>{escape(line)}</w:t></w:r></w:p>" for line in text.splitlines())
    body = f'<w:document xmlns:w="{_WORD}"><w:body>{lines}</w:body></w:document>'
    return packed({"[Content_Types].xml": b"<Types/>", document: body.encode(), **dict.fromkeys(more, b"")})


def odt(
    kind: bytes = b"application/vnd.oasis.opendocument.text", text: str = "Ada Lovelace", xml: bytes = b""
) -> bytes:
    """An OpenDocument file, whose first entry says what it is; `xml` in the place of its content."""
    lines = "".join(f"<text:p>{escape(line)}</text:p>" for line in text.splitlines())
    content = f'<office xmlns:text="{_OPEN_TEXT}">{lines}</office>'.encode()
    return packed(
        {"mimetype": kind, "META-INF/manifest.xml": b"<manifest/>", "content.xml": xml or content},
    )


def word(body: str, more: Mapping[str, bytes] | None = None, **types: str) -> bytes:
    """A Word document with this body and more parts; `types` are the media types of endings."""
    spaces = f'xmlns:w="{_WORD}" xmlns:r="{_OFFICE}/relationships" xmlns:mc="{_COMPATIBILITY}"'
    declared = "".join(f'<Default Extension="{end}" ContentType="{kind}"/>' for end, kind in types.items())
    return packed(
        {
            "[Content_Types].xml": content_types(declared),
            "_rels/.rels": relations(("rId1", "officeDocument", "word/document.xml")),
            "word/document.xml": f"<w:document {spaces}><w:body>{body}</w:body></w:document>".encode(),
            **(more or {}),
        }
    )


def content_types(more: str = "", main: str = f"{_WORD_TYPE}.document.main+xml") -> bytes:
    """Returns the part of a Word document that declares the types of its parts."""
    override = f'<Override PartName="/word/document.xml" ContentType="{main}"/>'
    declared = f'<Default Extension="xml" ContentType="application/xml"/>{override}{more}'
    return f'<Types xmlns="{_PACKAGE}/content-types">{declared}</Types>'.encode()


def relations(*targets: tuple[str, str, str], mode: str = "") -> bytes:
    """Returns the relations of a part, by their names, kinds and targets; `mode` is that of all."""
    marked = f' TargetMode="{mode}"' if mode else ""
    written = (
        f'<Relationship Id="{name}" Type="{_OFFICE}/relationships/{kind}" Target="{escape(target)}"{marked}/>'
        for name, kind, target in targets
    )
    return f'<Relationships xmlns="{_PACKAGE}/relationships">{"".join(written)}</Relationships>'.encode()


def packed(entries: Mapping[str, bytes], packing: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A ZIP archive."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as archive:
        for name, content in entries.items():
            # The first has to be readable as it is.
            archive.writestr(
                zipfile.ZipInfo(name), content, zipfile.ZIP_STORED if name == "mimetype" else packing
            )
    return written.getvalue()


MACRO_DOCX = docx("word/document.xml", "word/vbaProject.bin")


def png() -> bytes:
    """A picture of one point."""
    return base64.b64decode(
        b"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
    )
