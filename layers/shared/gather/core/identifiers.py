"""Identifiers: UUID version 7 for records, derived ones for what must not be made twice, tokens for people.

Version 7 puts the milliseconds first, so that identifiers sort by creation: listings rely on it
inside a bucket and date filters turn into key ranges.
"""

import hashlib
import os
import re
import secrets
import time
import uuid
from datetime import UTC, datetime, timedelta

_UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MOST_COUNTED = 0xFFF
_last_counter: tuple[int, int] = (0, 0)
_last_counter_at: tuple[int, int] = (0, 0)


def new_id() -> str:
    """A new UUID version 7; later calls in one process sort after earlier ones (RFC 9562, method 1)."""
    global _last_counter
    milliseconds = time.time_ns() // 1_000_000
    chance = int.from_bytes(os.urandom(10), "big")
    last_milliseconds, counter = _last_counter
    if milliseconds > last_milliseconds:
        counter = chance >> 69  # 11 bits, so that there is room above
    else:
        milliseconds, counter = last_milliseconds, counter + 1
        if counter > _MOST_COUNTED:
            milliseconds, counter = milliseconds + 1, 0
    _last_counter = (milliseconds, counter)
    return _format(milliseconds, counter, chance)


def new_id_at(moment: datetime) -> str:
    """A new UUID version 7 with the milliseconds of `moment`, for records that are found by when they were
    made; later calls for the same moment sort after earlier ones."""
    global _last_counter_at
    milliseconds = (moment - _EPOCH) // timedelta(milliseconds=1)
    chance = int.from_bytes(os.urandom(10), "big")
    last_milliseconds, counter = _last_counter_at
    counter = counter + 1 if milliseconds == last_milliseconds and counter < _MOST_COUNTED else chance >> 69
    _last_counter_at = (milliseconds, counter)
    return _format(milliseconds, counter, chance)


def derived_id(parent_id: str, *parts: str) -> str:
    """The one UUID that `parent_id` and `parts` always give; sorts with its parent's milliseconds.

    Used where a repeated step must arrive at the record it made before, such as the delivery of one
    event to one address. Raises ValueError when `parent_id` is no UUID.
    """
    if not is_id(parent_id):
        raise ValueError("parent_id must be a UUID")
    digest = hashlib.sha256("\x00".join((parent_id, *parts)).encode()).digest()
    milliseconds = int(parent_id.replace("-", "")[:12], 16)
    return _format(milliseconds, int.from_bytes(digest[:2], "big"), int.from_bytes(digest[2:10], "big"))


def first_id_at(moment: datetime) -> str:
    """The lowest identifier that a record made at `moment` can have; the bound of a key range."""
    return _format((moment - _EPOCH) // timedelta(milliseconds=1), 0, 0)


def normal_id(text: str) -> str:
    """A UUID in the lower case in which ids are stored and returned: RFC 9562, 4, has both cases read alike.

    Anything else stays as it is, also a UUID without hyphens, in braces or as a URN: those are other texts
    for the same number, which no identifier of this interface has.
    """
    lower = text.lower()
    return lower if is_id(lower) else text


def with_normal_ids(path: str) -> str:
    """A path whose ids are in lower case."""
    return "/".join(map(normal_id, path.split("/")))


def is_id(text: str) -> bool:
    """Whether `text` is a UUID in its usual lower-case form."""
    return _UUID.fullmatch(text) is not None


def new_unguessable_id() -> str:
    """A new UUID version 4, 122 bits of which are chance: the id of something whose id also leads to it."""
    return str(uuid.uuid4())


def new_token() -> str:
    """An unguessable token for an address that stands in for a credential (256 bits, URL-safe)."""
    return secrets.token_urlsafe(32)


def is_token(text: str) -> bool:
    """Whether `text` has the shape of a token; nothing is stored under anything else."""
    return _TOKEN.fullmatch(text) is not None


def _format(milliseconds: int, counter: int, tail: int) -> str:
    value = (milliseconds & 0xFFFFFFFFFFFF) << 80 | 0x7 << 76 | (counter & 0xFFF) << 64
    value |= 0b10 << 62 | tail & 0x3FFFFFFFFFFFFFFF
    digits = f"{value:032x}"
    return f"{digits[:8]}-{digits[8:12]}-{digits[12:16]}-{digits[16:20]}-{digits[20:]}"
