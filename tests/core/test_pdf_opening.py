"""A PDF that somebody can open is taken, whatever is wrong with it; one that nobody can is told from it."""

import re

import pytest

from gather.core import pdf_check as pdf_opening
from gather.core.document_fault import DocumentFault
from gather.core.pdf_check import pdf_fault
from tests.builders.documents import encrypted_pdf, pdf, pdf_of

LONG = pdf("Ada Lovelace\n" * 40)
CATALOG = b"<</Type/Catalog/Pages 2 0 R>>"
METHODS = ["RC4-40", "RC4-128", "AES-128", "AES-256-R5", "AES-256"]


def linearized(length: int) -> bytes:
    """A PDF that begins with a page of it and says how long it is."""
    return LONG.replace(b"%PDF-1.4\n", b"%%PDF-1.4\n9 0 obj<</Linearized 1/L %d/N 1>>endobj\n" % length)


@pytest.mark.parametrize("method", METHODS)
def test_a_password_to_open_it_is_told_from_one_of_its_owner(method: str) -> None:
    assert pdf_fault(encrypted_pdf("secret", method)) is DocumentFault.LOCKED
    assert pdf_fault(encrypted_pdf("", method)) is None


def test_a_document_for_certain_people_is_locked() -> None:
    trailer = b"/Encrypt<</Filter/Adobe.PubSec/V 4>>"

    assert (
        pdf_fault(pdf_of(CATALOG, b"<</Type/Pages/Kids[]/Count 0>>", trailer=trailer)) is DocumentFault.LOCKED
    )


@pytest.mark.parametrize(
    "content",
    [
        LONG,
        b"\r\n\r\n" + LONG,
        LONG + bytes(80_000),
        LONG.rstrip()[:-1],
        re.sub(rb"startxref\n\d+", b"startxref\n5", LONG),
        linearized(len(LONG)),
    ],
    ids=["whole", "after lines", "before zeros", "without its last letter", "a wrong place", "linearized"],
)
def test_what_readers_mend_is_open(content: bytes) -> None:
    assert pdf_fault(content) is None


@pytest.mark.parametrize(
    "content",
    [
        b"%PDF-1.7\n",
        b"%PDF-1.7\n%%EOF",
        LONG[: len(LONG) // 2],
        linearized(len(LONG) * 2),
        pdf_of(CATALOG, b"<</Type/Pages/Kids[]/Count 0>>"),
        pdf_of(CATALOG, b"<</Type/Pages/Kids[2 0 R 2 0 R]/Count 9>>"),
        b"%PDF-1.7\n" + b"<" * 1_000_000,
    ],
    ids=[
        "a header",
        "a header and an end",
        "half",
        "half of a linearized one",
        "no page",
        "a circle",
        "deep",
    ],
)
def test_what_shows_no_page_is_damaged(content: bytes) -> None:
    assert pdf_fault(content) is DocumentFault.DAMAGED


def test_a_program_that_does_not_load_is_no_fault_of_the_document(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf_opening, "_COMMAND", ("-c", "import absent"))

    with pytest.raises(RuntimeError):
        pdf_fault(LONG)


def test_a_program_that_takes_all_time_says_nothing_good(monkeypatch: pytest.MonkeyPatch) -> None:
    program = "import time; print('loaded', flush=True); time.sleep(600)"
    monkeypatch.setattr(pdf_opening, "_SECONDS", 2)
    monkeypatch.setattr(pdf_opening, "_COMMAND", ("-c", program))

    assert pdf_fault(LONG) is DocumentFault.DAMAGED
