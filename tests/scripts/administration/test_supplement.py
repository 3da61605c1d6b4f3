"""The supplement of records of an earlier release, in as many runs as it needs."""

import pytest

from administration import supplement as supplementing
from administration.supplement import Supplemented, supplement
from gather.core.caller import TeamScope
from gather.core.errors import NotFound
from gather.core.identifiers import new_id
from gather.core.tenant import sandbox_of
from gather.screening.candidate_interviews.storage import CANDIDATE_INTERVIEW
from gather.screening.candidates.storage import BY_EMAIL, BY_EXTERNAL_ID, CANDIDATE
from gather.screening.evaluations.models import StoredEvaluation, SummaryStatus
from gather.screening.evaluations.storage import EVALUATION
from gather.table import keys
from gather.table.listing import Selection
from gather.table.records import Records
from gather.table.store import KeyRange
from gather.tenancy.organizations.storage import NEWEST_SUPPLEMENT, has_supplement
from gather.tenancy.users.storage import list_accounts, sign_in_place
from tests.builders.candidate_interviews import change_candidate_interview
from tests.builders.candidates import make_candidate
from tests.builders.people import make_person
from tests.builders.service import Service, Tenant, without_supplement
from tests.support.records import ADA, add_candidate, post_candidate_interview


class _Interrupted(Exception):
    """An operator ends the run."""


def add_candidates(service: Service, number: int) -> list[str]:
    return [add_candidate(service, externalId="A-1") for _ in range(number)]


def forget_lookups(records: Records, tenant: Tenant) -> None:
    """Remove the lookups of the candidates, which an earlier release did not store."""
    for partition in (
        BY_EXTERNAL_ID.partition(tenant.team_id, "A-1"),
        BY_EMAIL.partition(tenant.team_id, ADA["email"]),
    ):
        for item in records.table.query_all(KeyRange(partition)):
            records.table.delete(keys.Key.of(item))
    without_supplement(records.table, tenant)


def looked_up(records: Records, tenant: Tenant, selection: Selection = Selection.ACTIVE) -> list[str]:
    page = records.found_page(CANDIDATE, BY_EXTERNAL_ID, tenant.team_id, "A-1", selection, 0, 50)
    return [each.id for each in page.records]


def test_candidates_of_an_earlier_release_are_found_before_and_after(
    service: Service, records: Records, tenant: Tenant
) -> None:
    ids = add_candidates(service, 3)
    service.delete(f"/candidates/{ids[0]}")
    forget_lookups(records, tenant)

    before = service.get("/candidates", externalId="A-1").data["candidates"]
    assert looked_up(records, tenant) == []
    assert supplement(records, tenant.organization_id) == Supplemented(3, 3)

    assert has_supplement(records.table, tenant.organization_id, NEWEST_SUPPLEMENT)
    assert [each["id"] for each in before] == looked_up(records, tenant) == [ids[2], ids[1]]
    assert looked_up(records, tenant, Selection.ARCHIVED) == [ids[0]]
    assert service.get("/candidates", externalId="A-1").data["candidates"] == before


def test_candidate_interviews_of_an_earlier_release_get_score_job_and_places(
    service: Service, records: Records, tenant: Tenant
) -> None:
    made = post_candidate_interview(service)
    evaluated = StoredEvaluation(run=1, summary_status=SummaryStatus.COMPLETE, score=83)
    place = EVALUATION.at(tenant.team_id, made["id"])
    records.table.write(place.put(**evaluated.model_dump(by_alias=True)))
    moment = "2026-03-04T05:06:07.000Z"
    change_candidate_interview(records, tenant, made["id"], completed_at=moment, updated_at=moment)
    stored = records.get(CANDIDATE_INTERVIEW, tenant.team_id, made["id"])
    for lost in CANDIDATE_INTERVIEW.lookups_of(stored.record, stored.item):
        records.table.delete(lost.key)
    without_supplement(records.table, tenant)

    assert service.get("/candidate-interviews", scoreMin=80).status == 503
    supplement(records, tenant.organization_id)

    [found] = service.get("/candidate-interviews", scoreMin=80).data
    assert (found["id"], found["score"]) == (made["id"], 83)
    [changed] = service.get("/candidate-interviews", updatedSince=moment).data
    assert changed == found
    assert supplement(records, tenant.organization_id).changed == 0


