"""The rows of a file (interface: Imports of candidates, rules 4 and 5)."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from gather.screening.imports.file_parts import FileFault
from gather.screening.imports.file_rows import FileRow, count_rows, read_header, rows_of
from gather.screening.imports.models import ImportFileType

CSV, NDJSON = ImportFileType.CSV, ImportFileType.NDJSON
HEADER = "firstName,lastName,email,phone"


def rows(
    content: bytes | str, file_type: ImportFileType = CSV, start: int = 0, done: int = 0
) -> list[FileRow]:
    text = content.encode() if isinstance(content, str) else content

    def read(place: int) -> Iterator[bytes]:
        return (text[begin : begin + 7] for begin in range(place, len(text), 7))

    return list(rows_of(file_type, read, start, done))


def members(content: bytes | str) -> list[dict[str, Any]]:
    return [json.loads(row.json) for row in rows(content)]


def test_columns_stand_in_any_order_and_unknown_ones_are_ignored() -> None:
    text = "notes,phone,email,lastName,firstName,Email\nx,1,2,3,4,5\n"

    assert members(text) == [{"phone": "1", "email": "2", "lastName": "3", "firstName": "4"}]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("delimiter", [",", ";"])
def test_the_ends_of_lines_the_byte_order_mark_and_the_delimiter(end: str, mark: str, delimiter: str) -> None:
    lines = [HEADER, '"A,;""1""",B,c,d', "E,F,g,h"]
    text = mark + end.join(line.replace(",", delimiter) for line in lines)

    assert [each["firstName"] for each in members(text)] == [f'A{delimiter};"1"', "E"]


def test_a_header_with_both_delimiters_is_read_by_the_one_that_gives_members() -> None:
    text = 'firstName;lastName;"notes, more";email;phone\nA;B;x,y;c;d\n'

    assert members(text) == [{"firstName": "A", "lastName": "B", "email": "c", "phone": "d"}]


def test_an_empty_cell_is_an_absent_member() -> None:
    text = f'{HEADER},timezone,tags,metadata.k,metadata.l,smsOptIn\nA,B,c,d,,,,,\nA,B,c,d,"",x|y,1,,false\n'

    first, second = members(text)

    assert set(first) == {"firstName", "lastName", "email", "phone"}
    assert (second["tags"], second["metadata"], second["smsOptIn"]) == (["x", "y"], {"k": "1"}, False)


@pytest.mark.parametrize("cell", ["yes", "TRUE", "1"])
def test_a_flag_that_is_neither_true_nor_false_stays_what_it_is(cell: str) -> None:
    assert members(f"{HEADER},smsOptIn\nA,B,c,d,{cell}\n")[0]["smsOptIn"] == cell


def test_rows_may_be_shorter_than_the_header_and_longer_only_by_empty_cells() -> None:
    found = rows(f"{HEADER}\nA\nA,B,c,d,,\nA,B,c,d,e\n")

    assert [row.fault for row in found] == [None, None, "has more cells than the header row"]
    assert json.loads(found[0].json) == {"firstName": "A"}


def test_empty_lines_are_no_rows() -> None:
    found = rows(f"\n\n{HEADER}\n\nA,B,c,d\n\r\n\nE,F,g,h\n\n")

    assert [row.number for row in found] == [1, 2]
    assert [row.number for row in rows("\n{}\n \t\n{}\n\n", NDJSON)] == [1, 2]


def test_reading_goes_on_at_any_row() -> None:
    text = f'\ufeff{HEADER}\nA,B,c,d\n"E\n",F,g,h\nI,J,k,l'
    every = rows(text)

    for position, row in enumerate(every):
        assert rows(text, start=row.end, done=row.number) == every[position + 1 :]


def test_a_byte_order_mark_before_ndjson_is_ignored() -> None:
    assert rows('\ufeff{"a": 1}\n', NDJSON)[0].json == '{"a": 1}'


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "no header"),
        (b"\n\r\n", "no header"),
        (b"sep=;\r\nfirstName;lastName;email;phone\r\n", "names the separator"),
        (b"firstName\nA\n", "lacks the columns lastName, email and phone"),
        (HEADER.encode().upper(), "lacks the columns"),
        (b" firstName,lastName,email,phone\n", "lacks the column firstName"),
        (f"{HEADER},tags,tags\n".encode(), "same column twice"),
        (HEADER.encode("utf-16"), "UTF-8"),
        (HEADER.encode() + b"\nA,B,\xff,d\n", "UTF-8"),
        (HEADER.encode() + b"\nA,B,c\xc3,d\n", "UTF-8"),
        (HEADER.encode() + b'\n"A,B,c,d\n', "quote"),
        (HEADER.encode() + b"\n" + b"A,B,c,d\n" * 10_001, "10,000 rows"),
    ],
)
def test_a_file_that_is_not_to_be_imported(content: bytes, told: str) -> None:
    with pytest.raises(FileFault, match=told):
        count_rows(CSV, lambda place: iter([content[place:]] if content[place:] else []))


def test_columns_without_names_may_be_several() -> None:
    header = read_header(lambda place: iter([f"{HEADER},,,x,x\n".encode()[place:]]))

    assert header.columns[4:] == ("", "", "x", "x")


def test_ten_thousand_rows_are_not_too_many() -> None:
    content = HEADER.encode() + b"\n" + b"A,B,c,d\n" * 10_000

    assert count_rows(CSV, lambda place: iter([content[place:]])) == 10_000
