"""The wait for transcriptions that the engine announces: what it costs, and what may happen to an event.

The deployed definition runs in virtual time, with the functions and the table. Amazon Transcribe delivers
events on a best-effort basis, and EventBridge at least once.
"""

import pytest

from gather.ports.failure import EngineFailed
from gather.ports.transcription import TranscriptionFailed
from gather.table import keys
from gather.table.store import Table
from gather.wiring import Adapters
from tests.builders.outbox import entries_of
from tests.builders.screening import make_spoken_screening
from tests.builders.service import UNKNOWN_ID, Service
from tests.doubles.clock import HandClock
from tests.doubles.engines import ScriptedEngines
from tests.doubles.evaluation_machine import Delays, EvaluationMachine
from tests.doubles.evaluation_steps import record_answer
from tests.doubles.screening_candidate import Screening
from tests.doubles.timed_transcription import TimedTranscription
from tests.state_machines.conftest import definition_of

SECONDS = [60.0, 75.0, 90.0, 105.0, 120.0]
"""What the jobs of an interview with five recordings take."""
ASKED_AGAIN_AND_AGAIN = 96
"""The transitions of the wait of the same interview when every job is asked for every five seconds."""


class Evaluation:
    """The evaluation of an interview whose recordings take `seconds` to be transcribed."""

    def __init__(
        self,
        service: Service,
        adapters: Adapters,
        engines: ScriptedEngines,
        clock: HandClock,
        seconds: list[float],
        delays: Delays | None = None,
        *,
        announces: bool = True,
    ) -> None:
        self.table: Table = adapters.records.table
        self.clock = clock
        self.jobs = TimedTranscription(clock=clock, seconds=seconds, announces=announces)
        engines.the_transcription = self.jobs
        self.machine = EvaluationMachine(
            adapters, clock, definition_of("evaluation/assets/evaluation.asl.json")
        )
        if delays is not None:
            self.machine.delays = delays
        self.jobs.on_start = self.machine.schedule
        self.screening = _completed(service, engines, len(seconds))
        self.began = clock.now()
        self.took = 0.0
        """How long it has taken since the interview was completed, in seconds."""

    def run(self) -> None:
        """Run its execution to its end."""
        screening = self.screening
        place = {"teamId": screening.candidate["teamId"], "candidateInterviewId": screening.id}
        self.machine.run({**place, "run": 1, "attempt": 1})
        self.took = (self.clock.now() - self.began).total_seconds()

    def heard(self) -> list[str | None]:
        """The transcriptions in the results."""
        return [response.get("transcription") for response in self.screening.results()["responses"]]

    def status(self) -> str:
        return str(self.screening.results()["summaryStatus"])


def _completed(service: Service, engines: ScriptedEngines, recordings: int) -> Screening:
    screening = make_spoken_screening(service, recordings)
    for number in range(1, recordings + 1):
        record_answer(screening, engines, f"I said the {number}. sentence.", f"spoken-{number}")
    assert screening.complete().status == 200
    return screening


class Make:
    """Makes evaluations in the test's service."""

    def __init__(
        self, service: Service, adapters: Adapters, engines: ScriptedEngines, clock: HandClock
    ) -> None:
        self._around = (service, adapters, engines, clock)

    def __call__(
        self, seconds: list[float], delays: Delays | None = None, *, announces: bool = True
    ) -> Evaluation:
        return Evaluation(*self._around, seconds, delays, announces=announces)


@pytest.fixture
def make(service: Service, adapters: Adapters, engines: ScriptedEngines, clock: HandClock) -> Make:
    return Make(service, adapters, engines, clock)


EVERYTHING = [f"I said the {number}. sentence." for number in range(1, 6)]


def test_five_recordings_are_waited_for_with_at_least_80_percent_fewer_transitions(make: Make) -> None:
    asked = make(SECONDS, announces=False)
    asked.run()
    told = make(SECONDS)
    told.run()

    assert asked.heard() == told.heard() == EVERYTHING
    assert asked.machine.transitions_of_waiting() == ASKED_AGAIN_AND_AGAIN
    assert told.machine.transitions_of_waiting() == 3
    assert told.machine.transitions_of_waiting() <= 0.2 * asked.machine.transitions_of_waiting()
    executions = asked.machine.execution, told.machine.execution
    assert [execution.transitions for execution in executions if execution] == [102, 9]
    # Nobody waits for longer either: the last job takes two minutes.
    assert 120 < told.took < 122 < asked.took


