"""A team has so many evaluations under way at once, and what is beyond that waits for its turn."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from botocore.exceptions import ClientError

from evaluation import task as steps
from evaluation.handler import handler
from gather.core.clock import from_timestamp
from gather.core.errors import ServiceUnavailable
from gather.screening.evaluations.run import POLICY, SLOT_LEASE, STEP_LEASE, evaluation_slots
from gather.screening.evaluations.steps import RetryableEngineFailure
from gather.table import keys, outbox
from gather.table.outbox import FIRST_RETRY, LONGEST_DEFERRAL
from gather.table.store import Table
from gather.table.team_limits import TEAM_SLOTS, SlotLimit, give_back_slot, take_slot
from gather.wiring import Adapters
from tests.builders.outbox import entries_of, queue_event
from tests.builders.screening import make_screening
from tests.builders.service import Service, Tenant
from tests.doubles.clock import HandClock
from tests.doubles.engines import ScriptedEngines
from tests.doubles.lambda_context import Context
from tests.doubles.screening_candidate import Screening

pytestmark = pytest.mark.in_process

ACTIONS = ("start_transcriptions", "check_transcriptions", "evaluate")


class Evaluating:
    """The evaluation of a completed candidate interview, by the worker and the steps of its execution."""

    def __init__(
        self, adapters: Adapters, screening: Screening, clock: HandClock, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self.adapters, self.clock = adapters, clock
        self.table: Table = adapters.records.table
        self.candidate_interview_id = screening.id
        self.team_id: str = screening.candidate["teamId"]
        self.started: list[str] = []
        self.refusal: Exception | None = None
        client = adapters.clients.client
        monkeypatch.setattr(
            adapters.clients, "client", lambda name: self if name == "stepfunctions" else client(name)
        )
        screening.answer_all()
        assert screening.complete().status == 200
        [self.task] = [entry for entry in entries_of(self.table, "TASK") if entry["name"] == "evaluate"]

    def start_execution(self, *, name: str, **_: object) -> None:
        """Stands where Step Functions is."""
        if self.refusal is not None:
            raise self.refusal
        self.started.append(name)

    def begin(self) -> list[Any]:
        """Hand the task's message to the worker; what comes back."""
        return handler.run(queue_event([self.task]), Context(), self.adapters)["batchItemFailures"]

    def step(self, action: str, attempt: int = 1) -> None:
        """Take a step of the execution."""
        run = {"teamId": self.team_id, "candidateInterviewId": self.candidate_interview_id, "run": 1}
        steps.handler.run(
            {**run, "action": action, "attempt": attempt, "error": "EngineFailed"}, Context(), self.adapters
        )

    @property
    def limit(self) -> SlotLimit:
        """The evaluations that a team may have under way."""
        return evaluation_slots(self.adapters.settings)

    def held(self) -> list[str]:
        """Returns the holders of the team's slots."""
        item = self.table.get(TEAM_SLOTS.key(self.team_id, self.limit.what)) or {}
        return [value.partition("#")[2] for name, value in item.items() if name.startswith("slot")]

    def take_slots_of(self, team_id: str, but: int = 0) -> None:
        """Have all slots of a team held by others, but for so many."""
        for number in range(self.limit.most - but):
            assert take_slot(self.table, team_id, self.limit, f"other-{number}", self.clock.now())

    def stored_task(self) -> dict[str, Any]:
        item = self.table.get(keys.outbox(self.task["id"]))
        assert item is not None
        return item

    @property
    def free_at(self) -> datetime:
        """The time at which the task may be begun again."""
        return from_timestamp(self.stored_task()["claimedUntil"])


@pytest.fixture
def evaluating(
    adapters: Adapters,
    service: Service,
    engines: ScriptedEngines,
    clock: HandClock,
    monkeypatch: pytest.MonkeyPatch,
) -> Evaluating:
    return Evaluating(adapters, make_screening(service), clock, monkeypatch)


def test_an_evaluation_takes_the_last_slot_of_its_team(evaluating: Evaluating) -> None:
    evaluating.take_slots_of(evaluating.team_id, but=1)

    assert evaluating.begin() == []

    assert len(evaluating.started) == 1
    assert evaluating.task["id"] in evaluating.held()


def test_one_for_which_there_is_no_room_waits_and_uses_up_no_attempt(
    evaluating: Evaluating, caplog: pytest.LogCaptureFixture
) -> None:
    evaluating.take_slots_of(evaluating.team_id)

    assert evaluating.begin() == []

    assert evaluating.started == []
    assert evaluating.stored_task()["attempts"] == 0
    assert FIRST_RETRY / 2 <= evaluating.free_at - evaluating.clock.now() <= FIRST_RETRY
    assert [line for line in caplog.records if hasattr(line, "EvaluationsDeferred")]


