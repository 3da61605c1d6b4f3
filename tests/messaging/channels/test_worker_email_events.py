"""The fate of e-mails after they were sent (interface: Opt-outs, rules 6 and 8)."""

import json
import logging
import re
from collections.abc import Mapping
from datetime import datetime, timedelta
from itertools import permutations
from typing import Any

import pytest

from administration.command_line import run as administer
from email_events.handler import handler
from gather.core.caller import OPERATOR
from gather.messaging.channels.email_fate import EmailFate
from gather.messaging.sent_messages.storage import messages_partition
from gather.rights.erasure import service as erasure_service
from gather.table.store import KeyRange
from gather.wiring import Adapters
from local_stack.messaging.email_events import EmailOutcome, event_of
from notifications.handler import handler as notifications
from tests.builders.outbox import entries_of, queue_event
from tests.builders.service import Service, Tenant, make_key, make_tenant
from tests.doubles.clock import HandClock
from tests.doubles.counting import Counted
from tests.doubles.data_rights import run_jobs
from tests.doubles.engines import ScriptedEngines
from tests.doubles.gateway import InProcess
from tests.doubles.lambda_context import Context
from tests.support.records import add_candidate, post_candidate_interview

ADA = "ada@example.com"
Log = list[dict[str, Any]]


class Post:
    """A team that writes to candidates, and the mail systems that report the fate of its e-mails."""

    def __init__(
        self, adapters: Adapters, service: Service, engines: ScriptedEngines, clock: HandClock
    ) -> None:
        self.adapters, self.service, self.engines, self.clock = adapters, service, engines, clock

    def invite(self, candidate_id: str | None = None, service: Service | None = None) -> str:
        """Invites a candidate and returns the id."""
        service = service or self.service
        candidate_id = candidate_id or add_candidate(service, email=ADA)
        post_candidate_interview(service, candidateId=candidate_id, sendInvite=True)
        self.deliver()
        return candidate_id

    def deliver(self) -> None:
        tasks = [
            each for each in entries_of(self.adapters.records.table, "TASK") if each["name"] == "send_invite"
        ]
        answer = notifications.run(queue_event(tasks), Context(), self.adapters)
        assert answer["batchItemFailures"] == []

    @property
    def tags(self) -> Mapping[str, str]:
        """The tags of the last e-mail."""
        return self.engines.the_email.messages[-1].tags

    def tell(
        self, kind: str, tags: Mapping[str, str] | None = None, at: datetime | None = None, **more: Any
    ) -> None:
        """Have the worker handle an event."""
        event = event_of(EmailOutcome(ADA, kind), self.tags if tags is None else tags, at or self.clock.now())
        for members in more.values():
            _add(event, members)
        assert handler.run(event, Context(), self.adapters) == {"batchItemFailures": []}

    def seen(self, candidate_id: str, service: Service | None = None) -> tuple[Log, str | None]:
        """Returns the team's view: the messages, newest first, and why the address is suppressed."""
        data = (service or self.service).get(f"/candidates/{candidate_id}/messages").data
        return data["messages"], data["suppressed"]

    def statuses(self, candidate_id: str) -> list[tuple[str, str | None]]:
        return [(each["status"], each["reason"]) for each in self.seen(candidate_id)[0]]


def _add(event: dict[str, Any], members: Mapping[str, Any]) -> None:
    """Put members into the part of an event that describes the outcome."""
    [record] = event["Records"]
    published = json.loads(record["body"])
    message = json.loads(published["Message"])
    message["bounce" if "bounce" in message else "complaint"].update(members)
    record["body"] = json.dumps({**published, "Message": json.dumps(message)})


@pytest.fixture
def post(adapters: Adapters, service: Service, engines: ScriptedEngines, clock: HandClock) -> Post:
    return Post(adapters, service, engines, clock)


