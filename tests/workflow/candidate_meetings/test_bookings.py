"""Candidates book, move and cancel slots of a meeting (interface: Meetings, rules 5 to 12)."""

import base64
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import pytest

from gather.core.clock import timestamp
from gather.core.errors import Conflict
from gather.ports.messages import EmailMessage
from gather.table.records import Records
from gather.tenancy.organizations.models import JOB_WORKFLOW
from gather.wiring import Adapters
from gather.workflow.candidate_meetings import service
from gather.workflow.candidate_meetings.models import CandidateMeeting
from gather.workflow.candidate_meetings.storage import CANDIDATE_MEETING
from tests.builders.service import UNKNOWN_ID, Reply, Service, make_tenant
from tests.doubles.clock import HandClock
from tests.doubles.delivering import Died
from tests.doubles.engines import ScriptedEngines
from tests.doubles.enrolling import Enrolling
from tests.doubles.gateway import InProcess
from tests.doubles.table_faults import during, fail, once_before, throttled, timed_out

pytestmark = pytest.mark.in_process

DAY = datetime(2026, 3, 12, tzinfo=UTC)
NINE, NOON, EVENING = (timestamp(DAY + timedelta(hours=hours)) for hours in (9, 12, 18))
LONG = timedelta(minutes=45)


@dataclass
class Bookable:
    """A meeting with slots in a workflow of one step, and the candidates who are asked to it."""

    enrolling: Enrolling
    meeting: dict[str, Any] = field(default_factory=dict)

    def make(self, *slots: dict[str, Any], **members: Any) -> None:
        """Create the meeting and a job whose workflow has it as its one step."""
        body = {"title": "Tea", "durationMinutes": 45, "timezone": "Europe/Berlin", "slots": slots, **members}
        reply = self.enrolling.service.post("/meetings", body)
        assert reply.status == 201, reply.body
        self.meeting = reply.data["meeting"]
        self.enrolling.apply({"stepType": "meeting", "artifactId": self.meeting["id"]})

    def slot(self, number: int) -> str:
        slot_id: str = self.meeting["slots"][number]["id"]
        return slot_id

    def invite(self, name: str = "Ada") -> "Invited":
        """Ask a candidate to the meeting, by an e-mail that is sent."""
        enrollment = self.enrolling.invite(name)
        self.enrolling.settle()
        self.enrolling.send_messages()
        self.enrolling.engines.the_email.messages.clear()
        return Invited(self, enrollment)

    def change(self, **members: Any) -> None:
        """Change the meeting a minute later, and let the workers do what is asked of them."""
        self.enrolling.clock.advance(seconds=60)
        reply = self.enrolling.service.patch(f"/meetings/{self.meeting['id']}", members)
        assert reply.status == 200, reply.body
        self.meeting = reply.data["meeting"]
        self.enrolling.settle()

    @property
    def booked(self) -> list[int]:
        """How many have booked each slot, as the meeting says."""
        meeting = self.enrolling.service.get(f"/meetings/{self.meeting['id']}").data["meeting"]
        return [slot["booked"] for slot in meeting["slots"]]

    def mails(self) -> list[EmailMessage]:
        """Send what waits; the e-mails since the last time."""
        self.enrolling.send_messages()
        sent = [*self.enrolling.engines.the_email.messages]
        self.enrolling.engines.the_email.messages.clear()
        return sent


@dataclass
class Invited:
    """A candidate who is asked to the meeting."""

    bookable: Bookable
    enrollment: str

    @property
    def path(self) -> str:
        return f"/m/{self.bookable.enrolling.meeting_token(self.enrollment)}"

    @property
    def record(self) -> CandidateMeeting:
        enrolling = self.bookable.enrolling
        found = enrolling.record(self.enrollment).current.candidate_meeting_id or ""
        return enrolling.records.get(CANDIDATE_MEETING, enrolling.tenant.team_id, found).record

    @property
    def step(self) -> str:
        return self.bookable.enrolling.outcome(self.enrollment)[1][0]

    def book(self, slot_id: str) -> Reply:
        public = self.bookable.enrolling.service.public()
        return public.post(f"{self.path}/booking", {"slotId": slot_id})

    def cancel(self) -> Reply:
        return self.bookable.enrolling.service.public().delete(f"{self.path}/booking")

    def say(self, answer: str, body: object = None) -> Reply:
        return self.bookable.enrolling.service.public().post(f"{self.path}/{answer}", body)

    def free(self) -> list[int]:
        slots = self.bookable.enrolling.service.public().get(f"{self.path}/slots").data["slots"]
        return [slot["free"] for slot in slots]


