"""Requests of candidates over HTTP (interface: Help for candidates, rules 1 to 6)."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial
from typing import Any

import pytest

from expiry.handler import handler as expiry
from gather.core.clock import timestamp
from gather.core.errors import GatherError
from gather.core.review_kind import ReviewKind
from gather.screening.candidate_interviews.storage import CANDIDATE_INTERVIEW, REMINDER
from gather.screening.candidate_requests.models import CandidateRequestKind, CreateCandidateRequest
from gather.screening.sessions import service as session_service
from gather.table.records import Records
from gather.table.review import Waiting, read_review
from gather.wiring import Adapters
from gather.workflow.candidate_requests import service as request_service
from reminders.handler import handler as reminders
from tests.builders.outbox import tasks_of
from tests.builders.screening import make_screening
from tests.builders.service import UNKNOWN_ID, Reply, Service, Tenant
from tests.doubles.clock import HandClock
from tests.doubles.schedules import run
from tests.doubles.screening_candidate import Screening

pytestmark = pytest.mark.routes

MEMBERS = {"id", "kind", "status", "text", "reply", "createdAt", "doneAt"}


def ask(service: Service, screening: Screening, kind: str, text: str | None = None) -> Reply:
    body = {"kind": kind} if text is None else {"kind": kind, "text": text}
    return service.public().post(f"/screening/{screening.token}/requests", body)


def requests_of(service: Service, screening: Screening) -> list[dict[str, Any]]:
    listed: list[dict[str, Any]] = service.get(f"/candidate-interviews/{screening.id}/requests").data[
        "requests"
    ]
    return listed


def page_status(screening: Screening) -> int:
    return screening.page.get(f"/i/{screening.token}").status


def set_expiry(service: Service, screening: Screening, moment: object, **options: Any) -> Reply:
    return service.patch(f"/candidate-interviews/{screening.id}", {"expiry": moment}, **options)


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("more_time", None),
        ("more_time", "  My exam is on Friday.\nIs Monday all right? "),
        ("other_format", "I stammer. May I write?"),
        ("question", "Is there a night bus?"),
    ],
)
def test_the_team_reads_what_a_candidate_asks_for(service: Service, kind: str, text: str | None) -> None:
    screening = make_screening(service)

    reply = ask(service, screening, kind, text)

    assert reply.status == 201, reply.body
    asked = reply.data["request"]
    assert set(asked) == MEMBERS
    assert (asked["kind"], asked["status"], asked["text"]) == (kind, "open", text.strip() if text else None)
    assert requests_of(service, screening) == [asked]


def test_requests_are_in_the_order_of_their_times(service: Service, clock: HandClock) -> None:
    screening = make_screening(service)
    asked = []
    for number in range(3):
        asked.append(ask(service, screening, "question", f"Question {number}").data["request"])
        clock.advance(minutes=1)

    assert requests_of(service, screening) == asked


@pytest.mark.parametrize(
    ("body", "faulty"),
    [
        ({}, {"kind"}),
        ({"kind": "holiday"}, {"kind"}),
        ({"kind": "question"}, {"text"}),
        ({"kind": "other_format", "text": " \n "}, {"text"}),
        ({"kind": "question", "text": "\u200b"}, {"text"}),
        ({"kind": "more_time", "text": "x" * 2_001}, {"text"}),
        ({"kind": "more_time", "text": 7}, {"text"}),
    ],
)
def test_a_request_that_says_nothing_or_too_much_is_refused(
    service: Service, body: dict[str, Any], faulty: set[str]
) -> None:
    screening = make_screening(service)

    reply = service.public().post(f"/screening/{screening.token}/requests", body)

    assert reply.status == 400
    assert reply.faulty_fields == faulty
    assert requests_of(service, screening) == []


def test_a_candidate_asks_ten_times_at_most(service: Service) -> None:
    screening = make_screening(service)
    for _ in range(10):
        assert ask(service, screening, "more_time").status == 201

    assert ask(service, screening, "question", "One more?").status == 409
    assert len(requests_of(service, screening)) == 10


def outcome_of(call: Callable[[], object]) -> str:
    """ "done", or the name of the error that the call raises."""
    try:
        call()
    except GatherError as error:
        return type(error).__name__
    return "done"


def test_however_many_are_sent_at_once_ten_are_stored(
    service: Service, records: Records, clock: HandClock
) -> None:
    screening = make_screening(service)
    for _ in range(7):
        ask(service, screening, "more_time")
    wanted = CreateCandidateRequest(kind=CandidateRequestKind.MORE_TIME)
    asking = partial(request_service.create, records, screening.token, wanted, now=clock.now())

    with ThreadPoolExecutor(8) as threads:
        outcomes = [*threads.map(outcome_of, [asking] * 8)]

    # Who loses too many races is told to try again, as with any other change.
    assert set(outcomes) <= {"done", "Conflict", "LostRace"}
    assert len(requests_of(service, screening)) == 7 + outcomes.count("done") <= 10


def test_a_candidate_still_asks_after_the_completion(service: Service, clock: HandClock) -> None:
    screening = make_screening(service)
    screening.answer_all()
    screening.complete()
    clock.advance(days=400)

    assert ask(service, screening, "question", "When do I hear from you?").status == 201


def test_a_candidate_asks_for_thirty_days_after_the_expiry(service: Service, clock: HandClock) -> None:
    screening = make_screening(service, expiryDays=1)
    clock.advance(days=31, seconds=-1)
    assert page_status(screening) == 410
    assert ask(service, screening, "more_time", "I was ill.").status == 201

    clock.advance(seconds=1)

    assert ask(service, screening, "more_time").status == 410


def test_nobody_asks_with_an_unknown_or_erased_link(service: Service) -> None:
    screening = make_screening(service)
    candidate_id = service.get(f"/candidate-interviews/{screening.id}").data["candidateId"]
    assert service.post(f"/candidates/{candidate_id}/erase").status == 202

    assert ask(service, screening, "more_time").status == 404
    unknown = service.public().post(f"/screening/{'x' * 43}/requests", {"kind": "more_time"})
    assert unknown.status == 404


def test_open_requests_are_listed_by_their_team_until_they_are_done(
    service: Service, records: Records, tenant: Tenant, clock: HandClock
) -> None:
    first, second = make_screening(service), make_screening(service)
    asked = [ask(service, each, "more_time").data["request"] for each in (first, second)]
    ask(service, second, "withdraw")
    waiting = read_review(records.table, Waiting(tenant.team_id, ReviewKind.REQUEST))
    assert [each.id for each in waiting] == [each["id"] for each in asked]

    path = f"/candidate-interviews/{first.id}/requests/{asked[0]['id']}"
    assert service.patch(path, {"status": "done"}).status == 200

    left = read_review(records.table, Waiting(tenant.team_id, ReviewKind.REQUEST))
    assert [each.id for each in left] == [asked[1]["id"]]


def test_a_request_is_done_with_a_reply_which_is_sent_once(
    service: Service, records: Records, clock: HandClock
) -> None:
    screening = make_screening(service)
    asked = ask(service, screening, "question", "Is there a night bus?").data["request"]
    path = f"/candidate-interviews/{screening.id}/requests/{asked['id']}"
    clock.advance(hours=1)
    body = {"status": "done", "reply": "Yes, the N7 stops at the gate."}

    replies = [service.patch(path, body), service.patch(path, body), service.patch(path, {"status": "done"})]

    done = {**asked, "status": "done", "reply": body["reply"], "doneAt": timestamp(clock.now())}
    assert [reply.status for reply in replies] == [200, 200, 200]
    assert [reply.data["request"] for reply in replies] == [done, done, done]
    sent = [payload for name, payload in tasks_of(records.table) if name == "send_request_reply"]
    assert [each["requestId"] for each in sent] == [asked["id"]]
    assert service.patch(path, {"status": "done", "reply": "No."}).status == 409


@pytest.mark.parametrize(
    ("body", "faulty"),
    [
        ({}, {"status"}),
        ({"status": "open"}, {"status"}),
        ({"status": "done", "reply": " "}, {"reply"}),
        ({"status": "done", "reply": "x" * 2_001}, {"reply"}),
    ],
)
def test_a_request_is_only_ever_done(service: Service, body: dict[str, Any], faulty: set[str]) -> None:
    screening = make_screening(service)
    asked = ask(service, screening, "more_time").data["request"]

    reply = service.patch(f"/candidate-interviews/{screening.id}/requests/{asked['id']}", body)

    assert reply.status == 400
    assert reply.faulty_fields == faulty


def test_a_request_of_another_candidate_is_absent(service: Service) -> None:
    screening, other = make_screening(service), make_screening(service)
    asked = ask(service, screening, "more_time").data["request"]
    done = {"status": "done"}

    for path in (
        f"/candidate-interviews/{other.id}/requests/{asked['id']}",
        f"/candidate-interviews/{screening.id}/requests/{UNKNOWN_ID}",
        f"/candidate-interviews/{screening.id}/requests/nothing",
        f"/candidate-interviews/{UNKNOWN_ID}/requests/{asked['id']}",
    ):
        assert service.patch(path, done).status == 404
    assert service.get(f"/candidate-interviews/{UNKNOWN_ID}/requests").status == 404


# Withdrawals


def test_a_withdrawal_is_done_at_once_and_closes_the_invite(
    service: Service, records: Records, tenant: Tenant, clock: HandClock
) -> None:
    screening = make_screening(service, sendInvite=True)

    reply = ask(service, screening, "withdraw", "I have another job.")

    asked = reply.data["request"]
    assert (reply.status, asked["status"], asked["doneAt"]) == (201, "done", timestamp(clock.now()))
    assert service.get(f"/candidate-interviews/{screening.id}").data["status"] == "expired"
    assert page_status(screening) == 410
    assert screening.answer("licence", value=True).status == 410
    assert service.public().post(f"/screening/{screening.token}/complete").status == 410
    assert records.table.get(REMINDER.key(tenant.team_id, screening.id)) is None
    names = [name for name, _ in tasks_of(records.table)]
    assert names.count("send_withdrawal") == 1


@pytest.mark.in_process
def test_who_has_withdrawn_does_not_withdraw_again(service: Service, records: Records) -> None:
    screening = make_screening(service)

    asked = [ask(service, screening, "withdraw").data["request"] for _ in range(2)]

    assert asked[0] == asked[1]
    assert len(requests_of(service, screening)) == 1
    assert [name for name, _ in tasks_of(records.table)].count("send_withdrawal") == 1


def test_what_was_completed_stays_although_its_candidate_withdraws(service: Service) -> None:
    screening = make_screening(service)
    screening.answer_all()
    screening.complete()

    assert ask(service, screening, "withdraw").status == 201

    assert service.get(f"/candidate-interviews/{screening.id}").data["status"] == "new_response"
    assert service.get(f"/candidate-interviews/{screening.id}/results").data["takenAt"] is not None


def test_of_a_withdrawal_and_a_completion_at_once_one_comes_first(
    service: Service, records: Records, clock: HandClock
) -> None:
    wanted = CreateCandidateRequest(kind=CandidateRequestKind.WITHDRAW)
    for _ in range(4):
        screening = make_screening(service)
        screening.answer_all()
        calls = (
            partial(request_service.create, records, screening.token, wanted, now=clock.now()),
            partial(session_service.complete, records, screening.token, now=clock.now()),
        )

        with ThreadPoolExecutor(2) as threads:
            withdrawal, completion = threads.map(outcome_of, calls)

        assert withdrawal == "done"
        assert (completion, screening.read()["status"]) in (("done", "new_response"), ("Gone", "expired"))


# More time


@pytest.mark.parametrize(("begun", "status"), [(False, "invite_sent"), (True, "partially_completed")])
def test_an_expired_interview_is_opened_again(
    adapters: Adapters, service: Service, clock: HandClock, begun: bool, status: str
) -> None:
    screening = make_screening(service, sendInvite=True, expiryDays=2)
    if begun:
        screening.answer("licence", value=True)
    clock.advance(days=3)
    assert run(expiry, adapters, clock.now())["done"] == 1
    later = timestamp(clock.now() + timedelta(days=4))

    reply = set_expiry(service, screening, later)

    assert reply.status == 200, reply.body
    assert (reply.data["expiry"], reply.data["status"]) == (later, status)
    assert reply.data == service.get(f"/candidate-interviews/{screening.id}").data
    assert page_status(screening) == 200
    assert screening.answer("licence", value=True).status == 200


def test_more_time_moves_the_reminder(
    service: Service, records: Records, tenant: Tenant, clock: HandClock
) -> None:
    screening = make_screening(service, sendInvite=True, expiryDays=2)

    set_expiry(service, screening, timestamp(clock.now() + timedelta(days=10)))

    reminder = records.table.get(REMINDER.key(tenant.team_id, screening.id))
    assert reminder is not None
    assert reminder["dueSk"] == timestamp(clock.now() + timedelta(days=5))


def test_who_was_reminded_is_not_reminded_again_within_the_same_time(
    adapters: Adapters, service: Service, records: Records, tenant: Tenant, clock: HandClock
) -> None:
    screening = make_screening(service, sendInvite=True, expiryDays=2)
    assert run(reminders, adapters, clock.now() + timedelta(days=1))["done"] == 1

    set_expiry(service, screening, timestamp(clock.now() + timedelta(days=10)))

    assert records.table.get(REMINDER.key(tenant.team_id, screening.id)) is None


@pytest.mark.parametrize("moment", ["2020-01-01T00:00:00Z", "soon", 7, None])
def test_an_expiry_is_a_time_to_come(service: Service, moment: object) -> None:
    reply = set_expiry(service, make_screening(service), moment)

    assert reply.status == 400
    assert reply.faulty_fields == {"expiry"}


def test_an_expiry_is_set_on_the_version_that_was_read(service: Service, clock: HandClock) -> None:
    screening = make_screening(service)
    later = timestamp(clock.now() + timedelta(days=4))

    stale = set_expiry(service, screening, later, headers={"if-match": '"7"'})

    assert stale.status == 412


def test_an_interview_that_is_completed_or_archived_gets_no_more_time(
    service: Service, clock: HandClock
) -> None:
    later = timestamp(clock.now() + timedelta(days=4))
    completed, archived = make_screening(service), make_screening(service)
    completed.answer_all()
    completed.complete()
    service.patch(f"/candidate-interviews/{archived.id}/status", {"status": "archived"})

    assert set_expiry(service, completed, later).status == 409
    assert set_expiry(service, archived, later).status == 409
    assert service.patch(f"/candidate-interviews/{UNKNOWN_ID}", {"expiry": later}).status == 404


def test_a_team_opens_again_what_a_candidate_has_withdrawn_from(
    service: Service, records: Records, tenant: Tenant, clock: HandClock
) -> None:
    screening = make_screening(service, sendInvite=True)
    ask(service, screening, "withdraw")

    reply = set_expiry(service, screening, timestamp(clock.now() + timedelta(days=4)))

    assert reply.data["status"] == "invite_sent"
    assert page_status(screening) == 200
    assert records.get(CANDIDATE_INTERVIEW, tenant.team_id, screening.id).record.withdrawn_at is None
    assert ask(service, screening, "withdraw").data["request"]["status"] == "done"
    assert service.get(f"/candidate-interviews/{screening.id}").data["status"] == "expired"
