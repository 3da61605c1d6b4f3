"""The records of a file, found in parts of it: lines, and rows of CSV that may have line breaks in quotes.

Both work on bytes. In UTF-8 no byte of another character looks like a comma, a quote or the end of a line, so
that each record's place in the file is known, and no more than a part of the file is in memory.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

LARGEST_ROW_BYTES: Final = 1024 * 1024
"""The size of the largest row, which is that of the largest body of a request."""
BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"

MOST_CELLS: Final = 10_000
"""The most cells of a row."""

_BLANK: Final = re.compile(rb"[ \t\r\n]+")
_SPECIAL: Final = re.compile(rb'["\r\n]')
_LINE_ENDS: Final = re.compile(rb"[\r\n]+")
_QUOTE: Final = 0x22
_CARRIAGE_RETURN: Final = 0x0D
_LINE_FEED: Final = 0x0A


class FileFault(Exception):
    """The file is none whose rows can be read. The text is a sentence for the client, without any value."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line without its end, and the place in the file after it. A line that is too large has no content."""

    content: bytes
    end: int
    is_too_large: bool = False


@dataclass(frozen=True, slots=True)
class CsvRecord:
    """The cells of a row, and the place in the file after it."""

    cells: list[bytes]
    end: int


class _Buffer:
    """What is read of a file. `start` is the place of its first byte in the file; what comes before `at` is
    used up."""

    def __init__(self, parts: Iterator[bytes], start: int) -> None:
        self._parts = parts
        self._start = start
        self.content = b""
        self.at = 0
        self.is_last = False

    @property
    def waiting(self) -> int:
        """How many bytes are not used up."""
        return len(self.content) - self.at

    def extend(self) -> None:
        """Read the next part; after the last one the buffer `is_last`."""
        part = next(self._parts, None)
        if part is None:
            self.is_last = True
            return
        self.content = self.content[self.at :] + part
        self._start += self.at
        self.at = 0

    def skip(self, blank: re.Pattern[bytes]) -> None:
        """Leave behind what is blank."""
        found = blank.match(self.content, self.at)
        if found is not None:
            self.at = found.end()

    def use_up(self, at: int) -> int:
        """Leave what comes before `at` behind; returns the place of that in the file."""
        self.at = at
        return self._start + at


def lines_of(parts: Iterator[bytes], start: int) -> Iterator[Line]:
    """The lines of a file from the place `start` on, without those with nothing in them. A line ends by a
    line feed, or a carriage return and a line feed; what is blank before its text is left out."""
    buffer = _Buffer(parts, start)
    is_too_large = False
    while True:
        if not is_too_large:
            buffer.skip(_BLANK)
        found = buffer.content.find(b"\n", buffer.at)
        if found < 0 and not buffer.is_last:
            if is_too_large or buffer.waiting > LARGEST_ROW_BYTES:
                # Nobody needs what is left of it.
                buffer.use_up(len(buffer.content))
                is_too_large = True
            buffer.extend()
            continue
        line = buffer.content[buffer.at : found if found >= 0 else None]
        if found < 0 and not line and not is_too_large:
            return
        end = buffer.use_up(found + 1 if found >= 0 else len(buffer.content))
        is_too_large = is_too_large or len(line) > LARGEST_ROW_BYTES
        yield Line(b"" if is_too_large else line.removesuffix(b"\r"), end, is_too_large)
        is_too_large = False


def csv_records_of(parts: Iterator[bytes], start: int, delimiter: bytes) -> Iterator[CsvRecord]:
    """The records of CSV (RFC 4180) from the place `start` on, without empty lines. Raises FileFault.

    A quote that is within a cell, and what follows a closing quote, are taken as they are.
    """
    buffer = _Buffer(parts, start)
    splitter = _Splitter(delimiter)
    while True:
        buffer.skip(_LINE_ENDS)
        found = splitter.split(buffer.content, buffer.at, is_whole=buffer.is_last)
        if found is not None:
            cells, after = found
            if len(cells) > MOST_CELLS:
                raise FileFault(f"The file has a row of more than {MOST_CELLS:,} cells.")
            yield CsvRecord(cells, buffer.use_up(after))
        elif buffer.is_last:
            if buffer.waiting:
                raise FileFault("The file has a quote that is not closed.")
            return
        elif buffer.waiting > LARGEST_ROW_BYTES:
            raise FileFault("The file has a row of more than 1 MiB, or a quote that is not closed.")
        else:
            buffer.extend()


class _Splitter:
    """Splits records off."""

    def __init__(self, delimiter: bytes) -> None:
        self._delimiter = delimiter[0]
        self._separator = delimiter
        self._cell_end = re.compile(b"[\r\n" + re.escape(delimiter) + b"]")

    def split(self, content: bytes, place: int, *, is_whole: bool) -> tuple[list[bytes], int] | None:
        """The cells of the record at `place` and the place after it, or None if its end may be yet to come.
        `is_whole` says that nothing does."""
        if place == len(content):
            return None
        first = _SPECIAL.search(content, place)
        if first is None or content[first.start()] != _QUOTE:
            return self._split_plain(content, place, first.start() if first else None, is_whole=is_whole)
        cells: list[bytes] = []
        while len(cells) <= MOST_CELLS:
            cell, place = self._cell(content, place)
            if place < 0 or (place == len(content) and not is_whole):
                return None
            cells.append(cell)
            if place == len(content):
                return cells, place
            end = content[place]
            place += 1
            if end == self._delimiter:
                continue
            return self._ended(cells, content, place, is_whole=is_whole)
        return cells, place

    def _split_plain(
        self, content: bytes, place: int, end: int | None, *, is_whole: bool
    ) -> tuple[list[bytes], int] | None:
        """The same of a record without any quote, which ends at `end`, or with the content."""
        if end is None:
            return (content[place:].split(self._separator), len(content)) if is_whole else None
        cells = content[place:end].split(self._separator)
        return self._ended(cells, content, end + 1, is_whole=is_whole)

    def _ended(
        self, cells: list[bytes], content: bytes, place: int, *, is_whole: bool
    ) -> tuple[list[bytes], int] | None:
        """The record that has ended before `place`, where a line feed may follow a carriage return."""
        if content[place - 1] == _CARRIAGE_RETURN:
            if place == len(content) and not is_whole:
                return None
            if place < len(content) and content[place] == _LINE_FEED:
                place += 1
        return cells, place

    def _cell(self, content: bytes, place: int) -> tuple[bytes, int]:
        """The cell at `place`, and where it ends; a negative place for a quote that is not closed."""
        if place >= len(content) or content[place] != _QUOTE:
            end = self._end(content, place)
            return content[place:end], end
        quoted, place = self._quoted(content, place + 1)
        if place < 0:
            return b"", place
        end = self._end(content, place)
        return quoted + content[place:end], end

    def _quoted(self, content: bytes, place: int) -> tuple[bytes, int]:
        """What stands in quotes from `place` on, and the place after them, which is negative where they do
        not end."""
        begin = place
        while True:
            quote = content.find(b'"', place)
            if quote < 0:
                return b"", -1
            if content[quote + 1 : quote + 2] != b'"':
                return content[begin:quote].replace(b'""', b'"'), quote + 1
            place = quote + 2

    def _end(self, content: bytes, place: int) -> int:
        found = self._cell_end.search(content, place)
        return found.start() if found else len(content)
