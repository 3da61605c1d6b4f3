"""The sender of an e-mail as it stands in the header `From`: a name, and the address in angle brackets."""

import unicodedata
from email.header import Header
from email.headerregistry import Address
from typing import Final

from gather.core.characters import without_directions

MOST_CHARACTERS: Final = 320
"""The limit of name and address together. SES refuses more."""
_LONGEST_WORD: Final = 75
"""The limit of an encoded word (RFC 2047, section 2)."""
_UNSEEN: Final = frozenset(("Cc", "Cs", "Zl", "Zp"))
_JOINERS: Final = frozenset("\u200d\ufe0f")


def mailbox(name: str, address: str) -> str:
    """`name <address>`, the name quoted, or encoded (RFC 2047) where it is not ASCII or looks encoded.

    A name is cut between two characters where the whole would be too long. What would end the line, or turn
    what follows, is left out.
    """
    whole = _printable(name)
    shown = whole
    while len(sender := _with_name(shown, address)) > MOST_CHARACTERS and shown:
        shown = _shorter(shown)
    return sender


def _with_name(name: str, address: str) -> str:
    if not name:
        return address
    if name.isascii() and "=?" not in name:
        local_part, _, domain = address.rpartition("@")
        return str(Address(name, local_part, domain))
    # Several words of at most 75 characters, none of which ends inside a character.
    words = Header(name, "utf-8", maxlinelen=_LONGEST_WORD).encode(linesep="")
    return f"{words} <{address}>"


def _printable(name: str) -> str:
    seen = (" " if unicodedata.category(each) in _UNSEEN else each for each in without_directions(name))
    return " ".join("".join(seen).split())


def _shorter(name: str) -> str:
    """The name without its last character, with the marks and joiners that belong to it."""
    end = len(name) - 1
    while end > 0 and _is_one_character(name[end - 1], name[end]):
        end -= 1
    return name[:end].rstrip()


def _is_one_character(before: str, after: str) -> bool:
    return bool(unicodedata.combining(after)) or after in _JOINERS or before in _JOINERS
