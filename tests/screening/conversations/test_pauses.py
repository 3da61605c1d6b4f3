"""The pauses in which the page has a reply prepared, by the page's own script."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "javascript" / "prepared_reply.mjs"
SENTENCE = "I worked in a hotel for three years"
LONGER = f"{SENTENCE} and I led a team of five people there"
MOST_FOR_AN_ANSWER = 12


def prepared(*noticed: tuple[str, float]) -> list[str]:
    """What a reply is prepared for: `noticed` are the words and the seconds of a pause, frame by frame."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("Node.js is not installed")
    finished = subprocess.run(
        [node, str(SCRIPT)], input=json.dumps(noticed), capture_output=True, text=True, check=True
    )
    texts: list[str] = json.loads(finished.stdout)
    return texts


def pause(text: str, seconds: float) -> list[tuple[str, float]]:
    """The frames of a pause of so many seconds."""
    return [(text, frame / 20) for frame in range(1, round(20 * seconds) + 1)]


def test_a_short_pause_after_many_new_words_is_one() -> None:
    assert prepared(*pause(SENTENCE, 0.2)) == [SENTENCE]


def test_the_pauses_between_words_are_none() -> None:
    assert prepared(*pause(SENTENCE, 0.15), *pause(LONGER, 0.15)) == []


def test_after_few_words_the_pause_is_longer() -> None:
    assert prepared(*pause("Two hotels", 0.45)) == []
    assert prepared(*pause("Two hotels", 0.5)) == ["Two hotels"]


def test_few_new_words_since_the_last_one_take_a_longer_pause() -> None:
    more = f"{SENTENCE} in Rome"

    assert prepared(*pause(SENTENCE, 0.3), *pause(more, 0.3)) == [SENTENCE]
    assert prepared(*pause(SENTENCE, 0.3), *pause(more, 0.5)) == [SENTENCE, more]


def test_a_pause_is_prepared_for_once() -> None:
    assert prepared(*pause(SENTENCE, 1)) == [SENTENCE]
    assert prepared(*pause(SENTENCE, 0.3), *pause(f"{SENTENCE}.", 0.9)) == [SENTENCE]


def test_words_that_arrive_in_the_pause_are_prepared_for_at_once() -> None:
    late = f"{SENTENCE} altogether"

    assert prepared(*pause(SENTENCE, 0.25), (late, 0.3)) == [SENTENCE, late]


def test_without_words_there_is_nothing_to_reply_to() -> None:
    assert prepared(*pause("", 1)) == []


def test_an_answer_has_so_many() -> None:
    words = [" ".join([SENTENCE] * count) for count in range(1, 20)]

    made = prepared(*(frame for text in words for frame in pause(text, 0.3)))

    assert made == words[:MOST_FOR_AN_ANSWER]
