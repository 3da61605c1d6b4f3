"""The transitions between statuses of a candidate interview
(interface: Candidate interviews, rules 3 and 5)."""

import ast
import re
from collections.abc import Callable
from itertools import product

import pytest

from gather.core.errors import Conflict
from gather.screening.candidate_interviews.models import CandidateInterviewRecord
from gather.screening.candidate_interviews.status import (
    BEGINS_FROM,
    CHOICES,
    OPEN,
    TRANSITIONS,
    CandidateInterviewStatus,
    StatusEvent,
    next_status,
)
from tests.screening.candidate_interviews.test_models import EMAIL, NOW, record
from tests.template.deployment import REPOSITORY

AREA = REPOSITORY / "layers" / "shared" / "gather" / "screening"
STATUSES = (None, *CandidateInterviewStatus)
EVENTS = (
    StatusEvent.INVITE,
    StatusEvent.ANSWER,
    StatusEvent.COMPLETE,
    StatusEvent.EXPIRE,
    StatusEvent.WITHDRAW,
)
"""The events of the columns of the interface's table, in their order."""

CHANGES: dict[StatusEvent, Callable[[CandidateInterviewRecord], CandidateInterviewRecord]] = {
    StatusEvent.INVITE: lambda before: before.invite((EMAIL,), NOW),
    StatusEvent.ANSWER: lambda before: before.begin((), (), NOW),
    StatusEvent.COMPLETE: lambda before: before.complete(NOW, evaluate=False),
    StatusEvent.EXPIRE: lambda before: before.expire(NOW),
    StatusEvent.WITHDRAW: lambda before: before.withdraw(NOW),
}
"""The method of a record for each event whose status follows from the one before."""

_ROW = re.compile(r"^   \| (`\w+`|null) \|" + r" (`\w+`|–) \|" * len(EVENTS) + "$", re.MULTILINE)


def interface_table() -> list[list[str]]:
    """The rows of rule 5's table: a status, and the statuses that follow it after EVENTS, or a dash."""
    text = (REPOSITORY / "docs" / "interface.md").read_text(encoding="utf-8")
    section = text.partition("\n## Candidate interviews\n")[2].partition("\n## ")[0]
    return [[cell.strip("`") for cell in row] for row in _ROW.findall(section)]


def test_the_table_of_the_interface_is_that_of_the_code() -> None:
    rows = [
        [name_of(status), *(name_of(one_of(TRANSITIONS[status].get(event)), "–") for event in EVENTS)]
        for status in STATUSES
    ]

    assert sorted(interface_table()) == sorted(rows)


def one_of(following: frozenset[CandidateInterviewStatus] | None) -> CandidateInterviewStatus | None:
    """The only status that follows, or None when none does."""
    if following is None:
        return None
    [status] = following
    return status


def name_of(status: CandidateInterviewStatus | None, absent: str = "null") -> str:
    """A status as the interface writes it."""
    return absent if status is None else status.value


@pytest.mark.parametrize(("status", "event"), list(product(STATUSES, EVENTS)))
def test_a_record_changes_its_status_as_the_table_says(
    status: CandidateInterviewStatus | None, event: StatusEvent
) -> None:
    following = one_of(TRANSITIONS[status].get(event))

    if following is None:
        with pytest.raises((Conflict, ValueError)):
            CHANGES[event](record(status=status))
        with pytest.raises(ValueError, match="has no event"):
            next_status(status, event)
        return
    assert CHANGES[event](record(status=status)).status is following
    assert next_status(status, event) is following


@pytest.mark.parametrize(("status", "chosen"), list(product(STATUSES, CandidateInterviewStatus)))
def test_a_user_chooses_any_status_but_expired(
    status: CandidateInterviewStatus | None, chosen: CandidateInterviewStatus
) -> None:
    if chosen is CandidateInterviewStatus.EXPIRED:
        with pytest.raises(ValueError, match="has no event choose to expired"):
            record(status=status).change_status(chosen, NOW)
        return
    assert record(status=status).change_status(chosen, NOW).status is chosen
    assert set(CHOICES) == {*CandidateInterviewStatus} - {CandidateInterviewStatus.EXPIRED}


def test_a_choice_needs_a_status() -> None:
    with pytest.raises(ValueError, match="has no event choose"):
        next_status(None, StatusEvent.CHOOSE)


def test_what_is_derived_from_the_table() -> None:
    assert {CandidateInterviewStatus.INVITE_SENT, CandidateInterviewStatus.PARTIALLY_COMPLETED} == OPEN
    assert {None, CandidateInterviewStatus.INVITE_SENT} == BEGINS_FROM


def test_only_the_table_gives_a_record_a_status() -> None:
    """Each `status=` of a changed record takes what `next_status` has returned."""
    source = (AREA / "candidate_interviews" / "models.py").read_text(encoding="utf-8")
    written = [
        keyword.value
        for call in ast.walk(ast.parse(source))
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "changed"
        for keyword in call.keywords
        if keyword.arg == "status"
    ]

    assert len(written) == len(StatusEvent)
    assert {ast.unparse(value).partition("(")[0] for value in written} == {"next_status"}
