"""Documents are told by their content, whatever they are called."""

import pytest

from gather.core.document_type import DocumentType, document_type
from tests.builders.documents import MACRO_DOCX, PASSWORD_DOCX, docx, odt, pdf


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