def event_in(mail: EmailMessage) -> dict[str, str]:
    """The properties of the one calendar file of an e-mail."""
    [attachment] = mail.attachments
    lines = attachment.content.decode().replace("\r\n ", "").strip().split("\r\n")
    properties = dict(line.split(":", 1) for line in lines)
    assert attachment.name == "meeting.ics"
    assert attachment.content_type == f"text/calendar; charset=utf-8; method={properties['METHOD']}"
    return properties


@pytest.fixture
def enrolling(
    adapters: Adapters, clock: HandClock, engines: ScriptedEngines, monkeypatch: pytest.MonkeyPatch
) -> Enrolling:
    """A team whose candidates get their link with each message about a booking."""
    tenant = make_tenant(adapters.records.table, features=(JOB_WORKFLOW,))
    service = Service(InProcess(adapters), tenant.key)
    return Enrolling(adapters, service, tenant, clock, engines, monkeypatch)


@pytest.fixture
def bookable(enrolling: Enrolling) -> Bookable:
    """A meeting with a slot for one in the morning, for two at noon, and for one in the evening."""
    made = Bookable(enrolling)
    made.make({"startsAt": NINE}, {"startsAt": NOON, "capacity": 2}, {"startsAt": EVENING})
    return made


def test_a_candidate_sees_the_slots_with_the_places_that_are_left(bookable: Bookable) -> None:
    ada = bookable.invite()

    slots = bookable.enrolling.service.public().get(f"{ada.path}/slots").data["slots"]

    assert slots[1] == {
        "id": bookable.slot(1),
        "startsAt": NOON,
        "endsAt": timestamp(DAY + timedelta(hours=12) + LONG),
        "free": 2,
    }
    assert [slot["free"] for slot in slots] == [1, 2, 1]


def test_a_booking_answers_as_confirmed_and_completes_nothing_before_its_slot_has_ended(
    bookable: Bookable,
) -> None:
    ada = bookable.invite()

    reply = ada.book(bookable.slot(1))

    ends_at = timestamp(DAY + timedelta(hours=12) + LONG)
    assert reply.status == 201
    assert reply.data == {"booking": {"slotId": bookable.slot(1), "startsAt": NOON, "endsAt": ends_at}}
    bookable.enrolling.settle()
    assert (ada.record.status, ada.step, bookable.booked) == ("confirmed", "invited", [0, 1, 0])
    assert ada.say("confirm").data["meeting"]["status"] == "confirmed"
    live_until(bookable, DAY + timedelta(hours=12, minutes=44))
    assert ada.step == "invited"

    live_until(bookable, DAY + timedelta(hours=12, minutes=45))

    assert [ada.cancel().status, ada.book(bookable.slot(2)).status] == [409, 409]
    assert bookable.enrolling.outcome(ada.enrollment) == ("completed", ["completed"])


def now(bookable: Bookable) -> float:
    return bookable.enrolling.clock.now().timestamp()


def live_until(bookable: Bookable, moment: datetime) -> None:
    """Let time pass until a moment, and do what is due then."""
    bookable.enrolling.clock.advance(seconds=moment.timestamp() - now(bookable))
    bookable.enrolling.expire()
    bookable.enrolling.settle()


def test_a_late_run_completes_a_step_once(bookable: Bookable) -> None:
    ada = bookable.invite()
    ada.book(bookable.slot(0))

    live_until(bookable, DAY + timedelta(days=40))
    live_until(bookable, DAY + timedelta(days=41))

    assert bookable.enrolling.outcome(ada.enrollment) == ("completed", ["completed"])
    assert bookable.enrolling.events().count("workflow.step.completed") == 1


