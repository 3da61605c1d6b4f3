"""The candidates who are assessed, up to the limit of one report (interface: Fairness reports, rule 6)."""

from datetime import UTC, datetime
from itertools import islice

import pytest

from gather.core.caller import TeamScope
from gather.core.errors import ValidationFailed
from gather.core.identifiers import new_id
from gather.rights.fairness import population
from gather.rights.fairness.population import list_assessed
from gather.rights.fairness.report import CreateFairnessReport, GroupRequest, SelectedBy
from gather.screening.candidate_interviews.models import CandidateInterviewRecord, new_candidate_interview
from gather.screening.candidate_interviews.requests import CreateCandidateInterview
from gather.table.records import Records

NOW = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)
SCOPE = TeamScope(new_id(), new_id(), new_id())
INTERVIEW_ID = new_id()
OPEN = new_candidate_interview(
    CreateCandidateInterview(candidate_id=new_id(), interview_id=INTERVIEW_ID), SCOPE, NOW, 14
)


def completed(number: int) -> list[CandidateInterviewRecord]:
    """Returns this many candidate interviews that were completed."""
    moment = "2026-03-03T10:00:00.000Z"
    return [
        OPEN.changed(id=new_id(), candidate_id=new_id(), completed_at=moment, completion_id=new_id())
        for _ in range(number)
    ]


def numbers(
    records: Records, patch: pytest.MonkeyPatch, interviews: list[CandidateInterviewRecord]
) -> tuple[int, int]:
    """Returns the numbers of assessed and undecided candidates, for these candidate interviews."""

    def newest(*_where: object) -> object:
        return islice(interviews, int(str(_where[-1])))

    patch.setattr(population, "list_newest_of_interview", newest)
    request = CreateFairnessReport(
        interview_id=INTERVIEW_ID,
        since="2026-03-01",
        until="2026-03-31",
        selected_by=SelectedBy.SCORE,
        score_threshold=50,
        groups=[GroupRequest(dimension="sex", category="female", candidate_ids=[new_id()])],
    )
    assessed, undecided = list_assessed(records, SCOPE.team_id, request)
    return len(assessed), undecided


def test_a_report_covers_three_thousand_candidates(records: Records, monkeypatch: pytest.MonkeyPatch) -> None:
    interviews = completed(3_000)
    assert numbers(records, monkeypatch, interviews) == (0, 3_000)

    with pytest.raises(ValidationFailed) as refused:
        numbers(records, monkeypatch, [*interviews, *completed(1)])

    assert [fault.field for fault in refused.value.faults] == ["since"]


def test_a_candidate_who_took_part_often_counts_once(
    records: Records, monkeypatch: pytest.MonkeyPatch
) -> None:
    [once] = completed(1)
    interviews = [once.changed(id=new_id()) for _ in range(3_001)]

    assert numbers(records, monkeypatch, interviews) == (0, 1)


def test_a_report_looks_at_ten_thousand_candidate_interviews(
    records: Records, monkeypatch: pytest.MonkeyPatch
) -> None:
    interviews = [*completed(1), *[OPEN] * 9_999]
    assert numbers(records, monkeypatch, interviews) == (0, 1)

    with pytest.raises(ValidationFailed) as refused:
        numbers(records, monkeypatch, [*interviews, OPEN])

    assert [fault.field for fault in refused.value.faults] == ["interviewId"]
