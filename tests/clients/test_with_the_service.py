"""The Python client with the service behind it, in process."""

import asyncio
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from gather.chat.chatbots.models import Chatbot
from gather.core.caller import Scope
from gather.core.clock import timestamp
from gather.table.records import Records
from gather.table.store import Table
from talent_screening import (
    AsyncTalentScreening,
    IdempotencyKeyReused,
    NotFound,
    PreconditionFailed,
    TalentScreening,
    Unauthorized,
    ValidationFailed,
    answer_of,
)
from talent_screening.models import (
    ChangeCandidate,
    CreateAccount,
    CreateCandidate,
    CreateCandidateInterview,
    CreateInterview,
    CreateWebhook,
)
from tests.builders.connect import connect, customer_key, integrate
from tests.builders.conversations import BEGUN_AT, make_conversation
from tests.builders.deliveries import make_event
from tests.builders.service import UNKNOWN_ID, Service, Tenant, Transport, make_key
from tests.clients.way import ToTheService
from tests.doubles.vendor_service import VendorService
from tests.support.records import add_candidate, add_interview_with_question, post_candidate_interview

ADDRESS = "https://gather.example.com"
ADA = CreateCandidate(first_name="Ada", last_name="Lovelace", email="ada@example.com", phone="+14155550123")


@pytest.fixture
def client(transport: Transport, tenant: Tenant) -> Iterator[TalentScreening]:
    with TalentScreening(ADDRESS, tenant.key, transport=ToTheService(transport)) as client:
        yield client


def test_a_record_is_made_read_and_changed(client: TalentScreening) -> None:
    made = client.create_candidate(ADA)
    read = client.get_candidate(made.id)
    changed = client.change_candidate(
        made.id,
        ChangeCandidate(linked_in_url="https://linkedin.example.com/in/ada"),
        if_match=answer_of(read).etag,
    )

    assert read == made
    assert changed.linked_in_url == "https://linkedin.example.com/in/ada"
    assert changed.last_name == "Lovelace"


def test_none_clears_a_value_and_what_is_left_out_stays(client: TalentScreening) -> None:
    made = client.create_candidate(ADA.model_copy(update={"external_id": "A-1815"}))

    cleared = client.change_candidate(made.id, ChangeCandidate(external_id=None))

    assert (cleared.external_id, cleared.last_name) == (None, "Lovelace")


def test_a_record_knows_the_answer_that_brought_it(client: TalentScreening) -> None:
    made = client.create_candidate(ADA, idempotency_key="once")
    again = client.create_candidate(ADA, idempotency_key="once")

    assert again == made
    assert (answer_of(made).status, answer_of(made).replayed, answer_of(again).replayed) == (201, False, True)
    assert answer_of(made).request_id
    assert answer_of(again).requests_left == 998
    with pytest.raises(ValueError, match="not answered"):
        answer_of(ADA)


def test_each_post_has_an_idempotency_key_of_its_own(client: TalentScreening) -> None:
    first, second = client.create_candidate(ADA), client.create_candidate(ADA)

    assert first.id != second.id


def test_the_members_of_a_body_are_all_sent(client: TalentScreening) -> None:
    candidate = client.create_candidate(ADA)
    interview = client.create_interview(
        CreateInterview(title="Barista 2026", display_name="Barista", interview_type="standard")
    ).interview
    made = client.create_candidate_interview(
        CreateCandidateInterview(candidate_id=candidate.id, interview_id=interview.id, expiry_days=3)
    )

    listed = list(client.iterate_candidate_interviews(candidate_id=candidate.id))

    assert [one.id for one in listed] == [made.id]
    assert listed[0].interview_id == interview.id


@pytest.mark.parametrize("size", [1, 2, 100])
def test_a_list_is_read_over_all_its_pages(client: TalentScreening, service: Service, size: int) -> None:
    made = [add_candidate(service, firstName=f"Ada {number}") for number in range(5)]

    assert [candidate.id for candidate in client.iterate_candidates(page_size=size)] == made[::-1]
    assert len(client.list_candidates(page_size=size).candidates) == min(size, 5)


def test_a_list_whose_data_is_the_list_is_read_over_all_its_pages(
    client: TalentScreening, service: Service
) -> None:
    made = [post_candidate_interview(service)["id"] for _ in range(3)]

    assert [one.id for one in client.iterate_candidate_interviews(limit=2)] == made[::-1]


def test_a_list_without_a_cursor_is_read_by_its_pages(
    transport: Transport, records: Records, tenant: Tenant
) -> None:
    key = make_key(records.table, tenant.organization_id, None, scope=Scope.ACCOUNTS)
    with TalentScreening(ADDRESS, key, transport=ToTheService(transport)) as partner:
        assert list(partner.iterate_accounts()) == []
        made = [partner.create_account(CreateAccount(name=f"Bar {number}")).account.id for number in range(3)]

        assert [account.id for account in partner.iterate_accounts(page_size=2)] == made[::-1]


