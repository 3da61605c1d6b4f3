"""The times of a recording's words, as they are kept."""

from itertools import accumulate

from hypothesis import given
from hypothesis import strategies as st

from gather.ports.transcription import SpokenWord
from gather.screening.answers.word_times import seconds_at, word_times

_STEPS = st.lists(st.tuples(st.integers(1, 20), st.integers(0, 90)), min_size=1, max_size=50)


def test_a_position_is_said_when_its_word_begins() -> None:
    kept = word_times([SpokenWord(0, 0.34), SpokenWord(4, 0.8), SpokenWord(9, 12.06)])

    assert [seconds_at(kept, position) for position in (0, 3, 4, 8, 9, 99)] == [
        0.3,
        0.3,
        0.8,
        0.8,
        12.1,
        12.1,
    ]


def test_without_times_there_are_no_seconds() -> None:
    assert word_times([]) is None
    assert seconds_at(None, 0) is None
    assert seconds_at(word_times([SpokenWord(3, 1.0)]), 2) is None


@given(_STEPS)
def test_every_word_keeps_its_time(steps: list[tuple[int, int]]) -> None:
    starts = accumulate(characters for characters, _ in steps)
    moments = accumulate(tenths for _, tenths in steps)
    words = [SpokenWord(start, tenths / 10) for start, tenths in zip(starts, moments, strict=True)]

    kept = word_times(words)

    assert [seconds_at(kept, word.start) for word in words] == [word.seconds for word in words]


def test_a_long_answer_takes_less_room_than_its_text() -> None:
    words = [SpokenWord(6 * number, 0.4 * number) for number in range(1_000)]

    assert len(word_times(words) or "") < 6 * len(words)