@pytest.mark.parametrize("said", ["cancel", "decline", "another-time", "nothing"])
def test_a_step_without_a_booking_is_never_completed(bookable: Bookable, said: str) -> None:
    ada = bookable.invite()
    if said == "cancel":
        ada.book(bookable.slot(0))
        assert ada.cancel().data == {"booking": None}
    elif said != "nothing":
        assert ada.say(said).status == 200

    live_until(bookable, DAY + timedelta(days=90))

    assert bookable.enrolling.outcome(ada.enrollment) == ("active", ["invited"])
    assert ada.book(bookable.slot(0)).status == 410


def test_an_expired_invite_can_be_sent_again(bookable: Bookable) -> None:
    ada = bookable.invite()
    live_until(bookable, DAY - timedelta(hours=12))
    bookable.enrolling.clock.advance(days=60)
    bookable.enrolling.expire()
    assert ada.say("decline").status == 410
    step_id = bookable.enrolling.record(ada.enrollment).current.id

    again = bookable.enrolling.service.post(f"/workflow-enrollment-steps/{step_id}/resend-invite")

    assert again.status == 200, again.body
    assert ada.say("decline").status == 200


def test_one_e_mail_with_the_calendar_file_follows(bookable: Bookable) -> None:
    ada = bookable.invite()
    ada.book(bookable.slot(0))

    [mail] = bookable.mails()

    event = event_in(mail)
    assert (mail.to, mail.subject) == ("ada@example.com", "Your meeting with Example Team 1 is booked")
    assert "10:00 AM (Europe/Berlin)" in mail.text
    assert event["METHOD"] == "REQUEST"
    assert event["STATUS"] == "CONFIRMED"
    assert (event["DTSTART"], event["DTEND"]) == ("20260312T090000Z", "20260312T094500Z")
    assert event["UID"] == ada.record.id
    [attendee] = [name for name in event if name.startswith("ATTENDEE")]
    assert event[attendee] == "mailto:ada@example.com"
    assert 'CN="Ada Example"' in attendee
    assert any(name.startswith("ORGANIZER;CN=") for name in event)
    assert bookable.mails() == []


def test_the_same_slot_again_does_nothing(bookable: Bookable) -> None:
    ada = bookable.invite()
    first = ada.book(bookable.slot(0))

    assert ada.book(bookable.slot(0)).data == first.data

    assert len(bookable.mails()) == 1
    assert bookable.booked == [1, 0, 0]


def test_another_slot_moves_the_booking_and_the_event(bookable: Bookable) -> None:
    ada = bookable.invite()
    ada.book(bookable.slot(0))
    assert ada.book(bookable.slot(2)).data["booking"]["startsAt"] == EVENING

    first, second = map(event_in, bookable.mails())

    assert bookable.booked == [0, 0, 1]
    assert first["UID"] == second["UID"]
    assert int(second["SEQUENCE"]) > int(first["SEQUENCE"])
    assert (second["METHOD"], second["DTSTART"]) == ("REQUEST", "20260312T180000Z")


def test_a_cancellation_frees_the_place_and_takes_the_event_out(bookable: Bookable) -> None:
    ada, bea = bookable.invite("Ada"), bookable.invite("Bea")
    ada.book(bookable.slot(0))
    [booked] = bookable.mails()
    assert bea.book(bookable.slot(0)).status == 409

    assert (ada.cancel().status, ada.cancel().status) == (200, 409)

    [mail] = bookable.mails()
    before, event = event_in(booked), event_in(mail)
    assert (event["METHOD"], event["STATUS"]) == ("CANCEL", "CANCELLED")
    assert event["UID"] == before["UID"]
    assert int(event["SEQUENCE"]) > int(before["SEQUENCE"])
    assert event["DTSTART"] == before["DTSTART"]
    assert ada.path in mail.text
    assert bea.book(bookable.slot(0)).status == 201


def test_a_full_slot_is_refused_and_a_refused_move_keeps_the_booking(bookable: Bookable) -> None:
    ada, bea = bookable.invite("Ada"), bookable.invite("Bea")
    ada.book(bookable.slot(0))
    bea.book(bookable.slot(1))

    assert bea.book(bookable.slot(0)).status == 409

    assert bea.free() == [0, 1, 1]
    assert bookable.booked == [1, 1, 0]
    assert bea.record.booking is not None
    assert bea.record.booking.slot_id == bookable.slot(1)


