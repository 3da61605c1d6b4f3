"""No body costs more than twenty normal requests, whatever its content and its route."""

import json
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import cache
from statistics import median

import pytest

from bench.canned_responses import canned_table
from bench.gateway_events import CREATE_PATH, http_event
from candidates.handler import api as candidates
from gather.core.errors import GatherError, ValidationFailed
from gather.core.model import NoQuery, RequestBody, RequestModel
from gather.http.envelope import ENVELOPE
from gather.http.validation import validate
from gather.http.value_limit import MOST_VALUES
from gather.wiring import bootstrap
from openapi.declarations import declared_routes
from tests.builders.worst_bodies import bodies_of_too_many_values, worst_bodies
from tests.doubles.lambda_context import Context
from tests.support.records import CANDIDATE

NORMAL_REQUESTS = 20


@cache
def bodies() -> dict[str, type[RequestBody]]:
    """Returns the bodies of all routes, by their names."""
    models: list[type[RequestBody]] = [RequestModel, *(each.route.body for each in declared_routes())]
    return {model.__name__: model for model in models}


@pytest.fixture(scope="module")
def most_seconds(tmp_path_factory: pytest.TempPathFactory) -> Iterator[float]:
    """The CPU time of twenty creates, whose table responds at once.

    The client is that of botocore, with which the bound was chosen: a faster one makes no body cost more.
    """
    event = http_event("POST", CREATE_PATH, "a key", body=json.dumps(CANDIDATE))
    with canned_table(tmp_path_factory.mktemp("canned")) as endpoint, pytest.MonkeyPatch.context() as patch:
        for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "TABLE_NAME"):
            patch.setenv(name, "testing")
        patch.setenv("TABLE_CLIENT", "botocore")
        patch.setenv("AWS_DEFAULT_REGION", "eu-west-1")
        patch.setenv("AWS_ENDPOINT_URL_DYNAMODB", endpoint)
        adapters = bootstrap()

        def create() -> None:
            assert candidates.handler.run(event, Context(), adapters)["statusCode"] == 201

        create()
        yield NORMAL_REQUESTS * median(seconds(create) for _ in range(40))


def seconds(work: Callable[[], object]) -> float:
    """Returns the CPU time of a call."""
    before = time.process_time()
    work()
    return time.process_time() - before


def least_seconds(model: type[RequestBody], body: str, enough: float) -> float:
    """Returns the CPU time of a body. It measures again where this is more than `enough`, because the machine
    may have been busy with something else."""
    least = float("inf")
    for _ in range(5):
        least = min(least, seconds(lambda: refuse_or_accept(model, body)))
        if least <= enough:
            break
    return least


def refuse_or_accept(model: type[RequestBody], body: str) -> None:
    """Validate the body as every request does, and make the answer of a refusal."""
    try:
        validate(model, body, NoQuery, {})
    except GatherError as refusal:
        ENVELOPE.failure(refusal, "", datetime.now(UTC), {})


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(bodies()))
def test_the_worst_body_costs_no_more_than_twenty_normal_requests(name: str, most_seconds: float) -> None:
    model = bodies()[name]
    refuse_or_accept(model, "{}")

    for description, body in worst_bodies(model):
        assert least_seconds(model, body, most_seconds) <= most_seconds, description


def test_too_many_values_cost_no_more_than_twenty_normal_requests(most_seconds: float) -> None:
    for description, body in bodies_of_too_many_values():
        assert least_seconds(RequestModel, body, most_seconds) <= most_seconds, description


def test_a_body_has_a_number_of_values() -> None:
    def values(body: str) -> bool:
        try:
            validate(RequestModel, body, NoQuery, {})
        except ValidationFailed as refusal:
            return refusal.faults[0].reason != f"must have at most {MOST_VALUES} values in all"
        return True

    assert values(json.dumps({"open": [0] * (MOST_VALUES - 2)}))
    assert not values(json.dumps({"open": [0] * MOST_VALUES}))
    assert not values(json.dumps({"open": [{}] * MOST_VALUES}))
    assert not values(json.dumps({str(number): "" for number in range(MOST_VALUES + 1)}))
    assert not values(json.dumps({"open": [""] * 5 * MOST_VALUES}))


def test_what_is_in_a_text_is_no_value() -> None:
    text = '[{"a":1},\\' * MOST_VALUES

    assert validate(RequestModel, json.dumps({"text": text, "more": text[:9]}), NoQuery, {})
