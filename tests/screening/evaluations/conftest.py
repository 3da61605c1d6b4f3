"""Fixtures of the tests of evaluations."""

from typing import Any

import pytest

from evaluation import task as steps
from evaluation.handler import handler
from gather.wiring import Adapters
from tests.builders.screening import make_screening
from tests.builders.service import Service
from tests.doubles.clock import HandClock
from tests.doubles.engines import ScriptedEngines
from tests.doubles.evaluation_steps import Deliver, Executions, Step
from tests.doubles.lambda_context import Context
from tests.doubles.screening_candidate import Screening


@pytest.fixture
def executions(adapters: Adapters, monkeypatch: pytest.MonkeyPatch) -> Executions:
    double = Executions()
    monkeypatch.setattr(adapters.clients, "client", lambda _service: double)
    return double


@pytest.fixture
def screening(service: Service, engines: ScriptedEngines, clock: HandClock) -> Screening:
    return make_screening(service)


@pytest.fixture
def step(adapters: Adapters) -> Step:
    """Takes a step of the evaluation of a screening. Returns whether it is done."""

    def take(screening: Screening, action: str, run: int = 1, attempt: int = 1) -> bool:
        team_id = screening.candidate["teamId"]
        event = {
            "action": action,
            "teamId": team_id,
            "candidateInterviewId": screening.id,
            "run": run,
            "attempt": attempt,
            "error": "EngineFailed",
        }
        return bool(steps.handler.run(event, Context(), adapters)["done"])

    return take


@pytest.fixture
def deliver(adapters: Adapters) -> Deliver:
    """Hands a message to the worker that starts executions. Returns the failures."""

    def hand_over(message: dict[str, Any]) -> list[Any]:
        return handler.run({"Records": [message]}, Context(), adapters)["batchItemFailures"]

    return hand_over
