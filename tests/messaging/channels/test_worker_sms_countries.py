"""The countries to which an organization sends text messages (interface: Opt-outs, rule 9)."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from administration.command_line import run as administer
from gather.core.caller import Scope
from gather.events.task import TaskName
from gather.ports.failure import EngineFailed
from gather.screening.candidate_interviews.lifecycle import task_of
from gather.screening.candidate_interviews.status import CandidateInterviewStatus
from gather.screening.candidate_interviews.storage import CANDIDATE_INTERVIEW
from gather.table.records import Records
from gather.table.store import Table
from gather.tenancy.organizations import storage as organization_storage
from gather.tenancy.organizations.models import JOB_WORKFLOW
from gather.wiring import Adapters
from notifications.handler import handler as notifications
from tests.builders.candidate_interviews import change_candidate_interview
from tests.builders.connect import connect
from tests.builders.failures import given_up
from tests.builders.jobs import make_titled
from tests.builders.outbox import entries_of, events_of, queue_event, tasks_of
from tests.builders.service import Reply, Service, Tenant, make_key
from tests.builders.workflows import add_governed_job, enroll
from tests.doubles.clock import HandClock
from tests.doubles.engines import ScriptedEngines
from tests.doubles.lambda_context import Context
from tests.support.records import add_candidate, add_interview, step

GERMAN, AUSTRIAN, AMERICAN, SATELLITE = "+4915123456789", "+436641234567", "+14155550123", "+881612345678"
LINA: dict[str, Any] = {"firstName": "Lina", "lastName": "Example", "smsOptIn": True}


def change(tenant: Tenant, *options: str) -> int:
    """Changes the tenant's organization by the command and returns its status."""
    return administer(["organization", "change", tenant.organization_id, *options, "--yes", "--json"])


def shown(tenant: Tenant, capsys: pytest.CaptureFixture[str]) -> tuple[str | None, list[str]]:
    """Returns the country and the further ones that the administration shows."""
    capsys.readouterr()
    assert administer(["organization", "show", tenant.organization_id, "--json"]) == 0
    organization = json.loads(capsys.readouterr().out)
    return organization["country"], organization["smsCountries"]


def invite(service: Service, phone: str, *channels: str) -> tuple[str, Reply]:
    """Invites a new candidate who has opted in, by these channels."""
    candidate_id = add_candidate(service, phone=phone, smsOptIn=True)
    body = {
        "candidateId": candidate_id,
        "interviewId": add_interview(service),
        "sendInvite": True,
        "deliveryTypes": list(channels),
    }
    return candidate_id, service.post("/candidate-interviews", body)


def invites(table: Table) -> list[list[str]]:
    """Returns the channels of each waiting invite."""
    return [
        payload["deliveryTypes"]
        for name, payload in tasks_of(table)
        if name in (TaskName.SEND_INVITE, TaskName.SEND_MEETING_INVITE)
    ]


def deliver(adapters: Adapters) -> None:
    """Have the worker send the waiting messages."""
    tasks = [each for each in entries_of(adapters.records.table, "TASK") if each["name"].startswith("send_")]
    assert notifications.run(queue_event(tasks), Context(), adapters)["batchItemFailures"] == []


def log(service: Service, candidate_id: str) -> list[tuple[str, str, str, str | None]]:
    """Returns the team's view of the messages to a candidate."""
    messages = service.get(f"/candidates/{candidate_id}/messages").data["messages"]
    return sorted((each["type"], each["channel"], each["status"], each["reason"]) for each in messages)


@pytest.mark.parametrize("phone", [GERMAN, AMERICAN, "+447911123456"])
def test_without_a_country_every_country_is_texted(
    service: Service, adapters: Adapters, engines: ScriptedEngines, phone: str
) -> None:
    assert invite(service, phone, "sms")[1].status == 201
    deliver(adapters)
    assert [each.to for each in engines.the_sms.messages] == [phone]


