"""The retention schedule: what an organization keeps no longer goes, once, and nothing else."""

import json
import os
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from administration.command_line import run as administer
from gather.core.caller import Scope
from gather.core.clock import timestamp
from gather.core.identifiers import new_id
from gather.core.media_address import media_key
from gather.deliveries.models import new_delivery
from gather.deliveries.storage import WEBHOOK_DELIVERY
from gather.events.event import EventName
from gather.outgoing.result import AttemptResult
from gather.table.records import Records
from gather.tenancy.organizations.models import UPLOAD_DAYS
from gather.webhooks.models import DeliveryTarget
from gather.wiring import Adapters
from retention.handler import handler
from tests.builders.deliveries import new_event
from tests.builders.documents import pdf
from tests.builders.retention import Keep, set_retention
from tests.builders.screening import make_interview_conversation, make_screening
from tests.builders.service import Service, Tenant, make_key, make_tenant
from tests.doubles.clock import HandClock
from tests.doubles.conversing_candidate import Conversation
from tests.doubles.data_rights import run_jobs
from tests.doubles.engines import ScriptedEngines
from tests.doubles.lambda_context import Context
from tests.doubles.schedules import run
from tests.doubles.screening_candidate import Screening
from tests.support.records import post_candidate_interview

NOTHING = {"done": 0, "more": False}

Uploaded = Callable[[Service, Screening], str]


class NoTime(Context):
    """A function whose time is over."""

    @staticmethod
    def get_remaining_time_in_millis() -> int:
        return 1


@pytest.fixture
def uploaded(engines: ScriptedEngines) -> Uploaded:
    """Uploads a recording for a screening; its media id."""

    def upload(service: Service, screening: Screening) -> str:
        body = {"contentType": "audio/webm", "size": 20}
        made = service.public().post(f"/screening/{screening.token}/media", body).data
        engines.media().put(media_key(made["mediaId"]), b"x" * 20, "audio/webm")
        return str(made["mediaId"])

    return upload


def complete(screening: Screening, media_id: str | None = None) -> None:
    screening.answer_all()
    if media_id is not None:
        assert screening.answer("spoken", mediaId=media_id).status == 200
    assert screening.complete().status == 200


def is_stored(engines: ScriptedEngines, media_id: str) -> bool:
    return engines.media().describe(media_key(media_id)) is not None


def test_recordings_go_after_their_days_and_results_stay(
    adapters: Adapters,
    service: Service,
    engines: ScriptedEngines,
    clock: HandClock,
    keep: Keep,
    uploaded: Uploaded,
) -> None:
    screening = make_screening(service)
    media_id = uploaded(service, screening)
    complete(screening, media_id)
    before, end = screening.results(), clock.now() + timedelta(days=90)
    assert screening.leads_to(before["audioUrl"]) == media_id
    keep(recordings=90)

    assert run(handler, adapters, end - timedelta(seconds=1)) == NOTHING
    assert is_stored(engines, media_id)
    assert run(handler, adapters, end) == {"done": 1, "more": False}
    assert run(handler, adapters, end) == NOTHING

    assert not is_stored(engines, media_id)
    assert screening.opened(before["audioUrl"]).status == 404
    after = screening.results()
    assert after["audioUrl"] is None
    assert [each["audioUrl"] for each in after["responses"]] == [None] * len(before["responses"])
    assert (after["score"], after["summaryStatus"]) == (before["score"], before["summaryStatus"])
    assert len(after["responses"]) == len(before["responses"])


def test_a_resume_goes_with_the_recordings_and_one_that_was_replaced_with_the_uploads(
    adapters: Adapters,
    service: Service,
    engines: ScriptedEngines,
    clock: HandClock,
    keep: Keep,
) -> None:
    screening = make_screening(service)
    assert service.patch(f"/interviews/{screening.interview['id']}", {"resume": True}).status == 200
    at, given, dropped = f"/screening/{screening.token}/resume", [], pdf("Ada")
    for content in (dropped, pdf("Ada Lovelace")):
        announced = {"contentType": "application/pdf", "size": len(content)}
        media_id = str(screening.page.post(at, announced).data["mediaId"])
        engines.media().put(media_key(media_id), content, "application/pdf")
        assert screening.page.put(at, {"mediaId": media_id, "fileName": "cv.pdf"}).status == 200
        given.append(media_id)
    # As if the store had failed when the first one was replaced.
    engines.media().put(media_key(given[0]), dropped, "application/pdf")
    complete(screening)
    keep(uploads=1, recordings=90)

    assert run(handler, adapters, clock.now() + timedelta(days=1)) == {"done": 1, "more": False}
    assert [is_stored(engines, media_id) for media_id in given] == [False, True]
    assert screening.results()["resume"]["fileName"] == "cv.pdf"
    assert run(handler, adapters, clock.now() + timedelta(days=90)) == {"done": 1, "more": False}

    assert not is_stored(engines, given[1])
    assert screening.results()["resume"] is None


