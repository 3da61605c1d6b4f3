"""The sender of an e-mail in its header (RFC 2047, RFC 5322)."""

from email.header import decode_header, make_header
from email.utils import parseaddr

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gather.aws.sender_name import MOST_CHARACTERS, mailbox

ADDRESS = "jobs@example.com"


def shown(sender: str) -> str:
    """The name that a mail program shows."""
    return str(make_header(decode_header(parseaddr(sender)[0])))


@pytest.mark.parametrize(
    "name",
    [
        "Bean",
        "Bean & Co., Ltd.",
        'Bean "the best"',
        "Bean <bean@evil.example>",
        "Bäckerei Müller",
        "Donaudampfschifffahrtsgesellschaft für Außergewöhnlich Lange Überschriften und Ähnliches",
        "株式会社これはとても長い会社の名前でありまして一つの符号化語には収まりません",
        "👩‍👩‍👧‍👦 Family Bakery 🥐🥐🥐🥐🥐🥐🥐🥐🥐🥐🥐🥐",
        "شركة الفول والقهوة العربية للتجارة والخدمات المحدودة",
        "ü" * 60,
        "=?utf-8?q?Trusted_Bank?=",
    ],
)
def test_a_name_is_shown_as_it_is_called(name: str) -> None:
    sender = mailbox(name, ADDRESS)

    assert shown(sender) == name
    assert parseaddr(sender)[1] == ADDRESS
    assert sender.isascii()


@given(st.text(max_size=400))
def test_no_word_is_too_long_and_none_ends_inside_a_character(name: str) -> None:
    sender = mailbox(name, ADDRESS)

    assert len(sender) <= MOST_CHARACTERS
    assert sender.isascii()
    assert sender.isprintable()
    words = [each for each in sender.split() if each.startswith("=?")]
    assert all(len(word) <= 75 for word in words)
    for word in words:
        (decoded, charset), *_ = decode_header(word)
        assert isinstance(decoded, bytes)
        assert decoded.decode(charset or "") != ""
    assert sender.endswith((ADDRESS, f"<{ADDRESS}>"))


@pytest.mark.parametrize("name", ["", "   ", "\r\n", "\u202e", "\x00"])
def test_without_a_name_there_is_the_address(name: str) -> None:
    assert mailbox(name, ADDRESS) == ADDRESS


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("Bean\r\nBcc: eve@example.com", "Bean Bcc: eve@example.com"),
        ("Bean\u2028Co", "Bean Co"),
        ("Bean\u202emoc.live", "Beanmoc.live"),
        ("Be\ud800an", "Be an"),
    ],
)
def test_nothing_ends_the_line_or_turns_it(name: str, kept: str) -> None:
    assert shown(mailbox(name, ADDRESS)) == kept


@pytest.mark.parametrize("name", ["ü" * 300, "株" * 255, "B" * 400, "e\u0301" * 200, "👩‍👧" * 80])
def test_a_name_that_ses_would_refuse_is_cut_between_characters(name: str) -> None:
    sender = mailbox(name, ADDRESS)

    assert MOST_CHARACTERS - 80 < len(sender) <= MOST_CHARACTERS
    assert name.startswith(shown(sender))
    assert shown(sender)[-1] == name[-1]
