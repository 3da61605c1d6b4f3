"""Texts that contradict each other about a question."""

import pytest

from gather.content.knowledge.contradictions import contradict, disagree, quantities
from gather.ports.assistant import Passage


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("You get 28 days of leave.", "Everybody has 30 days of leave."),
        ("The salary is 1,450 euros a month.", "We pay €1.600 a month."),
        ("Shifts begin at 6 o'clock.", "The first shift begins at 7:00."),
        ("Die Probezeit dauert drei Monate.", "Die Probezeit dauert sechs Monate."),
        ("Il y a 25 jours de congé.", "Vous avez 30 jours de congé."),
        ("There is no home office.", "Home office is possible on Fridays."),
        ("Homeoffice ist für das Team nicht möglich.", "Homeoffice ist im Team möglich."),
        ("لديك 25 يوما من الإجازة.", "لديك 30 يوما من الإجازة."),
    ],
)
def test_other_numbers_and_a_yes_against_a_no_contradict(one: str, other: str) -> None:
    assert disagree(one, other)
    assert disagree(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("You get 28 days of leave.", "You get 28 days of leave, and 30 after five years."),
        ("The salary is 1,450 euros a month.", "The salary is € 1450."),
        ("Shifts begin at 6 or at 14 o'clock.", "The early shift begins at 6:00."),
        ("The plan is made three weeks ahead.", "Shifts take eight hours."),
        ("We serve coffee.", "There is no parking."),
    ],
)
def test_what_fits_together_does_not(one: str, other: str) -> None:
    assert not disagree(one, other)


def test_both_numbers_of_a_choice_have_the_unit() -> None:
    found = quantities("Shifts begin at 6 or at 14 o'clock, and the plan is made three weeks ahead.")

    assert found == {"clock": {"6", "14"}, "week": {"3"}}


def test_only_sentences_that_answer_are_compared_and_only_of_both_kinds_of_text() -> None:
    job = Passage("job", "The job", "You get 28 days of leave. The trial lasts 3 days.")
    leave = Passage("leave", "Leave", "Everybody has 30 days of leave.")

    assert contradict("How many days of leave are there?", (job, leave))
    assert not contradict("How long does the trial last?", (job, leave))
    assert not contradict(
        "How many days of leave are there?", (leave, Passage("other", "Leave", "28 days of leave."))
    )
    assert not contradict("Why?", (job, leave))
