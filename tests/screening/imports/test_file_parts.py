"""Records in the parts of a file, however it is cut into parts."""

import csv
import io
import itertools
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gather.screening.imports.file_parts import (
    LARGEST_ROW_BYTES,
    FileFault,
    csv_records_of,
    lines_of,
)

TEXTS = st.text(alphabet='aé,;"\r\n x', max_size=30)
DELIMITERS = st.sampled_from(",;")


def parts_of(content: bytes, cuts: list[int]) -> Iterator[bytes]:
    """A file, cut at some places."""
    places = [0, *sorted(cut % (len(content) + 1) for cut in cuts), len(content)]
    return (content[begin:end] for begin, end in itertools.pairwise(places) if begin < end)


def records(text: str, delimiter: str, cuts: list[int]) -> list[tuple[list[str], int]] | None:
    """The records of a text with the places after them; None for a quote that is not closed."""
    found = csv_records_of(parts_of(text.encode(), cuts), 0, delimiter.encode())
    try:
        return [([cell.decode() for cell in each.cells], each.end) for each in found]
    except FileFault:
        return None


@given(TEXTS, DELIMITERS, st.lists(st.integers(min_value=0), max_size=8))
def test_the_records_are_those_that_the_csv_module_reads(text: str, delimiter: str, cuts: list[int]) -> None:
    found = records(text, delimiter, cuts)

    if found is not None:
        expected = [row for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter) if row]
        assert [cells for cells, _end in found] == expected


@given(TEXTS, DELIMITERS, st.lists(st.integers(min_value=0), max_size=8))
def test_where_a_file_is_cut_makes_no_difference(text: str, delimiter: str, cuts: list[int]) -> None:
    assert records(text, delimiter, cuts) == records(text, delimiter, [])


@given(TEXTS, st.data())
def test_reading_goes_on_after_any_record(text: str, data: st.DataObject) -> None:
    found = records(text, ",", [])
    if not found:
        return
    position = data.draw(st.integers(0, len(found) - 1))
    place = found[position][1]

    rest = csv_records_of(iter([text.encode()[place:]]), place, b",")

    following = [([cell.decode() for cell in each.cells], each.end) for each in rest]
    assert following == found[position + 1 :]


@given(st.text(alphabet="aé\r\n ", max_size=30), st.lists(st.integers(min_value=0), max_size=8))
def test_lines_end_by_line_feeds(text: str, cuts: list[int]) -> None:
    content = text.encode()
    lines = list(lines_of(parts_of(content, cuts), 0))

    expected = [line.removesuffix(b"\r").lstrip(b" \r") for line in content.split(b"\n")]
    assert [line.content for line in lines] == [line for line in expected if line]
    for line in lines:
        assert content[: line.end].rstrip(b"\r\n").endswith(line.content.rstrip(b"\r"))


def test_a_line_that_is_too_large_is_passed_over() -> None:
    large = b"x" * (LARGEST_ROW_BYTES + 1)
    content = b"a\n" + large + b"\nb\n" + large
    parts = (content[begin : begin + 4_096] for begin in range(0, len(content), 4_096))

    lines = list(lines_of(parts, 0))

    assert [(line.content, line.is_too_large) for line in lines] == [
        (b"a", False),
        (b"", True),
        (b"b", False),
        (b"", True),
    ]
    assert lines[-1].end == len(content)


def test_a_quote_that_is_not_closed_is_no_row_of_many_megabytes() -> None:
    read = 0

    def parts() -> Iterator[bytes]:
        nonlocal read
        yield b'a,"'
        while True:
            read += 1
            yield b"x" * 65_536

    with pytest.raises(FileFault, match="1 MiB"):
        next(csv_records_of(parts(), 0, b","))
    assert read < 20


@pytest.mark.parametrize("content", [b"\n" * 20_000_000, b"\r\n" * 10_000_000])
def test_empty_lines_take_no_time(content: bytes) -> None:
    parts = [content[begin : begin + 262_144] for begin in range(0, len(content), 262_144)]

    assert next(lines_of(iter(parts), 0), None) is None
    assert next(csv_records_of(iter(parts), 0, b","), None) is None


@pytest.mark.parametrize("row", [b"," * 20_000 + b"\n", b'"",' * 20_000 + b"\n"])
def test_a_row_has_a_number_of_cells_that_anybody_may_write(row: bytes) -> None:
    with pytest.raises(FileFault, match="10,000 cells"):
        next(csv_records_of(iter([row]), 0, b","))
