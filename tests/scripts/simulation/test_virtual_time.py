"""Processes of the simulation live in virtual time, one at a time, in the same order every time."""

from datetime import UTC, datetime, timedelta

from simulation.virtual_time import VirtualTime

BEGINNING = datetime(2026, 3, 2, tzinfo=UTC)


def test_things_happen_at_their_moments_whatever_the_order_of_their_planning() -> None:
    time = VirtualTime(BEGINNING)
    seen: list[tuple[str, float]] = []
    time.after(5, lambda: seen.append(("later", time.elapsed)))
    time.after(1, lambda: seen.append(("sooner", time.elapsed)))

    time.run(until=BEGINNING + timedelta(seconds=10))

    assert seen == [("sooner", 1.0), ("later", 5.0)]
    assert time.now() == BEGINNING + timedelta(seconds=10)


def test_processes_take_turns_whenever_one_pauses() -> None:
    time = VirtualTime(BEGINNING)
    seen: list[str] = []

    def live(name: str, seconds: float) -> None:
        for turn in range(2):
            time.pause(seconds)
            seen.append(f"{name} {turn}")

    time.start("slow", lambda: live("slow", 3))
    time.start("quick", lambda: live("quick", 2))
    time.run(until=BEGINNING + timedelta(seconds=10))

    assert seen == ["quick 0", "slow 0", "quick 1", "slow 1"]


def test_who_runs_is_known_from_within() -> None:
    time = VirtualTime(BEGINNING)
    seen: list[object] = []
    time.start("owned", lambda: seen.append(time.owner()), "the owner")

    time.run(until=BEGINNING)

    assert seen == ["the owner"]
    assert time.owner() is None
