"""A day's round of retention: it takes as many runs as it needs, and says how far behind it is."""

import threading
from collections.abc import Callable
from datetime import datetime, timedelta
from itertools import pairwise

import pytest

from gather.core.clock import timestamp
from gather.core.errors import ServiceUnavailable
from gather.deliveries.storage import WEBHOOK_DELIVERY
from gather.rights.retention import service as retention_service
from gather.rights.retention import storage as retention_storage
from gather.rights.retention.round import RetentionPlace, RetentionRound, round_at
from gather.rights.retention.worker import PLACES_AT_ONCE
from gather.table.concurrency import Threads
from gather.table.due import RunSummary
from gather.table.records import Records
from gather.tenancy.organizations import storage as organization_storage
from gather.tenancy.organizations.models import Organization, RetainedKind
from gather.wiring import Adapters
from retention.handler import handler
from tests.builders.retention import set_retention
from tests.builders.service import Tenant, make_tenant
from tests.doubles.clock import HandClock
from tests.doubles.counting import Counted
from tests.doubles.lambda_context import Context
from tests.doubles.schedules import Deadline
from tests.rights.retention.test_worker import NOTHING, NoTime, deliver

DAY = timedelta(days=1)


def go_on(adapters: Adapters, clock: HandClock, context: Context | None = None) -> dict[str, object]:
    """A run as the schedule asks for it."""
    return handler.run({"time": timestamp(clock.now()), "daily": True}, context or Context(), adapters)


def kept(records: Records, tenant: Tenant, ids: list[str]) -> list[str]:
    return [each for each in ids if records.find(WEBHOOK_DELIVERY, tenant.team_id, each) is not None]


def last_round(records: Records) -> RetentionRound:
    found = retention_storage.find_round(records.table)
    assert found is not None
    return found


@pytest.fixture
def tenants(records: Records, clock: HandClock) -> list[Tenant]:
    """Three organizations that keep deliveries for a day, in the order of a round."""
    made = [make_tenant(records.table) for _ in range(3)]
    for tenant in made:
        set_retention(records, tenant, clock, {"deliveries": 1})
    return sorted(made, key=lambda each: each.organization_id)


def test_a_round_takes_as_many_runs_as_it_needs_and_ends(
    adapters: Adapters, records: Records, tenants: list[Tenant], clock: HandClock
) -> None:
    made = {tenant: [deliver(records, tenant, clock) for _ in range(3)] for tenant in tenants}
    clock.advance(days=2)
    left = [9]
    runs = 0
    while go_on(adapters, clock, Deadline(20))["more"]:
        runs += 1
        clock.advance(minutes=15)
        left.append(sum(len(kept(records, tenant, ids)) for tenant, ids in made.items()))
        assert runs < 50

    assert runs > 1
    assert all(later <= earlier for earlier, later in pairwise(left))
    assert [kept(records, tenant, ids) for tenant, ids in made.items()] == [[], [], []]
    assert last_round(records).is_over


