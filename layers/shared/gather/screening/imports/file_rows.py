"""The rows of an import's file, CSV or NDJSON, from any place of it on.

check = check_file(ImportFileType.CSV, parts)      # how many rows there are
for row in rows_of(file_type, read, start, number): ...
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import chain, islice
from typing import Any, Final

from pydantic_core import to_json

from gather.screening.candidates.models import CreateCandidate
from gather.screening.imports.file_parts import (
    BYTE_ORDER_MARK,
    CsvRecord,
    FileFault,
    csv_records_of,
    lines_of,
)
from gather.screening.imports.models import MOST_ROWS, ImportFileType

NOT_UTF_8: Final = "The file is not text in UTF-8."
TOO_MANY_ROWS: Final = f"The file has more than {MOST_ROWS:,} rows."

_DELIMITERS: Final = (b",", b";")
_METADATA: Final = "metadata."
_FLAGS: Final = {"true": True, "false": False}
_NOT_OF_ROWS: Final = frozenset({"team_id", "user_id"})
_NOT_OF_CELLS: Final = frozenset({"metadata"})
_FIELDS: Final = {
    model_field.alias or name: model_field
    for name, model_field in CreateCandidate.model_fields.items()
    if name not in _NOT_OF_ROWS
}
MEMBERS: Final = frozenset(_FIELDS)
"""The members of a row."""
REQUIRED_MEMBERS: Final = tuple(name for name, model_field in _FIELDS.items() if model_field.is_required())
"""The members that every row has."""

Read = Callable[[int], Iterator[bytes]]
"""Reads a file from a place on, in parts."""


@dataclass(frozen=True, slots=True)
class FileRow:
    """A row of a file as JSON, and the place in the file after it. `fault` says why there is none."""

    number: int
    json: str
    end: int
    fault: str | None = None


@dataclass(frozen=True, slots=True)
class CsvHeader:
    """The header row of a CSV file: the delimiter, the columns, and the place in the file after it."""

    delimiter: bytes
    columns: tuple[str, ...]
    end: int
    is_known: tuple[bool, ...] = field(init=False)

    def __post_init__(self) -> None:
        known = tuple(_is_member(column) for column in self.columns)
        object.__setattr__(self, "is_known", known)

    def row_of(self, record: CsvRecord, number: int) -> FileRow:
        """The row that a record is. Raises FileFault for bytes that are not UTF-8."""
        cells = _texts(record)
        if any(cells[len(self.columns) :]):
            return FileRow(number, "", record.end, "has more cells than the header row")
        members: dict[str, Any] = {}
        metadata: dict[str, str] = {}
        for column, is_known, cell in zip(self.columns, self.is_known, cells, strict=False):
            if not cell or not is_known:
                continue
            if column.startswith(_METADATA):
                metadata[column.removeprefix(_METADATA)] = cell
            else:
                members[column] = _value_of(column, cell)
        if metadata:
            members["metadata"] = metadata
        return FileRow(number, to_json(members).decode(), record.end)


def count_rows(file_type: ImportFileType, read: Read) -> int:
    """How many rows a file has, all of which is read. Raises FileFault for one that is not to be imported."""
    total = 0
    for _row in islice(rows_of(file_type, read), MOST_ROWS + 1):
        total += 1
    if total > MOST_ROWS:
        raise FileFault(TOO_MANY_ROWS)
    return total


def rows_of(file_type: ImportFileType, read: Read, start: int = 0, done: int = 0) -> Iterator[FileRow]:
    """The rows of a file from the place `start` on, before which there are `done` rows. Lines with nothing in
    them are no rows. Raises FileFault."""
    if file_type is ImportFileType.NDJSON:
        return _rows_of_lines(read, start, done)
    return _rows_of_csv(read, start, done)


def _rows_of_lines(read: Read, start: int, done: int) -> Iterator[FileRow]:
    number = done
    is_first = start == 0
    for line in lines_of(read(start), start):
        text = _text(line.content.removeprefix(BYTE_ORDER_MARK) if is_first else line.content)
        is_first = False
        if not text and not line.is_too_large:
            continue
        number += 1
        yield FileRow(number, text, line.end, "is larger than 1 MiB" if line.is_too_large else None)


def _rows_of_csv(read: Read, start: int, done: int) -> Iterator[FileRow]:
    header = read_header(read)
    number = done
    place = max(start, header.end)
    for record in csv_records_of(read(place), place, header.delimiter):
        number += 1
        yield header.row_of(record, number)


def read_header(read: Read) -> CsvHeader:
    """The header row of a CSV file. Raises FileFault where there is none, or it lacks a column."""
    found = [header for delimiter in _DELIMITERS if (header := _header_by(read, delimiter)) is not None]
    if not found:
        raise FileFault("The file has no header row.")
    header = max(found, key=lambda each: sum(each.is_known))
    lacking = [name for name in REQUIRED_MEMBERS if name not in header.columns]
    if header.columns[0].startswith("sep="):
        raise FileFault("The file has no header row: its first line names the separator. Remove that line.")
    if lacking:
        raise FileFault(f"The header row lacks {_listed(lacking)}.")
    known = [column for column, is_known in zip(header.columns, header.is_known, strict=True) if is_known]
    if len(set(known)) < len(known):
        raise FileFault("The header row has the same column twice.")
    return header


def _header_by(read: Read, delimiter: bytes) -> CsvHeader | None:
    parts = read(0)
    first = next(parts, b"")
    while len(first) < len(BYTE_ORDER_MARK) and (part := next(parts, None)) is not None:
        first += part
    text = first.removeprefix(BYTE_ORDER_MARK)
    records = csv_records_of(chain([text], parts), len(first) - len(text), delimiter)
    record = next(records, None)
    return None if record is None else CsvHeader(delimiter, tuple(_texts(record)), record.end)


def _is_member(column: str) -> bool:
    return column.startswith(_METADATA) or column in MEMBERS - _NOT_OF_CELLS


def _value_of(column: str, cell: str) -> object:
    """The value that a cell stands for. One that stands for none stays a text, which the member's rule
    refuses."""
    if column == "tags":
        return cell.split("|")
    if column == "smsOptIn":
        return _FLAGS.get(cell, cell)
    return cell


def _texts(record: CsvRecord) -> list[str]:
    return [_text(cell) for cell in record.cells]


def _text(content: bytes) -> str:
    try:
        return content.decode()
    except UnicodeDecodeError:
        raise FileFault(NOT_UTF_8) from None


def _listed(names: list[str]) -> str:
    if len(names) == 1:
        return f"the column {names[0]}"
    return f"the columns {', '.join(names[:-1])} and {names[-1]}"