def test_an_unknown_slot_is_not_found(bookable: Bookable) -> None:
    ada = bookable.invite()

    assert ada.book(UNKNOWN_ID).status == 404
    assert ada.say("booking").faulty_fields == {"slotId"}


def test_a_slot_closes_before_it_begins(enrolling: Enrolling) -> None:
    bookable = Bookable(enrolling)
    bookable.make({"startsAt": NINE}, {"startsAt": EVENING}, bookingClosesHours=3)
    ada = bookable.invite()
    enrolling.clock.advance(seconds=(DAY + timedelta(hours=5, minutes=59)).timestamp() - now(bookable))
    assert ada.free() == [1, 1]

    enrolling.clock.advance(minutes=1)

    assert ada.free() == [0, 1]
    assert ada.book(bookable.slot(0)).status == 409
    assert ada.book(bookable.slot(1)).status == 201


def test_a_booking_can_be_moved_and_cancelled_until_its_time_has_come(bookable: Bookable) -> None:
    ada, bea = bookable.invite("Ada"), bookable.invite("Bea")
    ada.book(bookable.slot(0))
    bea.book(bookable.slot(1))
    bookable.enrolling.clock.advance(seconds=(DAY + timedelta(hours=8)).timestamp() - now(bookable))
    assert ada.cancel().status == 200
    bookable.enrolling.clock.advance(hours=4)

    assert bea.book(bookable.slot(2)).status == 409
    assert bea.cancel().status == 409
    assert bookable.booked == [0, 1, 0]


def test_a_meeting_with_slots_is_not_confirmed_without_one(bookable: Bookable) -> None:
    ada = bookable.invite()

    assert ada.say("confirm").status == 409
    assert ada.record.confirmed_at is None


def test_however_many_race_a_slot_takes_its_capacity_and_no_more(enrolling: Enrolling) -> None:
    bookable = Bookable(enrolling)
    bookable.make({"startsAt": NINE, "capacity": 3}, {"startsAt": NOON, "capacity": 100})
    invited = [bookable.invite(f"Racer{number}") for number in range(16)]
    for late in invited[:4]:
        late.book(bookable.slot(1))

    def is_booked(token: str) -> bool:
        try:
            service.book(Records(enrolling.records.table), token, bookable.slot(0), now=enrolling.clock.now())
        except Conflict:
            return False
        return True

    with ThreadPoolExecutor(8) as threads:
        outcomes = [*threads.map(is_booked, [one.path.removeprefix("/m/") for one in invited])]

    taken = [one for one, booked in zip(invited, outcomes, strict=True) if booked]
    assert len(taken) == 3
    assert bookable.booked == [3, 4 - sum(one in invited[:4] for one in taken)]
    for one in invited:
        booking = one.record.booking
        expected = bookable.slot(0) if one in taken else bookable.slot(1) if one in invited[:4] else None
        assert (booking.slot_id if booking else None) == expected


def test_two_clicks_at_once_book_one_place(bookable: Bookable) -> None:
    ada = bookable.invite()
    once_before(bookable.enrolling.adapters, "TransactWriteItems", lambda: ada.book(bookable.slot(1)))

    assert ada.book(bookable.slot(1)).status == 201

    assert bookable.booked == [0, 1, 0]
    assert len(bookable.mails()) == 1


@pytest.mark.parametrize("fault", [throttled, timed_out])
@pytest.mark.parametrize("change", ["book", "move", "cancel"])
def test_a_write_that_fails_changes_nothing(
    bookable: Bookable, change: str, fault: Callable[[str], Exception]
) -> None:
    ada = bookable.invite()
    if change != "book":
        ada.book(bookable.slot(0))
    before, mails = (ada.record, bookable.booked), len(bookable.mails())
    stop = fail(bookable.enrolling.adapters, "TransactWriteItems", fault("TransactWriteItems"))

    reply = ada.cancel() if change == "cancel" else ada.book(bookable.slot(1))

    stop()
    assert reply.status == 503
    assert (ada.record, bookable.booked) == before
    assert bookable.mails() == []
    assert (ada.cancel() if change == "cancel" else ada.book(bookable.slot(1))).status in (200, 201)
    assert (mails, len(bookable.mails())) == (0 if change == "book" else 1, 1)