@pytest.mark.parametrize(
    ("options", "texted"),
    [
        (("--country", "DE"), {GERMAN}),
        (("--sms-country", "de"), {GERMAN}),
        (("--country", "DE", "--sms-country", "AT"), {GERMAN, AUSTRIAN}),
        (("--sms-country", "US", "--sms-country", "AT"), {AMERICAN, AUSTRIAN}),
    ],
)
def test_the_organizations_own_country_is_texted_and_those_that_are_named(
    service: Service, tenant: Tenant, options: tuple[str, ...], texted: set[str]
) -> None:
    assert change(tenant, *options) == 0

    for phone in (GERMAN, AUSTRIAN, AMERICAN):
        reply = invite(service, phone, "sms")[1]
        assert (reply.status, reply.faulty_fields if reply.status == 400 else set()) == (
            (201, set()) if phone in texted else (400, {"deliveryTypes"})
        )


def test_an_invite_by_both_goes_by_email_alone(service: Service, table: Table, tenant: Tenant) -> None:
    change(tenant, "--country", "DE")

    assert invite(service, AMERICAN, "email", "sms")[1].status == 201
    assert invites(table) == [["email"]]


def test_a_costly_number_is_never_texted(service: Service) -> None:
    assert invite(service, SATELLITE, "sms")[1].faulty_fields == {"deliveryTypes"}


def test_the_refusal_says_why(service: Service, tenant: Tenant) -> None:
    change(tenant, "--country", "DE")

    for phone, reason in ((AMERICAN, "country"), (GERMAN, "opted in")):
        candidate_id = add_candidate(service, phone=phone, smsOptIn=phone is AMERICAN)
        body = {"candidateId": candidate_id, "interviewId": add_interview(service), "sendInvite": True}
        reply = service.post("/candidate-interviews", {**body, "deliveryTypes": ["sms"]})
        (fault,) = reply.error["details"]
        assert reason in fault["reason"]


def test_sending_again_is_told_early_too(service: Service, tenant: Tenant) -> None:
    record = invite(service, AMERICAN, "sms")[1].data
    change(tenant, "--country", "DE")

    again = service.post(f"/candidate-interviews/{record['id']}/resend-invite", {"deliveryTypes": ["sms"]})

    assert (again.status, again.faulty_fields) == (400, {"deliveryTypes"})


@pytest.mark.features(JOB_WORKFLOW)
@pytest.mark.parametrize("step_type", ["standard_interview", "meeting"])
def test_a_workflows_step_goes_by_email_or_is_handed_over(
    service: Service, records: Records, table: Table, tenant: Tenant, step_type: str
) -> None:
    is_meeting = step_type == "meeting"
    artifact_id = make_titled(records, tenant, "meeting") if is_meeting else add_interview(service)
    job_id = add_governed_job(service, tenant, step(step_type, artifact_id))
    change(tenant, "--country", "DE")

    enroll(service, job_id, **LINA, phone=AMERICAN, email="lina@example.com")
    assert invites(table) == [["email"]]
    link = enroll(service, job_id, **LINA, phone=AMERICAN)["firstInviteUrl"]

    assert invites(table) == [["email"]]
    told = [payload["inviteUrl"] for name, payload in events_of(table) if name == "workflow.step.invited"]
    assert told == [link]


def test_the_worker_looks_again_and_says_why_nothing_went_out(
    service: Service, adapters: Adapters, engines: ScriptedEngines, tenant: Tenant
) -> None:
    candidate_id, reply = invite(service, AMERICAN, "email", "sms")
    assert reply.status == 201
    change(tenant, "--country", "DE")
    deliver(adapters)

    assert engines.the_sms.messages == []
    assert log(service, candidate_id) == [
        ("INVITE", "email", "sent", None),
        ("INVITE", "sms", "refused", "country_not_allowed"),
    ]


def test_a_country_that_the_account_blocks_is_no_failure(
    service: Service, adapters: Adapters, records: Records, engines: ScriptedEngines
) -> None:
    blocked = EngineFailed(retryable=False, country_blocked=True, reason="The engine answered no")
    engines.the_sms.failures.append(blocked)
    candidate_id, _ = invite(service, AMERICAN, "sms")

    deliver(adapters)

    assert log(service, candidate_id) == [("INVITE", "sms", "refused", "country_not_allowed")]
    assert given_up(records) == []


