"""The contract of every recruiting suite's plug-in: its routes, its refusals and what it is told."""

import json
from collections.abc import Sequence
from typing import Any, cast

import pytest

from gather.connect.integrations.configuration import find_configuration_faults
from gather.connect.orders.models import Order, OrderResults, OrderStatus, OrderView
from gather.connect.suite_protocol import Push, PushedOrder, Suite
from gather.connect.suite_registry import suites
from gather.core.errors import (
    Conflict,
    Forbidden,
    GatherError,
    InternalError,
    NotFound,
    RateLimitExceeded,
    ServiceUnavailable,
    Unauthorized,
    ValidationFailed,
)
from gather.events.order_tasks import OrderEvent
from gather.screening.candidate_interviews.status import CandidateInterviewStatus
from gather.screening.evaluations.models import ScoreCard, SummaryStatus, TopicScore
from gather.screening.results.models import CandidateInterviewResults, CandidateResponse
from tests.builders.service import UNKNOWN_ID
from tests.support.suite_orders import API, CONFIGURATIONS

MOMENT = "2026-03-01T09:00:00.000Z"
PROFILE = "https://gather.example.com/share/token"
WORDS = "I never slept on weekends"
SUMMARY = "Meets teamwork. Misses planning. Ask about shifts."

FAULTS: Sequence[GatherError] = (
    ValidationFailed.of("candidate.email", "is required"),
    Unauthorized("The key is unknown."),
    Forbidden("The key may not."),
    NotFound("interview", UNKNOWN_ID),
    Conflict("The interview is over."),
    RateLimitExceeded(1, MOMENT, 1, 1),
    InternalError("Something went wrong."),
    ServiceUnavailable("Busy."),
)


@pytest.fixture(params=sorted(suite.name for suite in suites()))
def suite(request: pytest.FixtureRequest) -> Suite[Any, Any]:
    return next(each for each in suites() if each.name == request.param)


@pytest.fixture
def configuration(suite: Suite[Any, Any]) -> Any:
    told = json.dumps(CONFIGURATIONS[suite.name])
    return suite.configuration.model_validate_json(told, by_alias=True, by_name=False)


def results(score: int | None = 81) -> CandidateInterviewResults:
    topic = TopicScore(
        topic="Teamwork", weight=100, score=70, confidence=0.5, explanation="Said so.", evidence=(WORDS,)
    )
    card = ScoreCard(overall_score=70, overall_explanation="Good.", topic_scores=(topic,))
    response = CandidateResponse(
        question_id=UNKNOWN_ID,
        question_title="Weekends?",
        transcription=WORDS,
        audio_url="https://a.example/1",
    )
    return CandidateInterviewResults(
        candidate_interview_id=UNKNOWN_ID,
        status=CandidateInterviewStatus.NEW_RESPONSE,
        taken_at=MOMENT,
        transcription=WORDS,
        audio_url="https://a.example/1",
        score=score,
        average_rating="4.1",
        summary=SUMMARY,
        summary_status=SummaryStatus.COMPLETE,
        score_card=card,
        responses=[response],
        share_link=PROFILE,
    )


STATUSES = {
    OrderEvent.INVITED: OrderStatus.INVITED,
    OrderEvent.STARTED: OrderStatus.STARTED,
    OrderEvent.COMPLETED: OrderStatus.COMPLETED,
    OrderEvent.EXPIRED: OrderStatus.EXPIRED,
    OrderEvent.CANCELLED: OrderStatus.CANCELLED,
}


def pushed(event: OrderEvent, configuration: Any, score: int | None = 81) -> PushedOrder[Any]:
    order = Order(
        id=UNKNOWN_ID,
        organization_id=UNKNOWN_ID,
        team_id=UNKNOWN_ID,
        vendor="suite",
        integration_id=UNKNOWN_ID,
        reference="o-1:i-1",
        interview_id=UNKNOWN_ID,
        candidate_id=UNKNOWN_ID,
        candidate_interview_id=UNKNOWN_ID,
        fingerprint="",
        push_url=f"{API}/orders/1",
        created_at=MOMENT,
        updated_at=MOMENT,
    )
    view = OrderView(
        id=UNKNOWN_ID,
        reference="o-1:i-1",
        status=STATUSES[event],
        interview_id=UNKNOWN_ID,
        candidate_id=UNKNOWN_ID,
        candidate_interview_id=UNKNOWN_ID,
        link="https://gather.example.com/i/secret-of-the-candidate",
        expires_at=MOMENT,
        created_at=MOMENT,
        completed_at=MOMENT if event is OrderEvent.COMPLETED else None,
    )
    is_done = event is OrderEvent.COMPLETED
    outcome = OrderResults(
        order=view,
        results=results(score) if is_done else None,
        summary=SUMMARY if is_done else None,
        profile_url=PROFILE if is_done else None,
        seconds=3_725 if is_done else None,
    )
    return PushedOrder(
        event=event,
        order=order,
        outcome=outcome,
        configuration=configuration,
        update=1_700_000_000_000,
        interview_name="Barista",
    )