def test_a_run_goes_on_where_the_last_one_stopped(
    adapters: Adapters,
    records: Records,
    tenants: list[Tenant],
    clock: HandClock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    visits: list[list[RetentionPlace]] = [[]]

    def visit(
        _adapters: Adapters,
        _organization: Organization,
        place: RetentionPlace,
        _until: datetime,
        remaining: Callable[[], int],
    ) -> RunSummary:
        is_time_left = remaining() > 0
        if is_time_left:
            visits[-1].append(place)
        return RunSummary(0, more=not is_time_left)

    monkeypatch.setattr(retention_service, "delete_due", visit)
    while go_on(adapters, clock, Deadline(5))["more"]:
        visits.append([])
        assert len(visits) < 50

    organizations = organization_storage.list_organizations(records.table)
    assert len(visits) > 3
    places = [*retention_service.list_places(records, organizations)]
    assert [place for run in visits for place in run] == places


def test_a_place_that_is_gone_is_passed_over(
    adapters: Adapters, records: Records, tenants: list[Tenant], clock: HandClock
) -> None:
    made = [deliver(records, tenant, clock) for tenant in tenants]
    clock.advance(days=2)
    gone = RetentionPlace(
        organization_id=tenants[0].organization_id + "0", kind=RetainedKind.CHATS, team_id=tenants[0].team_id
    )
    begun = round_at(None, clock.now())
    retention_storage.save_round(records.table, None, begun.changed(place=gone))

    assert go_on(adapters, clock) == {"done": 2, "more": False}

    left = [kept(records, tenant, [each]) for tenant, each in zip(tenants, made, strict=True)]
    assert left == [[made[0]], [], []]


def test_the_next_round_begins_a_day_later(
    adapters: Adapters, records: Records, tenants: list[Tenant], clock: HandClock
) -> None:
    assert go_on(adapters, clock) == NOTHING
    due = deliver(records, tenants[0], clock)
    clock.advance(seconds=(DAY - timedelta(hours=1)).total_seconds())
    assert go_on(adapters, clock) == NOTHING
    clock.advance(days=1)

    assert go_on(adapters, clock) == {"done": 1, "more": False}
    assert go_on(adapters, clock) == NOTHING

    assert kept(records, tenants[0], [due]) == []
    assert last_round(records).began_at == timestamp(clock.now())


def test_a_run_that_is_asked_for_by_hand_does_everything_again(
    adapters: Adapters, records: Records, tenants: list[Tenant], clock: HandClock
) -> None:
    assert go_on(adapters, clock) == NOTHING
    deliver(records, tenants[0], clock)
    later = {"time": timestamp(clock.now() + DAY)}

    assert handler.run(later, Context(), adapters) == {"done": 1, "more": False}

    assert last_round(records).began_at == timestamp(clock.now())


def test_of_two_runs_at_once_one_notes_how_far_the_round_is(records: Records, clock: HandClock) -> None:
    begun = round_at(None, clock.now())
    retention_storage.save_round(records.table, None, begun)
    stored = last_round(records)

    retention_storage.save_round(records.table, stored, stored.end(has_failures=False))
    retention_storage.save_round(records.table, stored, begun.changed(has_failures=True))
    retention_storage.save_round(records.table, None, begun)

    assert last_round(records) == stored.end(has_failures=False).changed(runs=2)


@pytest.mark.produces("ScheduleRuns", schedule="retention")
@pytest.mark.produces("SecondsBehind", schedule="retention")
def test_a_round_that_does_not_end_is_further_behind_with_each_run(
    adapters: Adapters, tenants: list[Tenant], clock: HandClock, counted: Counted
) -> None:
    for _ in range(3):
        assert go_on(adapters, clock, NoTime())["more"] is True
        clock.advance(hours=20)
    assert go_on(adapters, clock)["more"] is False
    clock.advance(days=1)
    assert go_on(adapters, clock)["more"] is False

    # As of its start everything is removed when a round is over.
    behind = [0, 20 * 3600, 40 * 3600, 60 * 3600, 0]
    assert counted.of("SecondsBehind", schedule="retention") == behind
    assert counted.of("ScheduleRuns", schedule="retention") == [1] * len(behind)


def test_what_cannot_be_removed_stops_nothing_else_and_leaves_retention_behind(
    adapters: Adapters,
    records: Records,
    tenants: list[Tenant],
    clock: HandClock,
    monkeypatch: pytest.MonkeyPatch,
    counted: Counted,
) -> None:
    go_on(adapters, clock)
    stuck, others = deliver(records, tenants[0], clock), [deliver(records, each, clock) for each in tenants]
    remove = retention_service._delete_delivery

    def refuse_one(records: Records, team_id: str, delivery_id: str, moment: str) -> bool:
        if delivery_id == stuck:
            raise ServiceUnavailable("The function may not remove it.")
        return remove(records, team_id, delivery_id, moment)

    monkeypatch.setattr(retention_service, "_delete_delivery", refuse_one)
    for days in range(1, 4):
        clock.advance(days=1)
        assert go_on(adapters, clock) == {"done": 3 if days == 1 else 0, "more": True}

    assert kept(records, tenants[0], [stuck, *others]) == [stuck]
    assert counted.of("SecondsBehind", schedule="retention") == [0, 86_400, 2 * 86_400, 3 * 86_400]


def test_what_cannot_be_read_of_one_organization_stops_no_other(
    adapters: Adapters,
    records: Records,
    tenants: list[Tenant],
    clock: HandClock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = [deliver(records, tenant, clock) for tenant in tenants]
    clock.advance(days=1)
    delete_due = retention_service.delete_due

    def refuse_one(
        adapters: Adapters,
        organization: Organization,
        place: RetentionPlace,
        until: datetime,
        remaining: Callable[[], int],
    ) -> RunSummary:
        if organization.id == tenants[0].organization_id:
            raise ValueError("a record of another release")
        return delete_due(adapters, organization, place, until, remaining)

    monkeypatch.setattr(retention_service, "delete_due", refuse_one)

    assert go_on(adapters, clock) == {"done": 2, "more": True}

    left = [kept(records, tenant, [each]) for tenant, each in zip(tenants, made, strict=True)]
    assert left == [[made[0]], [], []]
    assert last_round(records).has_failures


def test_places_are_worked_on_side_by_side(
    adapters: Adapters, records: Records, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """None ends before as many as may be have begun."""
    for _ in range(PLACES_AT_ONCE):
        set_retention(records, make_tenant(records.table), clock, {"deliveries": 1})
    everybody = threading.Barrier(PLACES_AT_ONCE, timeout=5)

    def wait_for_others(*_: object) -> RunSummary:
        everybody.wait()
        return RunSummary(1, more=False)

    monkeypatch.setattr(retention_service, "delete_due", wait_for_others)
    monkeypatch.setattr(records.table, "start", Threads())
    places = list(
        retention_service.list_places(records, organization_storage.list_organizations(records.table))
    )
    assert len(places) % PLACES_AT_ONCE == 0

    assert go_on(adapters, clock) == {"done": len(places), "more": False}


def test_a_run_goes_on_at_the_first_place_that_is_not_done(
    adapters: Adapters,
    records: Records,
    tenants: list[Tenant],
    clock: HandClock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Later places, which were begun beside it, may be done: they are looked at again."""
    worked_on: list[str] = []

    class TimeIsOverAtTheSecond(Context):
        """A context whose time is over when the second place is worked on."""

        @staticmethod
        def get_remaining_time_in_millis() -> int:
            return 60_000 if len(worked_on) < 2 else 0

    def delete(_: Adapters, _organization: Organization, place: RetentionPlace, *_rest: object) -> RunSummary:
        worked_on.append(place.organization_id)
        return RunSummary(0, more=len(worked_on) == 2)

    monkeypatch.setattr(retention_service, "delete_due", delete)

    assert go_on(adapters, clock, TimeIsOverAtTheSecond()) == {"done": 0, "more": True}

    place = last_round(records).place
    assert place is not None
    assert place.organization_id == worked_on[1]
