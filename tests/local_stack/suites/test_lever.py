"""Lever signs its events, and lets an opportunity be read and changed as its documentation has it."""

import hmac
from typing import Any
from urllib.parse import urlencode

import pytest

from local_stack.suites.lever import TOKEN_PATH, LeverClient, LeverSimulator, LeverWebhook, Opportunity
from local_stack.suites.simulator import PartnerAnswerWrong, PartnerRefused, basic
from tests.local_stack.suites.playing import ADA, LINK, PlayedService, SetSeconds, document_of, push

ISSUED = basic("lever-key")
CLIENT = LeverClient("client", "secret", "refresh-1")
WEBHOOK = LeverWebhook("integration-1", "signature-token")
EVENT = "POST /webhooks/integration-1"


@pytest.fixture
def played() -> PlayedService:
    return PlayedService({EVENT: (200, {})})


@pytest.fixture
def clock() -> SetSeconds:
    return SetSeconds()


@pytest.fixture
def lever(played: PlayedService, clock: SetSeconds) -> LeverSimulator:
    return LeverSimulator(
        played.connection, api_key="lever-key", client=CLIENT, users=["user-1"], clock=clock
    )


@pytest.fixture
def opportunity(lever: LeverSimulator) -> Opportunity:
    return lever.create_opportunity(ADA, tags=["barista"])


def change(
    lever: LeverSimulator, opportunity: Opportunity, action: str, body: object, query: str = ""
) -> int:
    path = f"/opportunities/{opportunity.id}/{action}"
    return push(lever, "POST", path, ISSUED, body, query=query).status


def refresh(lever: LeverSimulator, **changed: str) -> Any:
    form = {
        "grant_type": "refresh_token",
        "client_id": "client",
        "client_secret": "secret",
        "refresh_token": "refresh-1",
        **changed,
    }
    return push(lever, "POST", TOKEN_PATH, None, urlencode(form).encode())


def test_a_move_is_told_by_a_signed_event(
    lever: LeverSimulator, opportunity: Opportunity, played: PlayedService
) -> None:
    lever.move(WEBHOOK, opportunity, "stage-1")

    event = played.body_of(EVENT)
    signed = f"{event['token']}{event['triggeredAt']}".encode()
    assert event["signature"] == hmac.new(b"signature-token", signed, "sha256").hexdigest()
    assert event["event"] == "candidateStageChange"
    assert event["data"]["opportunityId"] == opportunity.id
    assert (event["data"]["fromStageId"], event["data"]["toStageId"]) == ("lead-new", "stage-1")
    assert lever.refused == []


def test_an_opportunity_is_read_and_changed(lever: LeverSimulator, opportunity: Opportunity) -> None:
    read = push(lever, "GET", f"/opportunities/{opportunity.id}", ISSUED)
    assert document_of(read)["data"]["emails"] == ["ada@example.com"]

    assert change(lever, opportunity, "addTags", {"tags": ["screening-invited"]}) == 200
    assert (
        change(lever, opportunity, "removeTags", {"tags": ["screening-invited"]}, "perform_as=user-1") == 200
    )
    assert change(lever, opportunity, "addTags", {"tags": ["screening-completed"]}) == 200
    assert change(lever, opportunity, "addLinks", {"links": [LINK]}) == 200
    assert change(lever, opportunity, "notes", {"value": "Score: 81 of 100"}) == 201

    assert opportunity.tags == ["barista", "screening-completed"]
    assert (opportunity.links, opportunity.notes) == ([LINK], ["Score: 81 of 100"])
    assert lever.refused == []


@pytest.mark.parametrize(
    ("action", "body", "query", "status"),
    [
        ("addTags", {"tags": "screening-invited"}, "", 422),
        ("addTags", {"tags": [""]}, "", 422),
        ("addTags", {}, "", 422),
        ("removeTags", {"tags": [], "all": True}, "", 422),
        ("addLinks", {"links": ["token"]}, "", 422),
        ("addLinks", {"links": [{"url": LINK}]}, "", 422),
        ("notes", {"value": ""}, "", 422),
        ("notes", {"value": "Good.", "score": 4}, "", 422),
        ("feedback", {"value": "Good."}, "", 404),
        ("addTags", {"tags": ["a"]}, "perform_as=nobody", 400),
        ("addTags", {"tags": ["a"]}, "performAs=user-1", 400),
    ],
)
def test_a_wrong_change_is_refused(
    lever: LeverSimulator, opportunity: Opportunity, action: str, body: object, query: str, status: int
) -> None:
    assert change(lever, opportunity, action, body, query) == status

    assert [each.status for each in lever.refusals] == [status]
    assert (opportunity.tags, opportunity.links, opportunity.notes) == (["barista"], [], [])