def test_the_execution_is_woken_once_by_the_last_of_its_jobs(make: Make) -> None:
    evaluation = make(SECONDS)
    evaluation.run()

    assert (len(evaluation.machine.woken), evaluation.machine.refused) == (1, [])
    assert evaluation.status() == "complete"


def test_an_event_that_comes_before_the_token_is_stored_is_not_missed(make: Make) -> None:
    """The job is over when the execution begins to wait; its event found nobody."""
    evaluation = make([0.0, 0.0, 60.0], lambda _: (0.0,))
    evaluation.run()

    assert evaluation.machine.execution is not None
    assert "CountAwait" not in evaluation.machine.execution.entered
    assert 60 < evaluation.took < 62


@pytest.mark.parametrize("announces", [True, False])
def test_recordings_beyond_the_jobs_at_once_wait_in_the_execution_until_there_is_room(
    make: Make, announces: bool
) -> None:
    """Transcribe refuses a job beyond the quota of all teams. The run is neither put off nor failed. Nobody
    starts a job again, which would count in the quota of starts and keep the others from theirs."""
    evaluation = make(SECONDS, announces=announces)
    evaluation.jobs.most_at_once = 2
    evaluation.run()

    assert evaluation.jobs.refused > 0
    assert evaluation.heard() == EVERYTHING
    assert evaluation.status() == "complete"
    assert evaluation.jobs.asked == len(SECONDS) + evaluation.jobs.refused
    execution = evaluation.machine.execution
    assert execution is not None
    assert not {"PutOff", "Fail"} & {*execution.entered}


def test_jobs_that_are_refused_for_an_hour_put_the_run_off(make: Make) -> None:
    evaluation = make(SECONDS)
    evaluation.jobs.most_at_once = 0
    evaluation.run()

    assert evaluation.status() == "processing"
    assert evaluation.machine.execution is not None
    assert "PutOff" in evaluation.machine.execution.entered
    assert 3_600 < evaluation.took < 3_700


def test_an_engine_that_is_asked_too_often_for_results_does_not_end_the_wait_for_them(make: Make) -> None:
    evaluation = make([60.0])
    evaluation.jobs.failures_of_results = [
        EngineFailed(retryable=True, throttled=True, reason="asked too often")
    ]
    evaluation.run()

    execution = evaluation.machine.execution
    assert execution is not None
    assert execution.entered.count("AwaitTranscriptions") == 1
    assert evaluation.status() == "complete"
    assert 60 < evaluation.took < 62


def test_recordings_that_are_all_transcribed_at_once_keep_nobody_waiting(make: Make) -> None:
    evaluation = make([0.0, 0.0], lambda _: (0.0,))
    evaluation.run()

    assert evaluation.machine.transitions_of_waiting() == 3
    assert evaluation.took < 2
    assert evaluation.heard() == EVERYTHING[:2]