@pytest.mark.features(JOB_WORKFLOW)
@pytest.mark.parametrize("step_type", ["standard_interview", "meeting"])
def test_a_step_whose_invite_no_longer_goes_out_is_told_of_all_the_same(
    service: Service,
    records: Records,
    adapters: Adapters,
    engines: ScriptedEngines,
    tenant: Tenant,
    step_type: str,
) -> None:
    is_meeting = step_type == "meeting"
    artifact_id = make_titled(records, tenant, "meeting") if is_meeting else add_interview(service)
    job_id = add_governed_job(service, tenant, step(step_type, artifact_id))
    link = enroll(service, job_id, **LINA, phone=AMERICAN)["firstInviteUrl"]
    change(tenant, "--country", "DE")

    deliver(adapters)

    assert engines.the_sms.messages == []
    told = [p["inviteUrl"] for name, p in events_of(records.table) if name == "workflow.step.invited"]
    assert told == [link]


@pytest.fixture
def ask(records: Records, tenant: Tenant, clock: HandClock) -> Callable[[TaskName, str], None]:
    """Requests another message about a candidate interview."""

    def send(name: TaskName, record_id: str) -> None:
        record = records.get(CANDIDATE_INTERVIEW, tenant.team_id, record_id).record
        unit = records.unit_of_work()
        unit.send(task_of(name, record, clock.now(), deliveryTypes=None))
        unit.commit()

    return send


@pytest.mark.parametrize("phone", [AMERICAN, SATELLITE])
def test_reminders_and_confirmations_are_held_back_too(
    service: Service,
    adapters: Adapters,
    records: Records,
    engines: ScriptedEngines,
    tenant: Tenant,
    ask: Callable[[TaskName, str], None],
    phone: str,
) -> None:
    candidate_id, reply = invite(service, phone, "email")
    deliver(adapters)
    change(tenant, "--country", "DE")

    ask(TaskName.SEND_REMINDER, reply.data["id"])
    deliver(adapters)
    done = {"completed_at": reply.data["inviteSentAt"], "status": CandidateInterviewStatus.NEW_RESPONSE}
    change_candidate_interview(records, tenant, reply.data["id"], **done)
    ask(TaskName.SEND_COMPLETION, reply.data["id"])
    deliver(adapters)

    assert engines.the_sms.messages == []
    held = [each for each in log(service, candidate_id) if each[1] == "sms"]
    assert held == [
        ("CANDIDATE_REMINDER", "sms", "refused", "country_not_allowed"),
        ("COMPLETION_CONFIRMATION", "sms", "refused", "country_not_allowed"),
    ]


def test_the_customers_of_a_partner_text_where_the_partner_does(
    service: Service, table: Table, tenant: Tenant
) -> None:
    change(tenant, "--country", "DE", "--sms-country", "AT")
    partner = connect(service, make_key(table, tenant.organization_id, None, scope=Scope.ACCOUNTS))

    account = partner.post("/accounts", {"name": "Bean Bar"}).data["account"]

    customer = organization_storage.get(table, account["organizationId"])
    assert (customer.country, customer.sms_countries) == ("DE", ("AT",))


def test_a_list_is_added_to_and_taken_from(tenant: Tenant, capsys: pytest.CaptureFixture[str]) -> None:
    change(tenant, "--country", "DE", "--sms-country", "AT", "--sms-country", "CH")
    change(tenant, "--without-sms-country", "AT")
    assert shown(tenant, capsys) == ("DE", ["CH"])

    change(tenant, "--without-country", "--without-sms-country", "CH")
    assert shown(tenant, capsys) == (None, [])


def test_the_last_country_is_not_taken_off_by_accident(
    tenant: Tenant, capsys: pytest.CaptureFixture[str]
) -> None:
    change(tenant, "--sms-country", "AT")

    assert change(tenant, "--without-sms-country", "AT") == 1

    assert shown(tenant, capsys) == (None, ["AT"])


@pytest.mark.usefixtures("tenant")
def test_an_organization_can_be_made_with_its_countries(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["organization", "create", "Bean Bar", "--country", "de", "--sms-country", "AT", "--json"]
    assert administer(command) == 0

    made = json.loads(capsys.readouterr().out)
    assert (made["country"], made["smsCountries"]) == ("DE", ["AT"])


@pytest.mark.parametrize("country", ["Germany", "XX", "", "DEU", "+49", "UK"])
def test_a_country_is_one_of_iso_3166(tenant: Tenant, country: str) -> None:
    with pytest.raises(SystemExit):
        change(tenant, "--country", country)
