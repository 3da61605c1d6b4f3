"""Finding repeated entries in a list of a request."""

from gather.core.repetition import repeated, texts


class Compared(str):
    """A text that counts comparisons."""

    __slots__ = ()
    times = 0

    def __eq__(self, other: object) -> bool:
        Compared.times += 1
        return super().__eq__(other)

    __hash__ = str.__hash__


def test_each_entry_that_is_there_already_is_told_with_the_first_of_its_kind() -> None:
    assert list(repeated(["a", "b", "a", None, "b", None, "a"])) == [(2, 0), (4, 1), (6, 0)]


def test_what_is_no_text_is_never_a_repetition() -> None:
    assert list(repeated(texts([7, 7, {}, {}, None, "7", True, True]))) == []


def test_a_long_list_costs_no_more_than_one_look_at_each_entry() -> None:
    entries = [Compared(number % 1_000) for number in range(20_000)]

    assert len(list(repeated(entries))) == 19_000
    assert Compared.times <= 2 * len(entries)
