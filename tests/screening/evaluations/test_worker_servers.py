"""Evaluations by a model on a server."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from typing import Any

import pytest

from evaluation import task as steps
from gather.core.settings import CompatibleServer
from gather.screening.evaluations.steps import RetryableEngineFailure
from gather.table.changes import Update
from gather.table.store import Table
from gather.tenancy.organizations.storage import organization_key
from gather.wiring import Adapters
from tests.builders.outbox import entries_of
from tests.builders.service import Tenant
from tests.doubles.clock import HandClock
from tests.doubles.engines import ScriptedEngines
from tests.doubles.evaluating import ACTIONS
from tests.doubles.evaluation_steps import Step, finish_talking, run_again
from tests.doubles.lambda_context import Context
from tests.doubles.openai_server import (
    MODEL,
    Asked,
    OpenaiServer,
    Said,
    completion,
    openai_server,
    refused,
)
from tests.doubles.screening_candidate import Screening

OnServer = Callable[..., OpenaiServer]


def judged(asked: Asked, score: int = 63) -> Said:
    """A model that gives every topic the same score."""
    count = asked.prompt.count("Topic: ")
    topic = {"score": score, "confidence": 0.9, "explanation": "Fine.", "evidence": [], "askNext": "Why?"}
    topics = [{"topicNumber": number, **topic} for number in range(1, count + 1)]
    return completion({"topics": topics, "explanation": "Fine.", "summary": "Said things."})


@pytest.fixture
def on_server(adapters: Adapters, engines: ScriptedEngines) -> Iterator[OnServer]:
    """Puts a model on a server before the scripted engines."""
    with ExitStack() as stack:

        def serve(answer: Callable[[Asked], Said]) -> OpenaiServer:
            running = stack.enter_context(openai_server(answer))
            server = CompatibleServer(running.url, "a-model")
            adapters.settings = replace(adapters.settings, model_server=server)
            vars(adapters)["_default_engines"] = engines
            vars(adapters).pop("engines")
            return running

        yield serve


def _step(adapters: Adapters, screening: Screening, action: str, **members: object) -> dict[str, Any]:
    event = {
        "action": action,
        "teamId": screening.candidate["teamId"],
        "candidateInterviewId": screening.id,
        "run": 1,
        **members,
    }
    return dict(steps.handler.run(event, Context(), adapters))


def _choose(table: Table, tenant: Tenant, *engines: str) -> None:
    chosen = Update(set={"engines": {"model": list(engines)}})
    table.update(organization_key(tenant.organization_id), chosen)


def test_the_results_name_the_model_of_the_response(
    screening: Screening, step: Step, on_server: OnServer
) -> None:
    finish_talking(screening)
    running = on_server(judged)

    for action in ACTIONS:
        step(screening, action)

    results = screening.results()
    assert {topic["score"] for topic in results["scoreCard"]["topicScores"]} == {63}
    assert (results["provenance"]["engine"], results["provenance"]["model"]) == ("openai-compatible", MODEL)
    assert results["provenance"]["tokens"] == 2
    assert len(running.asked) == 1


def test_the_same_input_is_judged_once(screening: Screening, step: Step, on_server: OnServer) -> None:
    finish_talking(screening)
    running = on_server(judged)
    for run in (1, 2):
        for action in ACTIONS:
            step(screening, action, run=run)
        run_again(screening, "changed")

    assert len(running.asked) == 1


def test_a_server_that_asks_to_wait_is_waited_for(
    screening: Screening, adapters: Adapters, table: Table, clock: HandClock, on_server: OnServer
) -> None:
    finish_talking(screening)
    replies = [refused(status=429, Retry_After="1200")]
    on_server(lambda asked: replies.pop() if replies else judged(asked))

    waiting = _step(adapters, screening, "evaluate", waited=0)
    (task,) = (entry for entry in entries_of(table, "TASK") if entry["name"] == "evaluate")
    clock.advance(seconds=1_200)
    done = _step(adapters, screening, "evaluate", waited=1_200)

    assert (waiting["done"], waiting["waitSeconds"]) == (False, 1_200)
    assert task["claimedUntil"] > clock.now().isoformat()[:19], "nobody begins it again meanwhile"
    assert done["done"]
    assert screening.results()["summaryStatus"] == "complete"


def test_a_server_that_is_asked_too_often_is_left_alone_for_a_while(
    screening: Screening, adapters: Adapters, on_server: OnServer
) -> None:
    """As Bedrock, which says nothing of how long."""
    finish_talking(screening)
    replies = [refused(status=429)]
    on_server(lambda asked: replies.pop() if replies else judged(asked))

    waiting = _step(adapters, screening, "evaluate", waited=0)
    done = _step(adapters, screening, "evaluate", waited=waiting["waitSeconds"])

    assert not waiting["done"]
    assert 20 <= waiting["waitSeconds"] <= 60
    assert done["done"]
    assert screening.results()["summaryStatus"] == "complete"


def test_an_execution_of_the_first_release_repeats_the_evaluation(
    screening: Screening, adapters: Adapters, on_server: OnServer
) -> None:
    """It ends after an evaluation that has returned: one that is not done would wait for recovery."""
    finish_talking(screening)
    on_server(lambda _: refused(status=429, Retry_After="1200"))

    with pytest.raises(RetryableEngineFailure):
        _step(adapters, screening, "evaluate")


@pytest.mark.parametrize("status", [401, 403, 404])
def test_what_the_operator_has_to_fix_is_kept(
    screening: Screening, adapters: Adapters, on_server: OnServer, status: int
) -> None:
    finish_talking(screening)
    on_server(lambda _: refused(status=status))

    with pytest.raises(RetryableEngineFailure):
        _step(adapters, screening, "evaluate")

    assert screening.results()["summaryStatus"] == "processing"


def test_an_organization_that_chose_its_own_engine_keeps_it(
    screening: Screening,
    step: Step,
    on_server: OnServer,
    table: Table,
    tenant: Tenant,
    engines: ScriptedEngines,
) -> None:
    finish_talking(screening)
    running = on_server(judged)
    _choose(table, tenant, "default")

    for action in ACTIONS:
        step(screening, action)

    assert running.asked == []
    assert len(engines.the_evaluation.requests) == 1


def test_an_engine_that_stood_in_is_named_and_not_taken_for_the_first_one(
    screening: Screening,
    step: Step,
    on_server: OnServer,
    table: Table,
    tenant: Tenant,
    engines: ScriptedEngines,
) -> None:
    finish_talking(screening)
    is_down = [True]
    on_server(lambda asked: refused(status=503) if is_down[0] else judged(asked))
    _choose(table, tenant, "openai-compatible", "default")

    for action in ACTIONS:
        step(screening, action)
    stood_in = screening.results()["provenance"]["engine"]
    is_down[0] = False
    run_again(screening, "changed")
    for action in ACTIONS:
        step(screening, action, run=2)

    assert stood_in == engines.the_evaluation.judge().engine
    assert screening.results()["provenance"]["engine"] == "openai-compatible"
