"""Cursors: places from which a list continues, beside page numbers (interface: Lists, rules 6 to 8).

A cursor holds the filters and the size that the list began with, and the place of the last record shown in
the order of the list, which newer records do not move. It is bound to the list, the organization and the
key's team by a checksum. The checksum is no secret: a forged cursor reads the same list from another place.
"""

import base64
import binascii
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass

from gather.core.errors import ValidationFailed

CURSOR = "cursor"
PAGE = "page"
SIZES = frozenset({"pageSize", "limit"})

_LONGEST = 8_000
_LONGEST_PLACE = 5_000
_CHECKSUM_CHARACTERS = 16
_UNKNOWN = "is no cursor of this list"


@dataclass(frozen=True, slots=True)
class Cursor:
    """A list that is read by cursor. `after` is the place of the last record shown, empty at first."""

    list_name: str
    parameters: Mapping[str, str]
    after: str = ""

    def at(self, place: str) -> str:
        """The cursor that a client sends to go on after `place`."""
        content = json.dumps([place, dict(self.parameters)], separators=(",", ":"), ensure_ascii=False)
        return _text(f"{_checksum(self.list_name, content)}{content}".encode())


def beginning_of(list_name: str, parameters: Mapping[str, str]) -> Cursor:
    """The cursor at the beginning of a list with the filters of a request for one of its pages."""
    return Cursor(list_name, {name: text for name, text in parameters.items() if name not in (PAGE, CURSOR)})


def opened(list_name: str, parameters: Mapping[str, str]) -> tuple[Cursor, Mapping[str, str]]:
    """The cursor among a request's query parameters, and the parameters with those of the list's beginning.

    Raises ValidationFailed, which names `cursor`, for one that is not of this list, that comes with a page or
    with other filters than the list began with.
    """
    if PAGE in parameters:
        raise ValidationFailed.of(CURSOR, "cannot be together with page")
    sent = {name: value for name, value in parameters.items() if name != CURSOR}
    text = parameters[CURSOR]
    if not text:
        return Cursor(list_name, sent), parameters
    after, kept = _read(list_name, text)
    for name, value in sent.items():
        if name not in SIZES and kept.get(name) != value:
            raise ValidationFailed.of(CURSOR, f"began with another {name}: begin anew to change it")
    whole = {**kept, **sent}
    return Cursor(list_name, whole, after), {**whole, CURSOR: text}


def cursor_of(list_name: str, filters: Mapping[str, str], text: str | None) -> Cursor:
    """The cursor of a list that is read by cursor alone; its beginning for no `text`.

    The filters stand in the cursor; a client may send them again. Raises ValidationFailed as `opened` does.
    """
    return opened(list_name, {**filters, CURSOR: text})[0] if text else Cursor(list_name, filters)


def _read(list_name: str, text: str) -> tuple[str, dict[str, str]]:
    unknown = ValidationFailed.of(CURSOR, _UNKNOWN)
    try:
        plain = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)).decode()
    except (ValueError, binascii.Error):
        raise unknown from None
    checksum, content = plain[:_CHECKSUM_CHARACTERS], plain[_CHECKSUM_CHARACTERS:]
    if len(text) > _LONGEST or text != _text(plain.encode()) or checksum != _checksum(list_name, content):
        raise unknown
    after, kept = json.loads(content)
    if not 0 < len(after) <= _LONGEST_PLACE:
        raise unknown
    return after, kept


def _text(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).decode().rstrip("=")


def _checksum(list_name: str, content: str) -> str:
    return hashlib.sha256(f"{list_name}\n{content}".encode()).hexdigest()[:_CHECKSUM_CHARACTERS]