def test_events_are_read_by_the_cursor_of_the_data(
    client: TalentScreening, records: Records, tenant: Tenant
) -> None:
    begin = datetime.now(UTC) - timedelta(hours=1)
    made = [make_event(records, tenant, at=begin + timedelta(seconds=number)).id for number in range(3)]
    since = timestamp(begin)

    assert [event.id for event in client.iterate_events(since=since, limit=1)] == made


def test_messages_are_read_by_the_number_of_the_last_one(
    client: TalentScreening, service: Service, records: Records
) -> None:
    chatbot = Chatbot.model_validate(
        service.post("/chatbots", {"title": "Careers", "displayName": "Robin"}).data["chatbot"]
    )
    conversation = make_conversation(records, chatbot, ["Hello", "Which jobs?", "Thanks"], at=BEGUN_AT)

    messages = client.iterate_messages(conversation.id, limit=2)

    assert [message.content for message in messages] == ["Hello", "Which jobs?", "Thanks"]


def test_every_fault_of_a_body_is_in_the_error(client: TalentScreening) -> None:
    with pytest.raises(ValidationFailed) as refused:
        client.create_candidate(
            CreateCandidate(first_name="", last_name="Lovelace", email="no address", phone="+14155550123")
        )

    assert {fault.field for fault in refused.value.faults} == {"firstName", "email"}
    assert str(refused.value.request_id) in str(refused.value)


def test_errors_have_the_class_of_their_code(
    client: TalentScreening, transport: Transport, tenant: Tenant
) -> None:
    made = client.create_candidate(ADA, idempotency_key="once")
    with pytest.raises(NotFound) as absent:
        client.get_candidate(UNKNOWN_ID)
    with pytest.raises(IdempotencyKeyReused):
        client.create_candidate(ADA.model_copy(update={"first_name": "Augusta"}), idempotency_key="once")
    with pytest.raises(PreconditionFailed):
        client.change_candidate(made.id, ChangeCandidate(first_name="Augusta"), if_match='"another"')
    with TalentScreening(ADDRESS, transport=ToTheService(transport)) as stranger, pytest.raises(Unauthorized):
        stranger.list_candidates()

    assert absent.value.resource == "candidate"
    assert absent.value.field is None


def test_a_value_in_a_path_is_escaped(client: TalentScreening) -> None:
    with pytest.raises(NotFound):
        client.get_candidate("../interviews")


def test_a_key_is_in_no_error(client: TalentScreening, tenant: Tenant) -> None:
    with pytest.raises(NotFound) as absent:
        client.get_candidate(UNKNOWN_ID)

    assert tenant.key not in f"{absent.value!r} {vars(absent.value)}"


def test_a_secret_is_told_once(client: TalentScreening) -> None:
    made = client.create_webhook(
        CreateWebhook(urls=["https://hooks.example.com/in"], events=["interview.created"])
    ).webhook

    read = client.get_webhook(made.id).webhook

    assert made.secret
    assert (read.id, read.model_extra) == (made.id, {})


def test_the_asynchronous_client_does_the_same(transport: Transport, tenant: Tenant) -> None:
    async def use() -> tuple[list[str], list[str]]:
        way = ToTheService(transport)
        async with AsyncTalentScreening(ADDRESS, tenant.key, transport=way) as client:
            made = [(await client.create_candidate(ADA)).id for _ in range(3)]
            read = [candidate.id async for candidate in client.iterate_candidates(page_size=2)]
            with pytest.raises(NotFound):
                await client.get_candidate(UNKNOWN_ID)
            return made, read

    made, read = asyncio.run(use())

    assert read == made[::-1]


def test_a_vendor_asks_with_the_login_of_its_integration(
    transport: Transport, service: Service, table: Table, tenant: Tenant, ats: VendorService
) -> None:
    integration = integrate(connect(service, customer_key(table, tenant)), ats.base_url)
    login = (integration.user, integration.password)
    interview_id = add_interview_with_question(service)

    with TalentScreening(ADDRESS, login=login, transport=ToTheService(transport)) as vendor:
        assert [item["id"] for item in vendor.iterate_catalog("example-ats")] == [interview_id]
    wrong = (integration.user, "wrong")
    with TalentScreening(ADDRESS, login=wrong, transport=ToTheService(transport)) as other:
        with pytest.raises(Unauthorized) as refused:
            other.list_catalog("example-ats")
        assert "wrong" not in f"{refused.value!r} {vars(refused.value)}"


def test_a_client_has_a_key_or_a_login() -> None:
    for kind in (TalentScreening, AsyncTalentScreening):
        with pytest.raises(ValueError, match="not both"):
            kind(ADDRESS, "qapi_key", login=("user", "password"))