def test_the_turns_of_a_conversation_stay_without_their_recordings(
    adapters: Adapters,
    records: Records,
    service: Service,
    tenant: Tenant,
    engines: ScriptedEngines,
    clock: HandClock,
    keep: Keep,
    uploaded: Uploaded,
) -> None:
    configuration = {"conversationalStyle": False, "askCandidateQuestions": False, "callRecording": True}
    screening = make_interview_conversation(service, records, tenant, configuration)
    talk = Conversation(screening.page, screening.token)
    assert talk.begin().status == 201
    media_id, said = uploaded(service, screening), "I roast the beans myself, every morning."
    assert talk.turn(mediaId=media_id, text=said).status == 201
    body = {"status": "new_response"}
    assert service.patch(f"/candidate-interviews/{screening.id}/status", body).status == 200
    keep(recordings=1, uploads=1)

    before = screening.results()["responses"][0]
    assert screening.leads_to(before["turns"][1]["audioUrl"]) == media_id
    # The recordings' removal is the uploads' too.
    assert run(handler, adapters, clock.now() + timedelta(days=1)) == {"done": 1, "more": False}

    assert not is_stored(engines, media_id)
    results = str(screening.results())
    assert ("/media/" in results, said in results) == (False, True)
    assert screening.opened(before["audioUrl"]).status == 404


def test_uploads_that_became_no_answer_go_after_a_day_unless_it_is_set(
    adapters: Adapters,
    records: Records,
    service: Service,
    tenant: Tenant,
    engines: ScriptedEngines,
    clock: HandClock,
    uploaded: Uploaded,
) -> None:
    screening = make_screening(service)
    dropped, used = uploaded(service, screening), uploaded(service, screening)
    complete(screening, used)
    end = clock.now() + timedelta(days=UPLOAD_DAYS)

    set_retention(records, tenant, clock, {"uploads": 2})
    assert run(handler, adapters, end) == NOTHING
    assert is_stored(engines, dropped)
    set_retention(records, tenant, clock, {})
    assert run(handler, adapters, end) == {"done": 1, "more": False}
    assert run(handler, adapters, end) == NOTHING

    assert not is_stored(engines, dropped)
    assert is_stored(engines, used)
    assert screening.leads_to(screening.results()["audioUrl"]) == used


def test_uploads_of_an_interview_that_ran_out_go_and_later_ones_too(
    adapters: Adapters,
    records: Records,
    service: Service,
    tenant: Tenant,
    engines: ScriptedEngines,
    clock: HandClock,
    uploaded: Uploaded,
) -> None:
    screening = make_screening(service, expiryDays=3)
    dropped, used = uploaded(service, screening), uploaded(service, screening)
    assert screening.answer("spoken", mediaId=used).status == 200
    set_retention(records, tenant, clock, {"uploads": 2})
    end = clock.now() + timedelta(days=5)

    assert run(handler, adapters, end - timedelta(seconds=1)) == NOTHING
    assert run(handler, adapters, end) == {"done": 1, "more": False}
    assert run(handler, adapters, end) == NOTHING
    assert (is_stored(engines, dropped), is_stored(engines, used)) == (False, True)

    # Who is invited again may upload again, and what becomes no answer goes after that.
    clock.advance(days=5)
    assert service.post(f"/candidate-interviews/{screening.id}/resend-invite").status == 200
    later = uploaded(service, screening)
    assert run(handler, adapters, clock.now() + timedelta(days=4)) == NOTHING
    assert run(handler, adapters, clock.now() + timedelta(days=5)) == {"done": 1, "more": False}
    assert (is_stored(engines, later), is_stored(engines, used)) == (False, True)


def test_candidates_are_erased_by_the_operator_after_their_days(
    adapters: Adapters, service: Service, tenant: Tenant, clock: HandClock, keep: Keep
) -> None:
    screening = make_screening(service)
    complete(screening)
    candidate_id = screening.read()["candidateId"]
    end = clock.now() + timedelta(days=730)
    keep(candidates=730)

    assert run(handler, adapters, end - timedelta(seconds=1)) == NOTHING
    assert service.get(f"/candidates/{candidate_id}").status == 200
    assert run(handler, adapters, end) == {"done": 1, "more": False}
    assert run(handler, adapters, end) == NOTHING

    assert service.get(f"/candidates/{candidate_id}").status == 404
    assert run_jobs(adapters) == []
    admin = service.using(make_key(adapters.records.table, tenant.organization_id, None, scope=Scope.ADMIN))
    log = admin.get("/audit-log", organizationId=tenant.organization_id).data["entries"]
    assert [
        (entry["resourceId"], entry["actor"]["operator"])
        for entry in log
        if entry["action"] == "candidate.erased"
    ] == [(candidate_id, True)]