def test_records_of_a_sandbox_are_supplemented_with_those_of_its_organization(
    records: Records, tenant: Tenant
) -> None:
    sandbox = TeamScope(sandbox_of(tenant.organization_id), sandbox_of(tenant.team_id), None)
    candidate = make_candidate(records, sandbox, external_id="A-1")
    records.table.delete(BY_EXTERNAL_ID.item_at(sandbox.team_id, "A-1", candidate.id).key)

    assert supplement(records, tenant.organization_id) == Supplemented(1, 1)

    found = records.found_page(CANDIDATE, BY_EXTERNAL_ID, sandbox.team_id, "A-1", Selection.ACTIVE, 0, 50)
    assert [each.id for each in found.records] == [candidate.id]


def test_more_records_than_a_transaction_takes_are_supplemented(
    service: Service, records: Records, tenant: Tenant
) -> None:
    tags = [f"tag-{number}" for number in range(20)]
    ids = [add_candidate(service, externalId="A-1", tags=tags) for _ in range(6)]
    forget_lookups(records, tenant)

    assert supplement(records, tenant.organization_id) == Supplemented(6, 6)
    assert looked_up(records, tenant) == ids[::-1]


def test_a_second_run_finds_nothing_to_add(service: Service, records: Records, tenant: Tenant) -> None:
    add_candidates(service, 2)

    assert supplement(records, tenant.organization_id) == Supplemented(2, 0)


def test_a_run_goes_on_where_the_one_before_was_interrupted(
    service: Service, records: Records, tenant: Tenant, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(supplementing, "PAGE_SIZE", 2)
    ids = add_candidates(service, 5)
    forget_lookups(records, tenant)
    lacking, pages = Records.lacking_supplement, []

    def interrupted(*arguments: object) -> dict[str, int]:
        pages.append(arguments)
        if len(pages) == 2:
            raise _Interrupted
        return lacking(*arguments)  # type: ignore[arg-type]  # passed on as they came

    monkeypatch.setattr(Records, "lacking_supplement", interrupted)
    with pytest.raises(_Interrupted):
        supplement(records, tenant.organization_id)
    assert looked_up(records, tenant) == [ids[1], ids[0]]
    assert not has_supplement(records.table, tenant.organization_id, NEWEST_SUPPLEMENT)

    assert supplement(records, tenant.organization_id) == Supplemented(3, 3)
    assert looked_up(records, tenant) == ids[::-1]


def test_a_record_that_changes_meanwhile_gets_the_lookups_of_its_change(
    service: Service, records: Records, tenant: Tenant, monkeypatch: pytest.MonkeyPatch
) -> None:
    [candidate_id] = add_candidates(service, 1)
    forget_lookups(records, tenant)
    lacking = Records.lacking_supplement

    def overtaken(*arguments: object) -> dict[str, int]:
        found = lacking(*arguments)  # type: ignore[arg-type]  # passed on as they came
        service.patch(f"/candidates/{candidate_id}", {"externalId": "B-2"})
        return found

    monkeypatch.setattr(Records, "lacking_supplement", overtaken)
    supplement(records, tenant.organization_id)

    assert looked_up(records, tenant) == []
    found = service.get("/candidates", externalId="B-2").data["candidates"]
    assert [each["id"] for each in found] == [candidate_id]


def test_an_organization_that_is_none_is_refused(records: Records) -> None:
    with pytest.raises(NotFound):
        supplement(records, new_id())


def test_users_of_an_earlier_release_can_sign_in(records: Records, tenant: Tenant) -> None:
    person = make_person(records, tenant)
    records.table.write(sign_in_place(person).delete())
    assert list_accounts(records.table, person.email) == []

    supplement(records, tenant.organization_id)

    assert list_accounts(records.table, person.email) == [person]