def test_a_slot_that_is_changed_while_it_is_being_booked_is_not_booked_unseen(bookable: Bookable) -> None:
    ada = bookable.invite()
    body = {"slots": [{"id": bookable.slot(0), "startsAt": EVENING}]}
    path = f"/meetings/{bookable.meeting['id']}"
    patch = partial(bookable.enrolling.service.patch, path, body)
    once_before(bookable.enrolling.adapters, "TransactWriteItems", patch)

    assert ada.book(bookable.slot(0)).data["booking"]["startsAt"] == EVENING
    assert bookable.booked == [1]


CHANGES: dict[str, Callable[[Bookable], dict[str, Any]]] = {
    "moved": lambda bookable: {"slots": [{"id": bookable.slot(0), "startsAt": EVENING}]},
    "longer": lambda _: {"durationMinutes": 60},
    "removed": lambda bookable: {"slots": [{"id": bookable.slot(1), "startsAt": NOON, "capacity": 2}]},
}


@pytest.mark.parametrize("change", CHANGES)
def test_whose_slot_is_changed_or_removed_is_told_once_and_asked_anew(
    bookable: Bookable, change: str
) -> None:
    ada, bea = bookable.invite("Ada"), bookable.invite("Bea")
    ada.book(bookable.slot(0))
    [booked] = bookable.mails()

    bookable.change(**CHANGES[change](bookable))

    assert (ada.record.status, ada.record.booking, ada.step) == ("invite_sent", None, "invited")
    assert sum(bookable.booked) == 0
    [mail] = bookable.mails()
    assert mail.to == "ada@example.com"
    assert mail.subject == "Please choose another time for your meeting with Example Team 1"
    assert ada.path in mail.text
    event = event_in(mail)
    assert (event["METHOD"], event["STATUS"]) == ("CANCEL", "CANCELLED")
    assert event["UID"] == event_in(booked)["UID"]
    assert int(event["SEQUENCE"]) > int(event_in(booked)["SEQUENCE"])
    assert bea.record.invites == 1
    assert ada.book(bookable.meeting["slots"][0]["id"]).status == 201
    [again] = bookable.mails()
    assert int(event_in(again)["SEQUENCE"]) > int(event["SEQUENCE"])


def test_a_task_that_is_delivered_twice_tells_once(bookable: Bookable) -> None:
    ada = bookable.invite()
    ada.book(bookable.slot(0))
    bookable.mails()
    path = f"/meetings/{bookable.meeting['id']}"
    assert bookable.enrolling.service.patch(path, {"durationMinutes": 60}).status == 200
    [task] = bookable.enrolling.tasks("update_bookings")

    bookable.enrolling.deliver(task)
    bookable.enrolling.records.table.put(task)
    bookable.enrolling.deliver(task)

    assert len(bookable.mails()) == 1
    assert ada.record.invites == 2


def dying_at(number: int) -> Callable[..., None]:
    """What kills a worker before one of its calls, counted from 1."""
    calls = iter(range(1, 100))

    def act(**_: object) -> None:
        if next(calls) == number:
            raise Died

    return act


def test_a_worker_that_dies_between_its_writes_tells_the_others_later(bookable: Bookable) -> None:
    ada, bea = bookable.invite("Ada"), bookable.invite("Bea")
    ada.book(bookable.slot(1))
    bea.book(bookable.slot(1))
    bookable.mails()
    path = f"/meetings/{bookable.meeting['id']}"
    assert bookable.enrolling.service.patch(path, {"durationMinutes": 60}).status == 200
    [task] = bookable.enrolling.tasks("update_bookings")
    second = during(bookable.enrolling.adapters, "TransactWriteItems", dying_at(2))
    with pytest.raises(Died):
        bookable.enrolling.deliver(task)
    second()
    assert sum(one.record.booking is None for one in (ada, bea)) == 1

    bookable.enrolling.let_claims_end()
    bookable.enrolling.settle()

    assert [one.record.booking for one in (ada, bea)] == [None, None]
    assert sorted(mail.to for mail in bookable.mails()) == ["ada@example.com", "bea@example.com"]