def test_it_is_begun_when_its_pause_is_over_and_another_one_has_ended(evaluating: Evaluating) -> None:
    evaluating.take_slots_of(evaluating.team_id)
    evaluating.begin()
    give_back_slot(evaluating.table, evaluating.team_id, evaluating.limit, "other-3")
    assert evaluating.begin() == []
    assert evaluating.started == []

    evaluating.clock.advance(seconds=FIRST_RETRY.total_seconds())
    evaluating.begin()

    assert evaluating.started == [f"{evaluating.task['id']}-1"]


def test_whatever_other_teams_have_under_way_leaves_it_alone(
    evaluating: Evaluating, other_tenant: Tenant, tenant: Tenant
) -> None:
    evaluating.take_slots_of(other_tenant.team_id)
    evaluating.take_slots_of(tenant.second_team_id)

    evaluating.begin()

    assert len(evaluating.started) == 1


@pytest.mark.parametrize("ending", ["evaluate", "put_off", "fail"])
def test_however_an_execution_ends_its_slot_is_free(evaluating: Evaluating, ending: str) -> None:
    evaluating.begin()
    assert evaluating.held() == [evaluating.task["id"]]
    for action in ACTIONS[:2]:
        evaluating.step(action)
        assert evaluating.held() == [evaluating.task["id"]]

    evaluating.step(ending)

    assert evaluating.held() == []


def test_an_execution_that_was_not_started_holds_no_slot(evaluating: Evaluating) -> None:
    evaluating.refusal = ClientError({"Error": {"Code": "ThrottlingException", "Message": ""}}, "Start")

    assert len(evaluating.begin()) == 1

    assert evaluating.held() == []


def test_a_run_that_is_begun_again_goes_on_with_its_slot(evaluating: Evaluating) -> None:
    """The first execution was lost, with whoever would have given the slot back."""
    evaluating.take_slots_of(evaluating.team_id, but=1)
    evaluating.begin()
    evaluating.clock.advance(seconds=POLICY.lease.total_seconds())

    evaluating.begin()

    assert len(evaluating.started) == 2
    assert evaluating.held().count(evaluating.task["id"]) == 1


def test_a_run_that_never_begins_is_begun_again_sooner_than_one_that_falls_silent(
    evaluating: Evaluating,
) -> None:
    evaluating.begin()
    assert evaluating.free_at - evaluating.clock.now() == POLICY.lease

    evaluating.step("start_transcriptions")

    assert evaluating.free_at - evaluating.clock.now() == STEP_LEASE > POLICY.lease


def test_a_slot_that_was_not_given_back_with_the_end_is_given_back_by_the_repeated_step(
    evaluating: Evaluating, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table fails after the outcome is stored."""
    evaluating.begin()
    for action in ACTIONS[:2]:
        evaluating.step(action)

    def refuse(*_: object) -> None:
        raise ServiceUnavailable("The table is busy.")

    with monkeypatch.context() as fault:
        fault.setattr("gather.screening.evaluations.run.give_back_slot", refuse)
        with pytest.raises(RetryableEngineFailure):
            evaluating.step("evaluate")
    assert evaluating.held() == [evaluating.task["id"]]

    evaluating.step("evaluate")

    assert evaluating.held() == []


def test_a_slot_that_nobody_gives_back_is_free_when_its_lease_ends(evaluating: Evaluating) -> None:
    evaluating.take_slots_of(evaluating.team_id)
    evaluating.clock.advance(seconds=SLOT_LEASE.total_seconds() + 1)

    evaluating.begin()

    assert len(evaluating.started) == 1


def test_the_longer_it_waits_the_less_often_it_asks(evaluating: Evaluating) -> None:
    evaluating.take_slots_of(evaluating.team_id)
    pauses: list[timedelta] = []
    for _ in range(8):
        evaluating.begin()
        pauses.append(evaluating.free_at - evaluating.clock.now())
        evaluating.clock.moment = evaluating.free_at

    assert max(pauses) <= LONGEST_DEFERRAL
    assert pauses[-1] >= LONGEST_DEFERRAL / 2
    assert evaluating.started == []


def test_a_task_that_another_worker_has_begun_since_is_not_deferred(evaluating: Evaluating) -> None:
    claimed = outbox.claim(evaluating.table, evaluating.task["id"], evaluating.clock.now(), POLICY.lease)
    assert claimed is not None
    evaluating.clock.advance(seconds=POLICY.lease.total_seconds())
    outbox.claim(evaluating.table, evaluating.task["id"], evaluating.clock.now(), POLICY.lease)
    before = evaluating.stored_task()

    outbox.defer(evaluating.table, claimed, evaluating.clock.now())

    assert evaluating.stored_task() == before