@pytest.mark.parametrize("is_completed", [True, False])
def test_a_candidate_with_a_later_or_an_open_interview_stays(
    adapters: Adapters, service: Service, clock: HandClock, keep: Keep, *, is_completed: bool
) -> None:
    screening = make_screening(service)
    complete(screening)
    candidate_id = screening.read()["candidateId"]
    keep(candidates=30)
    end = clock.now() + timedelta(days=30)
    clock.advance(days=1)
    later = post_candidate_interview(service, candidateId=candidate_id, sendInvite=True)
    if is_completed:
        body = {"status": "new_response"}
        assert service.patch(f"/candidate-interviews/{later['id']}/status", body).status == 200

    assert run(handler, adapters, end) == NOTHING

    assert service.get(f"/candidates/{candidate_id}").status == 200


def deliver(records: Records, tenant: Tenant, clock: HandClock, *, is_over: bool = True) -> str:
    """A delivery, which has been made where it `is_over`; its id."""
    about = {"candidateInterviewId": new_id(), "candidateId": new_id()}
    event = new_event(tenant, EventName.CANDIDATE_INTERVIEW_COMPLETED, clock.now(), **about)
    target = DeliveryTarget("https://hooks.example.com/in", webhook_configuration_id=new_id())
    delivery = new_delivery(event, target).claim(1, clock.now())
    assert delivery is not None
    if is_over:
        delivery = delivery.settle(AttemptResult(status=200, status_text="OK", data=""), clock.now()).record
    unit = records.unit_of_work()
    unit.create(WEBHOOK_DELIVERY, delivery)
    unit.commit()
    return delivery.id


def test_deliveries_that_are_over_go_after_their_days(
    adapters: Adapters, records: Records, service: Service, tenant: Tenant, clock: HandClock, keep: Keep
) -> None:
    old, under_way = deliver(records, tenant, clock), deliver(records, tenant, clock, is_over=False)
    end = clock.now() + timedelta(days=10)
    clock.advance(seconds=1)
    young = deliver(records, tenant, clock)
    keep(deliveries=10)

    assert run(handler, adapters, end - timedelta(seconds=1)) == NOTHING
    assert run(handler, adapters, end) == {"done": 1, "more": False}
    assert run(handler, adapters, end) == NOTHING

    assert records.find(WEBHOOK_DELIVERY, tenant.team_id, old) is None
    for kept in (under_way, young):
        assert records.find(WEBHOOK_DELIVERY, tenant.team_id, kept) is not None


def test_what_is_not_set_and_what_is_anothers_is_kept(
    adapters: Adapters,
    records: Records,
    service: Service,
    engines: ScriptedEngines,
    clock: HandClock,
    keep: Keep,
    uploaded: Uploaded,
) -> None:
    own, another = make_screening(service), make_tenant(records.table)
    set_retention(records, another, clock, {"recordings": 1, "candidates": 1, "deliveries": 1})
    media_id = uploaded(service, own)
    complete(own, media_id)
    keep()

    assert run(handler, adapters, clock.now() + timedelta(days=3000)) == NOTHING

    assert is_stored(engines, media_id)
    assert own.leads_to(own.results()["audioUrl"]) == media_id


def test_a_run_without_time_is_gone_on_with(
    adapters: Adapters, records: Records, tenant: Tenant, clock: HandClock, keep: Keep
) -> None:
    made = [deliver(records, tenant, clock) for _ in range(3)]
    end = clock.now() + timedelta(days=1)
    keep(deliveries=1)

    assert run(handler, adapters, end, NoTime()) == {"done": 0, "more": True}
    assert run(handler, adapters, end) == {"done": len(made), "more": False}


def test_the_report_counts_what_would_go_and_removes_nothing(
    adapters: Adapters,
    service: Service,
    tenant: Tenant,
    clock: HandClock,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(os, "environ", os.environ.copy())
    screening = make_screening(service)
    complete(screening)

    def printed(*words: str) -> Any:
        capsys.readouterr()
        assert administer([*words, "--json"]) == 0
        return json.loads(capsys.readouterr().out)

    days = ("--retention", "recordings=90", "--retention", "candidates=730")
    changed = printed("organization", "change", tenant.organization_id, *days)
    assert changed["retention"] == {"recordings": 90, "candidates": 730}
    at = timestamp(clock.now() + timedelta(days=100))

    report = printed("retention", "report", "--organization", tenant.organization_id, "--at", at)

    assert report == [
        {"kind": "recordings", "days": 90, "due": 1},
        {"kind": "candidates", "days": 730, "due": 0},
        {"kind": "uploads", "days": 1, "due": 1},
    ]
    assert screening.results()["candidateInterviewId"] == screening.id
    kept = printed("organization", "change", tenant.organization_id, "--without-retention", "recordings")
    assert kept["retention"] == {"candidates": 730}


@pytest.mark.parametrize("days", ["recordings=0", "recordings=1.5", "recordings", "answers=9", "=1", "x=1"])
def test_a_retention_is_of_a_kind_and_whole_days(tenant: Tenant, days: str) -> None:
    with pytest.raises(SystemExit):
        administer(["organization", "change", tenant.organization_id, "--retention", days])