@pytest.mark.parametrize(
    ("kind", "status", "reason"),
    [("bounce", "bounced", "bounce"), ("complaint", "complained", "complaint")],
)
def test_a_bounce_for_good_and_a_complaint_end_the_e_mails_to_the_address(
    post: Post, kind: str, status: str, reason: str
) -> None:
    candidate_id = post.invite()
    assert post.seen(candidate_id)[1] is None
    post.tell(kind)

    assert post.statuses(candidate_id) == [(status, reason)]
    post.invite(candidate_id)

    assert post.statuses(candidate_id) == [("suppressed", reason), (status, reason)]
    assert post.seen(candidate_id)[1] == reason
    assert post.seen(candidate_id)[0][0]["body"] is None
    assert len(post.engines.the_email.messages) == 1
    assert post.service.get(f"/candidates/{candidate_id}/messages").data["optedOut"] == []


def test_a_temporary_bounce_is_shown_and_suppresses_nothing(post: Post) -> None:
    candidate_id = post.invite()
    post.tell("temporary_bounce")
    post.invite(candidate_id)

    assert post.statuses(candidate_id) == [("sent", None), ("bounced", "temporary_bounce")]
    assert post.seen(candidate_id)[1] is None


def test_a_complaint_that_was_taken_back_is_none(post: Post) -> None:
    candidate_id = post.invite()
    post.tell("complaint", more={"complaintFeedbackType": "not-spam"})

    assert post.statuses(candidate_id) == [("sent", None)]
    assert post.seen(candidate_id)[1] is None


@pytest.mark.parametrize("subtype", ["General", "NoEmail", "Suppressed", "OnAccountSuppressionList"])
def test_every_permanent_bounce_is_for_good(post: Post, subtype: str) -> None:
    candidate_id = post.invite()
    post.tell("bounce", more={"bounceSubType": subtype})

    assert post.seen(candidate_id)[1] == "bounce"


@pytest.mark.parametrize("kind", ["Transient", "Undetermined"])
def test_every_other_bounce_is_not(post: Post, kind: str) -> None:
    candidate_id = post.invite()
    post.tell("bounce", more={"bounceType": kind})

    assert post.seen(candidate_id)[1] is None


@pytest.mark.parametrize("order", [*permutations(["temporary_bounce", "bounce", "complaint"])])
def test_in_whatever_order_events_arrive_and_however_often_the_gravest_is_shown(
    post: Post, order: tuple[str, ...]
) -> None:
    candidate_id = post.invite()
    for kind in (*order, *order):
        post.tell(kind)

    assert post.statuses(candidate_id) == [("complained", "complaint")]
    assert post.seen(candidate_id)[1] in {"bounce", "complaint"}


def test_an_event_before_the_end_of_its_task_is_kept(post: Post, monkeypatch: pytest.MonkeyPatch) -> None:
    candidate_id = add_candidate(post.service, email=ADA)
    post_candidate_interview(post.service, candidateId=candidate_id, sendInvite=True)
    send = post.engines.the_email.send

    def send_and_bounce(message: Any) -> str:
        sent = send(message)
        post.tell("bounce", message.tags)
        assert post.seen(candidate_id) == ([], "bounce")
        return sent

    monkeypatch.setattr(post.engines.the_email, "send", send_and_bounce)
    post.deliver()

    assert post.statuses(candidate_id) == [("bounced", "bounce")]


def test_another_organization_goes_on_writing_to_the_address(post: Post) -> None:
    post.invite()
    post.tell("bounce")
    other = post.service.using(make_tenant(post.adapters.records.table).key)

    theirs = post.invite(service=other)

    assert post.seen(theirs, other) == (post.seen(theirs, other)[0], None)
    assert post.seen(theirs, other)[0][0]["status"] == "sent"


def test_an_erased_candidate_stays_suppressed_by_the_mark_alone(post: Post, tenant: Tenant) -> None:
    candidate_id = post.invite()
    tags = post.tags
    records, now = post.adapters.records, post.clock.now()
    erasure_service.begin(records, tenant.team_id, candidate_id, OPERATOR, now=now)
    run_jobs(post.adapters)
    post.tell("complaint", tags)

    again = post.invite(add_candidate(post.service, email=ADA.upper()))

    assert post.statuses(again) == [("suppressed", "complaint")]
    left = KeyRange(messages_partition(tenant.team_id, candidate_id))
    assert [*records.table.query_all(left)] == []