@pytest.mark.parametrize("change", [{"title": "Coffee"}, {"bookingClosesHours": 1}, {"description": "Cake."}])
def test_what_no_calendar_has_to_know_tells_nobody(bookable: Bookable, change: dict[str, Any]) -> None:
    ada = bookable.invite()
    ada.book(bookable.slot(0))
    bookable.mails()

    bookable.change(**change)

    assert bookable.mails() == []
    assert bookable.booked == [1, 0, 0]


def test_more_or_fewer_places_keep_who_has_booked(bookable: Bookable) -> None:
    ada, bea = bookable.invite("Ada"), bookable.invite("Bea")
    ada.book(bookable.slot(1))
    bea.book(bookable.slot(1))
    bookable.mails()

    bookable.change(slots=[{"id": bookable.slot(1), "startsAt": NOON, "capacity": 1}])

    assert bookable.booked == [2]
    assert ada.free() == [0]
    assert bookable.mails() == []
    ada.cancel()
    assert (bookable.booked, ada.free()) == ([1], [0])


def test_another_place_updates_the_calendars_and_asks_nobody(bookable: Bookable) -> None:
    ada, bea = bookable.invite("Ada"), bookable.invite("Bea")
    ada.book(bookable.slot(0))
    [booked] = bookable.mails()

    bookable.change(place="5 Market Square")

    [mail] = bookable.mails()
    event = event_in(mail)
    assert mail.to == "ada@example.com"
    assert (event["METHOD"], event["LOCATION"]) == ("REQUEST", "5 Market Square")
    assert int(event["SEQUENCE"]) > int(event_in(booked)["SEQUENCE"])
    assert (ada.record.status, bea.record.invites) == ("confirmed", 1)


def test_a_slot_that_was_over_when_it_was_removed_has_been_held(bookable: Bookable) -> None:
    ada = bookable.invite()
    ada.book(bookable.slot(0))
    bookable.mails()
    bookable.enrolling.clock.advance(seconds=(DAY + timedelta(hours=11)).timestamp() - now(bookable))

    bookable.change(slots=[{"id": bookable.slot(1), "startsAt": NOON}])
    bookable.enrolling.expire()
    bookable.enrolling.settle()

    assert bookable.enrolling.outcome(ada.enrollment) == ("completed", ["completed"])
    assert bookable.mails() == []


def test_a_late_run_leaves_a_slot_that_was_removed_in_time_to_be_asked_anew(bookable: Bookable) -> None:
    ada = bookable.invite()
    ada.book(bookable.slot(0))
    path = f"/meetings/{bookable.meeting['id']}"
    assert bookable.enrolling.service.patch(path, {"slots": []}).status == 200
    bookable.enrolling.clock.advance(seconds=(DAY + timedelta(hours=11)).timestamp() - now(bookable))

    bookable.enrolling.expire()
    bookable.enrolling.settle()

    assert ada.step == "invited"
    assert ada.record.status == "invite_sent"


def test_a_request_for_another_time_keeps_its_text(bookable: Bookable) -> None:
    ada = bookable.invite()

    reply = ada.say("another-time", {"text": "  Any Friday, please.  "})

    assert reply.data["meeting"]["answer"] == "another_time"
    assert ada.record.answer_text == "Any Friday, please."
    assert ada.record.answered_at == timestamp(bookable.enrolling.clock.now())
    ada.book(bookable.slot(0))
    after = ada.record
    assert (after.answer, after.answer_text) == (None, None)


def test_the_same_request_again_tells_the_team_once_and_another_text_tells_it_again(
    bookable: Bookable,
) -> None:
    ada = bookable.invite()
    for text in ("Friday", "Friday", None, "Monday"):
        assert ada.say("another-time", {"text": text} if text else None).status == 200

    assert len(bookable.enrolling.tasks("send_meeting_answer")) == 2
    assert ada.record.answer_text == "Monday"
    assert ada.say("another-time", {"text": "x" * 2_001}).faulty_fields == {"text"}


def test_a_candidate_with_a_telephone_alone_gets_a_text_message(enrolling: Enrolling) -> None:
    bookable = Bookable(enrolling)
    bookable.make({"startsAt": NINE})
    body = {"firstName": "Ada", "lastName": "Example", "phone": "+14155550123", "smsOptIn": True}
    reply = enrolling.service.post(f"/jobs/{enrolling.job_id}/invite-candidate", body)
    enrolling.settle()
    enrolling.send_messages()
    enrolling.engines.the_sms.messages.clear()

    Invited(bookable, reply.data["enrollment"]["id"]).book(bookable.slot(0))
    enrolling.send_messages()

    [message] = enrolling.engines.the_sms.messages
    assert "is booked" in message.body