def test_an_event_between_the_token_and_the_look_at_the_jobs_wakes_the_execution(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its job is still told to be under way: a read of the engine may be older than its event."""
    evaluation = make([30.0])
    looked = TimedTranscription.result
    looks: list[str] = []

    def look(jobs: TimedTranscription, job_id: str, **limit: float) -> object:
        looks.append(job_id)
        found = looked(jobs, job_id, **limit)
        if len(looks) == 1:
            evaluation.machine.events.clear()
            evaluation.clock.advance(seconds=30)
            evaluation.machine.deliver(job_id)
        return found

    monkeypatch.setattr(TimedTranscription, "result", look)
    evaluation.run()

    assert len(evaluation.machine.woken) == 1
    assert evaluation.took < 32


def test_events_that_come_twice_change_nothing(make: Make) -> None:
    evaluation = make(SECONDS, lambda _: (0.5, 0.5, 90.0))
    evaluation.run()
    for _, job in evaluation.machine.events:
        evaluation.machine.deliver(job)

    assert evaluation.machine.transitions_of_waiting() == 3
    assert len(evaluation.machine.woken) == 1
    assert evaluation.heard() == EVERYTHING


def test_a_late_event_is_waited_for_until_the_execution_looks_by_itself(make: Make) -> None:
    evaluation = make([60.0, 60.0], lambda job: (100.0,))
    evaluation.run()

    assert 160 < evaluation.took < 162
    assert evaluation.machine.transitions_of_waiting() == 3


def test_a_lost_event_is_made_up_for_after_three_minutes(make: Make) -> None:
    lost = iter([(), (0.5,), (0.5,)])
    evaluation = make([60.0, 60.0, 60.0], lambda _: next(lost))
    evaluation.run()

    assert 180 < evaluation.took < 182
    assert evaluation.machine.transitions_of_waiting() == 4
    assert evaluation.heard() == EVERYTHING[:3]


def test_an_event_after_the_time_limit_of_the_token_does_no_harm(make: Make) -> None:
    """The execution has looked, found the job under way and waits with another token."""
    evaluation = make([200.0], lambda _: (0.0,))
    evaluation.run()

    assert len(evaluation.machine.woken) == 1
    assert 200 < evaluation.took < 202
    assert evaluation.machine.transitions_of_waiting() == 7


def test_a_token_that_has_timed_out_when_its_event_comes_is_replaced(make: Make) -> None:
    """The event is delivered after the time limit, before the execution has looked at the job."""
    evaluation = make([180.1], lambda _: ())
    checks: list[str] = []

    def deliver_late(action: str) -> None:
        checks.append(action)
        if action == "check_transcriptions" and checks.count(action) == 1:
            evaluation.clock.advance(seconds=1)
            for job in evaluation.jobs.ends:
                evaluation.machine.deliver(job)

    evaluation.machine.meanwhile = deliver_late
    evaluation.run()

    assert (len(evaluation.machine.refused), evaluation.machine.woken) == (1, [])
    assert evaluation.took < 184
    assert evaluation.heard() == EVERYTHING[:1]


def test_a_job_that_failed_is_announced_too_and_leaves_its_answer_without_words(make: Make) -> None:
    evaluation = make([20.0, 30.0])
    broken = next(iter(evaluation.jobs.results))
    evaluation.jobs.results[broken] = TranscriptionFailed("The recording is broken")
    evaluation.run()

    assert evaluation.machine.transitions_of_waiting() == 3
    assert evaluation.heard() == [None, "I said the 2. sentence."]
    assert evaluation.status() == "complete"


@pytest.mark.parametrize(
    "job",
    [
        f"{UNKNOWN_ID}-1-{UNKNOWN_ID}",
        f"{UNKNOWN_ID}-turn-{UNKNOWN_ID}",
        "somebody-else-s-job",
        "",
        "-1-",
        f"{UNKNOWN_ID}-{'9' * 40}-{UNKNOWN_ID}",
    ],
)
def test_an_event_of_a_job_that_nobody_waits_for_ends_quietly(make: Make, job: str) -> None:
    evaluation = make([1.0])
    evaluation.machine.deliver(job)

    assert (evaluation.machine.woken, evaluation.machine.refused) == ([], [])
    evaluation.run()


def test_an_interview_that_is_erased_meanwhile_ends_its_wait(make: Make) -> None:
    """Its task is gone with it, and what its job announces finds nothing."""
    evaluation = make([60.0])
    (task,) = (entry for entry in entries_of(evaluation.table, "TASK") if entry["name"] == "evaluate")

    def erase(action: str) -> None:
        if action == "await_transcriptions":
            evaluation.table.delete(keys.outbox(task["id"]))

    evaluation.machine.meanwhile = erase
    evaluation.run()
    for job in evaluation.jobs.ends:
        evaluation.machine.deliver(job)

    assert len(evaluation.machine.woken) == 1
    assert evaluation.took < 2


def test_the_token_is_forgotten_with_the_run(make: Make) -> None:
    evaluation = make([10.0])
    seen: list[object] = []

    def look(action: str) -> None:
        if action == "check_transcriptions":
            seen.extend(entry.get("token") for entry in entries_of(evaluation.table, "TASK"))

    evaluation.machine.meanwhile = look
    evaluation.run()

    assert evaluation.machine.woken[0] in seen
    assert not [entry for entry in entries_of(evaluation.table, "TASK") if "token" in entry]


def test_what_was_found_without_its_event_is_not_waited_for_again(make: Make) -> None:
    """The first event is lost. The execution has found its transcription, and waits for the second alone."""
    events = iter([(), (0.5,)])
    evaluation = make([60.0, 400.0], lambda _: next(events))
    evaluation.run()

    assert evaluation.heard() == EVERYTHING[:2]
    assert 400 < evaluation.took < 402


def test_a_run_that_is_begun_again_waits_with_another_token(make: Make) -> None:
    """The first execution was lost with its token."""
    evaluation = make([10.0, 400.0])

    def lose(action: str) -> None:
        if action == "check_transcriptions":
            raise RuntimeError("The machine is lost.")

    evaluation.machine.meanwhile = lose
    with pytest.raises(RuntimeError, match="lost"):
        evaluation.run()
    evaluation.machine.meanwhile = lambda action: None
    evaluation.run()

    assert evaluation.heard() == EVERYTHING[:2]
    assert len(evaluation.machine.woken) == 1
    assert 400 < evaluation.took < 403