@pytest.mark.parametrize("missing", ["team", "candidate", "task", "mark"])
def test_an_event_of_an_unknown_message_is_ignored(post: Post, missing: str) -> None:
    candidate_id = post.invite()
    tags = {name: value for name, value in post.tags.items() if name != missing}

    post.tell("bounce", tags)
    post.tell("bounce", {**post.tags, "mark": ADA})

    assert post.statuses(candidate_id) == [("sent", None)]
    assert post.seen(candidate_id)[1] is None


def test_another_kind_of_event_is_ignored(post: Post, counted: Counted) -> None:
    event = event_of(EmailOutcome(ADA, "bounce"), {}, post.clock.now())
    [record] = event["Records"]
    published = json.loads(record["body"])
    record["body"] = json.dumps({**published, "Message": json.dumps({"eventType": "Send", "mail": {}})})

    assert handler.run(event, Context(), post.adapters) == {"batchItemFailures": []}
    assert counted.of("EmailEvents", fate="none") == [1]


def test_what_is_no_event_comes_back_and_keeps_no_other(post: Post) -> None:
    candidate_id = post.invite()
    good, bad = (
        event_of(EmailOutcome(ADA, "bounce"), post.tags, post.clock.now())["Records"][0] for _ in "12"
    )
    bad["body"] = json.dumps({"Message": "{"})

    answer = handler.run({"Records": [bad, good]}, Context(), post.adapters)

    assert answer == {"batchItemFailures": [{"itemIdentifier": bad["messageId"]}]}
    assert post.seen(candidate_id)[1] == "bounce"


def test_the_operator_lifts_a_suppression_and_late_events_do_not_count(
    post: Post, tenant: Tenant, clock: HandClock, capsys: pytest.CaptureFixture[str]
) -> None:
    candidate_id = post.invite()
    before = clock.now()
    post.tell("bounce")

    def suppression(verb: str, *options: str) -> Any:
        capsys.readouterr()
        assert administer(["suppression", verb, tenant.organization_id, ADA, *options, "--json"]) == 0
        return json.loads(capsys.readouterr().out)

    assert suppression("show") == {"suppressed": True, "reason": "bounce"}
    suppression("lift", "--dry-run")
    assert post.seen(candidate_id)[1] == "bounce"
    assert suppression("lift", "--yes") == {"suppressed": False, "reason": None}

    post.tell("complaint", at=before - timedelta(seconds=1))
    assert post.seen(candidate_id)[1] is None
    post.invite(candidate_id)
    assert len(post.engines.the_email.messages) == 2
    post.tell("bounce", at=clock.now() + timedelta(days=3650))
    assert post.seen(candidate_id)[1] == "bounce"


def test_neither_an_address_nor_a_diagnosis_is_logged(
    post: Post, caplog: pytest.LogCaptureFixture, counted: Counted
) -> None:
    post.invite()
    with caplog.at_level(logging.DEBUG):
        caplog.clear()
        post.tell("bounce", more={"bouncedRecipients": [{"emailAddress": ADA, "diagnosticCode": "x"}]})

    assert ADA not in str([vars(record) for record in caplog.records])
    assert counted.of("EmailEvents", fate=EmailFate.BOUNCED.value) == [1]


def test_an_e_mail_carries_ids_and_a_mark_alone(post: Post, tenant: Tenant) -> None:
    candidate_id = post.invite()

    assert set(post.tags) == {"team", "candidate", "task", "mark"}
    assert (post.tags["team"], post.tags["candidate"]) == (tenant.team_id, candidate_id)
    assert all(re.fullmatch("[0-9a-f-]{32,36}", value) for value in post.tags.values())


def test_a_sandbox_bounces_nothing(post: Post, tenant: Tenant) -> None:
    key = make_key(post.adapters.records.table, tenant.organization_id, tenant.team_id, sandbox=True)
    sandbox = Service(InProcess(post.adapters), key)
    candidate_id = post.invite(service=sandbox)

    assert post.engines.the_email.messages == []
    assert post.seen(candidate_id, sandbox)[0][0]["status"] == "sent"
