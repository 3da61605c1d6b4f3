"""A record that a newer release has written is passed over, told and counted, and the rest goes on."""

import logging
from datetime import timedelta

import pytest

from expiry.handler import handler as expiry
from fan_out.handler import handler as fan_out
from gather.screening.candidate_interviews.storage import CANDIDATE_INTERVIEW
from gather.screening.candidates.storage import CANDIDATE
from gather.table.changes import Update
from gather.table.keys import Key
from gather.table.records import Records
from gather.tenancy.organizations.storage import organization_key
from gather.webhooks.storage import WEBHOOK
from gather.wiring import Adapters
from retention.handler import handler as retention
from tests.builders.deliveries import make_webhook
from tests.builders.retention import Keep, set_retention
from tests.builders.screening import make_screening
from tests.builders.service import Service, Tenant, make_tenant
from tests.doubles.clock import HandClock
from tests.doubles.counting import Counted
from tests.doubles.delivering import FAN_OUT, Delivering
from tests.doubles.schedules import run
from tests.doubles.screening_candidate import Screening
from tests.support.records import add_candidate

pytestmark = [pytest.mark.in_process, pytest.mark.produces("UnknownWork")]

OF_A_NEWER_RELEASE = {"of": "a newer release", "email": "ada@example.com"}


def spoil(records: Records, key: Key, *members: str) -> None:
    """Has a record be as another release would write it."""
    records.table.update(key, Update(set=dict.fromkeys(members, OF_A_NEWER_RELEASE)))


def complete(service: Service) -> Screening:
    screening = make_screening(service)
    screening.answer_all()
    assert screening.complete().status == 200
    return screening


def test_retention_goes_on_with_the_rest(
    adapters: Adapters,
    records: Records,
    tenant: Tenant,
    service: Service,
    clock: HandClock,
    keep: Keep,
    counted: Counted,
    caplog: pytest.LogCaptureFixture,
) -> None:
    screenings = [complete(service) for _ in range(3)]
    spoil(records, CANDIDATE_INTERVIEW.key(tenant.team_id, screenings[1].id), "status")
    keep(candidates=90)

    with caplog.at_level(logging.ERROR):
        done = run(retention, adapters, clock.now() + timedelta(days=90))

    assert done == {"done": 2, "more": False}
    assert counted.of("UnknownWork") == [1]
    [line] = [each for each in caplog.records if each.message == "a record cannot be read"]
    told = (line.__dict__["recordId"], line.__dict__["entity"])
    assert told == (screenings[1].id, CANDIDATE_INTERVIEW.name)
    assert "ada@example.com" not in caplog.text + str(line.__dict__)
    assert line.exc_info is None


def test_a_candidate_of_whom_not_everything_can_be_read_is_kept_and_others_are_erased(
    adapters: Adapters, records: Records, tenant: Tenant, service: Service, clock: HandClock, keep: Keep
) -> None:
    known, unknown = complete(service), complete(service)
    candidate_id = unknown.candidate["id"]
    later = service.post(
        "/candidate-interviews",
        {"candidateId": candidate_id, "interviewId": unknown.interview["id"], "sendInvite": False},
    )
    assert later.status == 201
    spoil(records, CANDIDATE_INTERVIEW.key(tenant.team_id, later.data["id"]), "status")
    keep(candidates=90)

    assert run(retention, adapters, clock.now() + timedelta(days=90)) == {"done": 1, "more": False}

    erased = service.get(f"/candidates/{known.candidate['id']}").status
    assert (erased, service.get(f"/candidates/{candidate_id}").status) == (404, 200)


def test_an_organization_that_cannot_be_read_keeps_what_it_has(
    adapters: Adapters, records: Records, tenant: Tenant, service: Service, clock: HandClock, keep: Keep
) -> None:
    other = make_tenant(records.table)
    set_retention(records, other, clock, {"candidates": 1})
    complete(service)
    keep(candidates=90)
    spoil(records, organization_key(other.organization_id), "name")

    assert run(retention, adapters, clock.now() + timedelta(days=90)) == {"done": 1, "more": False}


def test_expiry_goes_on_with_the_rest(
    adapters: Adapters,
    records: Records,
    tenant: Tenant,
    service: Service,
    clock: HandClock,
    counted: Counted,
) -> None:
    screenings = [make_screening(service) for _ in range(3)]
    spoil(records, CANDIDATE_INTERVIEW.key(tenant.team_id, screenings[0].id), "status")

    done = run(expiry, adapters, clock.now() + timedelta(days=60))

    assert done == {"done": 2, "more": True}
    assert counted.of("UnknownWork") == [1]


def test_an_event_reaches_the_configurations_that_can_be_read(
    adapters: Adapters, tenant: Tenant, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    delivering = Delivering(adapters, tenant, clock, monkeypatch)
    newer, known = (
        make_webhook(adapters.records, tenant, urls=[f"https://{name}.example.com/in"])
        for name in ("newer", "known")
    )
    spoil(adapters.records, WEBHOOK.key(tenant.team_id, newer.id), "events")

    delivering.bring(delivering.publish())
    [turn] = [message for message in delivering.messages if message.queue_url == FAN_OUT]
    delivering.messages.remove(turn)
    assert delivering.deliver(fan_out, turn) == []

    assert [delivery["url"] for delivery in delivering.deliveries()] == [*known.urls]


@pytest.mark.parametrize(
    "query", [{}, {"search": "ada"}, {"cursor": ""}, {"search": "ada", "cursor": ""}], ids=str
)
def test_a_list_shows_the_others_and_the_record_alone_is_a_500(
    records: Records, tenant: Tenant, service: Service, counted: Counted, query: dict[str, str]
) -> None:
    ids = [add_candidate(service, firstName="Ada", email=f"ada{number}@example.com") for number in range(3)]
    spoil(records, CANDIDATE.key(tenant.team_id, ids[1]), "phone")

    reply = service.get("/candidates", **query)

    assert [each["id"] for each in reply.data["candidates"]] == [ids[2], ids[0]]
    assert counted.of("UnknownWork") == [1]
    assert service.get(f"/candidates/{ids[1]}").status == 500
