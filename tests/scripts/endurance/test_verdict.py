"""The verdict of the endurance run: lost deliveries, strays, explained and unexplained repetitions."""

from hypothesis import given
from hypothesis import strategies as st

from endurance.verdict import EXPLAINED_SECONDS, Arrival, Expected, InjectedFault, judge, slowest_end_seconds

CREATED = Expected("/first", "interview.created", "i1")
INVITED = Expected("/first", "workflow.step.invited", "e1", times=2)
KILL = InjectedFault("stack killed", began=100.0, ended=110.0)


def arrival(expected: Expected = CREATED, event_id: str = "1", at: float = 0.0) -> Arrival:
    return Arrival(expected.address, expected.event, event_id, expected.subject_id, at)


def test_everything_once_is_clean() -> None:
    verdict = judge([CREATED, INVITED], [arrival(), arrival(INVITED, "2"), arrival(INVITED, "3")], [])

    assert verdict.is_clean
    assert (verdict.expected, verdict.explained) == (3, 0)


def test_what_did_not_come_is_lost() -> None:
    verdict = judge([CREATED, INVITED], [arrival(INVITED, "2")], [KILL])

    assert verdict.lost == ("/first interview.created i1: 0 of 1", "/first workflow.step.invited e1: 1 of 2")
    assert not verdict.is_clean


def test_the_same_delivery_does_not_count_as_another_one() -> None:
    verdict = judge([INVITED], [arrival(INVITED, "2", at=100.0), arrival(INVITED, "2", at=101.0)], [KILL])

    assert verdict.lost == ("/first workflow.step.invited e1: 1 of 2",)


def test_an_event_that_nobody_caused_is_a_stray_even_next_to_a_fault() -> None:
    verdict = judge([CREATED], [arrival(), arrival(event_id="2", at=105.0)], [KILL])

    assert verdict.strays == ("/first interview.created i1: 2 instead of 1",)
    assert not verdict.is_clean


def test_a_repetition_is_explained_by_a_fault_soon_after_the_first_arrival() -> None:
    taken_at = KILL.began - EXPLAINED_SECONDS + 1
    verdict = judge([CREATED], [arrival(at=taken_at), arrival(at=500.0)], [KILL])

    assert verdict.is_clean
    assert verdict.explained == 1


def test_a_repetition_long_before_or_after_every_fault_is_unexplained() -> None:
    for taken_at in (KILL.began - EXPLAINED_SECONDS - 1, KILL.ended + 1):
        verdict = judge([CREATED], [arrival(at=taken_at), arrival(at=taken_at + 500.0)], [KILL])

        assert verdict.unexplained == ("/first interview.created i1 1",)
        assert not verdict.is_clean


@given(st.permutations([arrival(at=50.0), arrival(at=105.0), arrival(INVITED, "2"), arrival(INVITED, "3")]))
def test_the_order_of_the_arrivals_does_not_matter(arrivals: list[Arrival]) -> None:
    expected = [CREATED, INVITED]

    assert judge(expected, arrivals, [KILL]) == judge(expected, sorted(arrivals, key=repr), [KILL])


def test_the_slowest_end_is_counted_from_the_first_end_of_an_enrollment_and_its_last_step() -> None:
    def told(event: str, subject_id: str, at: float) -> Arrival:
        return Arrival("/first", f"workflow.{event}", "1", subject_id, at)

    arrivals = [
        told("step.completed", "slow", 5),
        told("step.completed", "slow", 10),
        told("enrollment.completed", "slow", 22),
        told("enrollment.completed", "slow", 60),
        told("step.completed", "fast", 30),
        told("enrollment.completed", "fast", 31),
        told("step.completed", "never", 1),
    ]

    assert slowest_end_seconds(reversed(arrivals)) == 12
    assert slowest_end_seconds([]) == 0