def test_the_end_of_the_job_cancels_a_booking_and_closes_the_invites(bookable: Bookable) -> None:
    ada, bea = bookable.invite("Ada"), bookable.invite("Bea")
    ada.book(bookable.slot(0))
    bookable.mails()

    bookable.enrolling.end_job()
    bookable.enrolling.settle()

    [mail] = bookable.mails()
    assert (mail.to, event_in(mail)["METHOD"]) == ("ada@example.com", "CANCEL")
    assert ada.path not in mail.text
    assert bookable.booked == [0, 0, 0]
    assert [one.book(bookable.slot(1)).status for one in (ada, bea)] == [410, 410]
    assert bookable.enrolling.service.public().get(ada.path).status == 410


def waiting(bookable: Bookable) -> list[dict[str, Any]]:
    """The meetings of the review queue."""
    reply = bookable.enrolling.service.get("/review-queue", kind="meeting")
    items: list[dict[str, Any]] = reply.data["items"]
    return items


@pytest.mark.parametrize("said", ["decline", "another-time"])
def test_an_answer_waits_for_the_team_until_a_time_is_booked(bookable: Bookable, said: str) -> None:
    ada = bookable.invite()
    assert waiting(bookable) == []
    ada.say(said)

    [item] = waiting(bookable)

    assert (item["candidateName"], item["jobId"]) == ("Ada Example", bookable.enrolling.job_id)
    assert item["since"] == ada.record.answered_at
    [of_job] = bookable.enrolling.service.get("/review-queue", jobId=bookable.enrolling.job_id).data["items"]
    assert of_job == item
    ada.book(bookable.slot(0))
    assert waiting(bookable) == []
    ada.cancel()
    assert waiting(bookable) == []


def test_an_answer_waits_after_the_expiry_and_until_the_enrollment_ends(bookable: Bookable) -> None:
    ada = bookable.invite()
    ada.say("decline")
    live_until(bookable, DAY + timedelta(days=90))
    assert len(waiting(bookable)) == 1

    bookable.enrolling.end_job()
    bookable.enrolling.settle()

    assert bookable.enrolling.outcome(ada.enrollment)[0] == "stopped"
    assert waiting(bookable) == []


def test_the_end_of_the_job_closes_an_invite_whose_answer_waits(bookable: Bookable) -> None:
    ada = bookable.invite()
    ada.say("another-time", {"text": "Friday"})

    bookable.enrolling.end_job()
    bookable.enrolling.settle()

    assert bookable.enrolling.outcome(ada.enrollment)[0] == "stopped"
    assert waiting(bookable) == []
    assert ada.book(bookable.slot(0)).status == 410


def test_an_answer_to_a_meeting_without_slots_waits_until_the_enrollment_is_completed(
    enrolling: Enrolling,
) -> None:
    bookable = Bookable(enrolling)
    bookable.make()
    ada = bookable.invite()
    ada.say("decline")
    assert len(waiting(bookable)) == 1

    live_until(bookable, DAY + timedelta(days=90))

    assert enrolling.outcome(ada.enrollment) == ("completed", ["completed"])
    assert waiting(bookable) == []


def test_the_calendar_of_the_page_is_that_of_the_booking(bookable: Bookable) -> None:
    ada = bookable.invite()
    path = f"{ada.path}/calendar.ics"
    public = bookable.enrolling.service.public()
    assert public.get(path).status == 404

    ada.book(bookable.slot(2))

    [mail] = bookable.mails()
    file = dict(line.split(":", 1) for line in public.get(path).body.strip().split("\r\n"))
    sent = event_in(mail)
    assert {name: file[name] for name in ("UID", "SEQUENCE", "DTSTART", "STATUS")} == {
        name: sent[name] for name in ("UID", "SEQUENCE", "DTSTART", "STATUS")
    }
    assert base64.b64encode(mail.attachments[0].content)