@pytest.mark.parametrize(
    ("method", "path", "authorization", "status"),
    [
        ("PUT", "/opportunities/{id}/addTags", ISSUED, 405),
        ("POST", "/opportunities/{id}", ISSUED, 405),
        ("GET", "/opportunities/another", ISSUED, 404),
        ("GET", "/candidates/{id}", ISSUED, 404),
        ("GET", "/opportunities/{id}", None, 401),
        ("GET", "/opportunities/{id}", basic("another"), 401),
        ("GET", "/opportunities/{id}", "Bearer lever-key", 401),
    ],
)
def test_no_other_request_is_taken(
    lever: LeverSimulator,
    opportunity: Opportunity,
    method: str,
    path: str,
    authorization: str | None,
    status: int,
) -> None:
    assert push(lever, method, path.format(id=opportunity.id), authorization, None).status == status


@pytest.mark.parametrize(
    ("query", "status"), [("limit=1", 200), ("limit=0", 400), ("limit=x", 400), ("max=1", 400)]
)
def test_stages_are_listed(lever: LeverSimulator, query: str, status: int) -> None:
    assert push(lever, "GET", "/stages", ISSUED, query=query).status == status


def test_more_than_ten_requests_a_second_are_refused(lever: LeverSimulator, clock: SetSeconds) -> None:
    answers = [push(lever, "GET", "/stages", ISSUED) for _ in range(11)]

    assert [answer.status for answer in answers] == [200] * 10 + [429]
    assert answers[-1].headers["Retry-After"] == "1"
    clock.now += 1
    assert push(lever, "GET", "/stages", ISSUED).status == 200


def test_a_refresh_token_is_replaced_with_each_use(lever: LeverSimulator, clock: SetSeconds) -> None:
    first = document_of(refresh(lever))
    assert push(lever, "GET", "/stages", f"Bearer {first['access_token']}").status == 200

    again = refresh(lever)
    assert (again.status, "was replaced" in lever.refusals[0].reason) == (400, True)
    assert refresh(lever, refresh_token=first["refresh_token"]).status == 200

    clock.now += 3_600
    assert push(lever, "GET", "/stages", f"Bearer {first['access_token']}").status == 401


@pytest.mark.parametrize(
    ("changed", "status"),
    [
        ({"grant_type": "client_credentials"}, 400),
        ({"client_secret": "another"}, 401),
        ({"refresh_token": "another"}, 400),
    ],
)
def test_a_token_needs_the_client_and_its_refresh_token(
    lever: LeverSimulator, changed: dict[str, str], status: int
) -> None:
    assert refresh(lever, **changed).status == status
    assert refresh(lever).status == 200


def test_an_event_needs_an_empty_answer(
    lever: LeverSimulator, opportunity: Opportunity, played: PlayedService
) -> None:
    played.answers[EVENT] = (200, {"data": {}})
    with pytest.raises(PartnerAnswerWrong):
        lever.archive(WEBHOOK, opportunity)

    played.answers[EVENT] = (401, {"message": "Not signed."})
    with pytest.raises(PartnerRefused, match="Not signed"):
        lever.send_test_event(WEBHOOK)
    assert len(lever.refusals) == 1


def test_an_order_by_hand_moves_an_opportunity(lever: LeverSimulator, played: PlayedService) -> None:
    order = lever.order_by_hand(
        {
            "integrationId": "integration-1",
            "signatureToken": "signature-token",
            "stageId": "stage-1",
            "candidate": {"firstName": "Ada", "lastName": "Lovelace", "email": "ada@example.com"},
        }
    )
    opportunity = lever.opportunities[order.id]
    change(lever, opportunity, "addTags", {"tags": ["screening-completed"]})
    change(lever, opportunity, "notes", {"value": f"Screening\nScore: 81 of 100\n{LINK}"})
    change(lever, opportunity, "addLinks", {"links": [LINK]})

    assert [each["status"] for each in order.view["history"]] == ["in stage stage-1", "screening-completed"]
    assert (order.score, order.link) == ("Score: 81 of 100", LINK)
