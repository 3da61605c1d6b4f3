"""Compares expected with received deliveries, and whether faults explain the difference. Free of I/O."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

EXPLAINED_SECONDS = 30.0
"""The seconds after a delivery in which a fault may still keep its worker from recording it.

An attempt may take 5 s, and the calls to the table that record it have a time limit of their own.
"""


@dataclass(frozen=True, slots=True)
class Arrival:
    """One delivery that the receiver took with a 2xx status. `at` is in Unix seconds."""

    address: str
    event: str
    event_id: str
    subject_id: str
    at: float


@dataclass(frozen=True, slots=True)
class InjectedFault:
    """A fault that the run injected, from `began` to `ended` in Unix seconds."""

    what: str
    began: float
    ended: float


@dataclass(frozen=True, slots=True)
class Expected:
    """An address is to get `times` events of this name about this subject, each of them once."""

    address: str
    event: str
    subject_id: str
    times: int = 1


@dataclass(frozen=True, slots=True)
class Verdict:
    """The lost deliveries, the ones that nobody caused, and the repetitions that no fault explains."""

    expected: int
    lost: tuple[str, ...]
    strays: tuple[str, ...]
    explained: int
    unexplained: tuple[str, ...]

    @property
    def is_clean(self) -> bool:
        """Whether nothing was lost and a fault explains every repetition."""
        return not (self.lost or self.strays or self.unexplained)


def judge(
    expected: Sequence[Expected], arrivals: Iterable[Arrival], faults: Sequence[InjectedFault]
) -> Verdict:
    """Compare the received deliveries with the expected ones."""
    times = _arrivals_by_event(arrivals)
    ids = _ids_by_subject(times)
    wanted = {(each.address, each.event, each.subject_id): each.times for each in expected}
    repetitions = [(_told(*key), is_explained(at, faults)) for key, when in times.items() for at in when[:-1]]
    return Verdict(
        expected=sum(wanted.values()),
        lost=tuple(
            f"{_told(*key)}: {len(ids.get(key, ()))} of {count}"
            for key, count in wanted.items()
            if len(ids.get(key, ())) < count
        ),
        strays=tuple(
            f"{_told(*key)}: {len(found)} instead of {wanted.get(key, 0)}"
            for key, found in ids.items()
            if len(found) > wanted.get(key, 0)
        ),
        explained=sum(is_due_to_fault for _, is_due_to_fault in repetitions),
        unexplained=tuple(told for told, is_due_to_fault in repetitions if not is_due_to_fault),
    )


def is_explained(taken_at: float, faults: Sequence[InjectedFault]) -> bool:
    """Whether a fault may have hidden from the service that the receiver took a delivery at `taken_at`."""
    return any(fault.began <= taken_at + EXPLAINED_SECONDS and taken_at <= fault.ended for fault in faults)


def slowest_end_seconds(arrivals: Iterable[Arrival]) -> float:
    """The longest time from the end of an enrollment's last step to its own end, as the receiver saw them;
    0 where there is none."""
    last_steps: dict[str, float] = {}
    ends: dict[str, float] = {}
    for each in sorted(arrivals, key=lambda arrival: arrival.at):
        if each.event == "workflow.step.completed":
            last_steps[each.subject_id] = each.at
        elif each.event == "workflow.enrollment.completed":
            ends.setdefault(each.subject_id, each.at)
    return max((at - last_steps.get(subject_id, at) for subject_id, at in ends.items()), default=0.0)


def _arrivals_by_event(
    arrivals: Iterable[Arrival],
) -> Mapping[tuple[str, str, str, str], list[float]]:
    found: dict[tuple[str, str, str, str], list[float]] = defaultdict(list)
    for each in sorted(arrivals, key=lambda arrival: arrival.at):
        found[each.address, each.event, each.subject_id, each.event_id].append(each.at)
    return found


def _ids_by_subject(
    times: Iterable[tuple[str, str, str, str]],
) -> Mapping[tuple[str, str, str], set[str]]:
    ids: dict[tuple[str, str, str], set[str]] = defaultdict(set)
    for address, event, subject_id, event_id in times:
        ids[address, event, subject_id].add(event_id)
    return ids


def _told(address: str, event: str, subject_id: str, event_id: str = "") -> str:
    return " ".join(filter(None, (address, event, subject_id, event_id)))