def told(suite: Suite[Any, Any], event: OrderEvent, configuration: Any, score: int | None = 81) -> list[Push]:
    return list(suite.pushes(pushed(event, configuration, score)))


def test_every_suite_has_a_valid_configuration_here(suite: Suite[Any, Any]) -> None:
    assert find_configuration_faults(suite, CONFIGURATIONS[suite.name]) == []


def test_every_secret_is_known_as_one_and_not_shown(suite: Suite[Any, Any], configuration: Any) -> None:
    secrets = suite.configuration.secret_members()

    assert secrets
    for member in secrets & CONFIGURATIONS[suite.name].keys():
        assert str(CONFIGURATIONS[suite.name][member]) not in repr(configuration)


def test_every_required_member_of_a_configuration_is_named(suite: Suite[Any, Any]) -> None:
    given = CONFIGURATIONS[suite.name]
    required = {
        field.alias or name
        for name, field in suite.configuration.model_fields.items()
        if field.is_required() and (field.alias or name) in given
    }

    found = {fault.field.removeprefix("configuration.") for fault in find_configuration_faults(suite, {})}

    assert required <= found


def test_the_address_of_the_suite_is_below_its_name(suite: Suite[Any, Any]) -> None:
    address = suite.address("https://connect.example.com", UNKNOWN_ID)

    assert address is not None
    assert address.startswith(f"https://connect.example.com/connect/{suite.name}")


def test_no_route_is_declared_twice(suite: Suite[Any, Any]) -> None:
    keys = [(route.method, route.path) for route in suite.routes]

    assert keys
    assert len(set(keys)) == len(keys)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: type(fault).__name__)
def test_no_fault_is_told_in_our_envelope(suite: Suite[Any, Any], fault: GatherError) -> None:
    for refuse in [suite.refuse, *(route.refusal for route in suite.routes if route.refusal)]:
        answer = refuse(fault)
        body = cast("dict[str, Any]", answer.body)

        assert json.loads(json.dumps(body)) == body
        assert not {"data", "meta"} & body.keys()
        assert not isinstance(body.get("error"), dict)
        is_ours = isinstance(fault, Unauthorized | Forbidden | RateLimitExceeded | InternalError)
        assert answer.status == fault.status or not is_ours


@pytest.mark.parametrize("event", list(OrderEvent))
def test_what_is_told_is_json_for_an_address_of_the_suite(
    suite: Suite[Any, Any], configuration: Any, event: OrderEvent
) -> None:
    pushes = told(suite, event, configuration)

    assert len({push.name for push in pushes}) == len(pushes)
    for push in pushes:
        assert push.url.startswith(f"{API}/")
        assert json.loads(json.dumps(push.body)) == push.body


@pytest.mark.parametrize("event", list(OrderEvent))
def test_no_suite_is_told_more_of_the_person_than_it_needs(
    suite: Suite[Any, Any], configuration: Any, event: OrderEvent
) -> None:
    text = json.dumps([push.body for push in told(suite, event, configuration)])

    for never in (WORDS, "a.example", "4.1", "secret-of-the-candidate", "Said so."):
        assert never not in text


def test_a_completion_is_told_with_its_page_and_without_a_verdict(
    suite: Suite[Any, Any], configuration: Any
) -> None:
    pushes = told(suite, OrderEvent.COMPLETED, configuration)
    text = json.dumps([push.body for push in pushes])

    assert pushes
    if suite.name == "greenhouse":
        # Greenhouse is told to ask.
        assert [push.body for push in pushes] == [None]
        return
    assert PROFILE in text
    assert "81" in text
    assert SUMMARY in text
    assert "Teamwork" in text
    assert "A person decides" in text
    assert not {"grade", "passed", "failed"} & set(text.replace('"', " ").split())


def test_a_completion_without_a_score_is_told_without_one(suite: Suite[Any, Any], configuration: Any) -> None:
    pushes = told(suite, OrderEvent.COMPLETED, configuration, score=None)
    text = json.dumps([push.body for push in pushes])

    assert pushes
    assert "81" not in text
    assert "null" not in text or suite.name == "greenhouse"


@pytest.mark.parametrize("event", [OrderEvent.EXPIRED, OrderEvent.CANCELLED])
def test_every_suite_is_told_of_an_end_without_a_result(
    suite: Suite[Any, Any], configuration: Any, event: OrderEvent
) -> None:
    text = json.dumps([push.body for push in told(suite, event, configuration)])

    assert told(suite, event, configuration)
    assert PROFILE not in text


def test_a_push_says_who_sends_it(suite: Suite[Any, Any], configuration: Any) -> None:
    scheme, _, credentials = suite.authorization(configuration, "password", "token").partition(" ")

    assert scheme in ("Basic", "Bearer")
    assert credentials
