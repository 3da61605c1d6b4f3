"""The figures of measured conversations."""

from gather.screening.conversations.sentences import spoken_parts
from trials.latency.conversation import QUESTIONS, SPOKEN_QUESTIONS
from trials.latency.spoken import ANSWERS
from trials.latency.timings import Timings


def test_the_table_has_the_median_and_the_95th_percentile_of_each_leg() -> None:
    timings = Timings()
    for hundredths in range(1, 101):
        timings.add("a turn", hundredths / 100)
    timings.add("a sound", 0.25)

    assert timings.table().splitlines()[2:] == [
        "| a sound | 1 | 250 ms | 250 ms |",
        "| a turn | 100 | 505 ms | 951 ms |",
    ]


def test_the_questions_have_as_many_sentences_as_they_say() -> None:
    assert [text.count("?") + text.count(".") for text in QUESTIONS.values()] == list(QUESTIONS)
    assert [len(spoken_parts(text)) for text in QUESTIONS.values()] == [1, 2, 2]
    assert len({spoken_parts(text)[0] for text in QUESTIONS.values()}) == 1


def test_each_question_to_who_speaks_has_an_answer() -> None:
    assert len(ANSWERS) == len(SPOKEN_QUESTIONS)
