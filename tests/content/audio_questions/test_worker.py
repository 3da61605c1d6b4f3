"""The speech worker: every script is spoken once, whatever fails on the way.

Interface: Audio questions, rules 3 and 4.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import pytest

from gather.core.clock import from_timestamp, timestamp
from gather.core.identifiers import is_id
from gather.events.task import TaskName
from gather.ports.failure import EngineFailed
from gather.ports.speech import SpokenAudio
from gather.table.outbox import LONGEST_RETRY
from gather.table.store import Table
from gather.wiring import Adapters
from speech.handler import handler
from tests.builders.failures import given_up, retry_all
from tests.builders.outbox import entries_of, events_of
from tests.builders.service import Service
from tests.doubles.clock import HandClock
from tests.doubles.engines import NARRATORS, ScriptedEngines
from tests.doubles.lambda_context import Context
from tests.doubles.table_faults import fail, throttled, timed_out

NORA, NORBERT = (narrator.id for narrator in NARRATORS)
THROTTLED = EngineFailed(retryable=True, reason="The speech engine answered ThrottlingException")
REFUSED = EngineFailed(retryable=False, reason="The speech engine answered InvalidSsmlException")


class Died(BaseException):
    """The end of the worker's process."""


def scripts_to_speak(table: Table) -> list[dict[str, Any]]:
    """Returns the unfinished tasks of this worker."""
    return [task for task in entries_of(table, "TASK") if task["name"] == TaskName.SPEAK_QUESTION]


@dataclass
class Studio:
    """Questions with scripts, and the worker that speaks them."""

    adapters: Adapters
    service: Service
    table: Table
    clock: HandClock
    engines: ScriptedEngines

    def add(self, script: str = "Why us?", narrator: str = NORA) -> str:
        """Creates a question with a script and returns its id."""
        body = {"title": "Why us?", "questionScript": script, "narratorId": narrator}
        reply = self.service.post("/questions", body)
        assert reply.status == 201, reply.body
        question_id: str = reply.data["question"]["id"]
        return question_id

    def patch(self, question_id: str, **fields: object) -> None:
        reply = self.service.patch(f"/questions/{question_id}", fields)
        assert reply.status == 200, reply.body

    def question(self, question_id: str) -> dict[str, Any]:
        question: dict[str, Any] = self.service.get(f"/questions/{question_id}").data["question"]
        return question

    def task(self) -> dict[str, Any]:
        """The latest unfinished task."""
        return scripts_to_speak(self.table)[-1]

    def deliver(self, *tasks: Mapping[str, Any]) -> list[str]:
        """Hand the messages of tasks to the worker. Returns the tasks whose messages come back."""
        records = [
            {
                "messageId": task["id"],
                "eventSource": "aws:sqs",
                "body": json.dumps({"taskId": task["id"], "name": task["name"], **task["payload"]}),
            }
            for task in tasks
        ]
        answer = handler.run({"Records": records}, Context(), self.adapters)
        return [str(failure["itemIdentifier"]) for failure in answer["batchItemFailures"]]

    def lose_claims(self) -> None:
        """Let the claims of all workers expire."""
        self.clock.advance(seconds=handler.policy.lease.total_seconds() + 1)

    def heard(self, question_id: str) -> str:
        """Returns the spoken text at the question's address."""
        address = self.question(question_id)["audioURL"]
        content, content_type = self.engines.the_media.stored[
            address.removeprefix("https://gather.example.com/")
        ]
        assert content_type == "audio/mpeg"
        return content.decode()


@pytest.fixture
def studio(
    adapters: Adapters, service: Service, table: Table, clock: HandClock, engines: ScriptedEngines
) -> Studio:
    return Studio(adapters, service, table, clock, engines)


def test_a_script_is_spoken_stored_and_announced(studio: Studio) -> None:
    question_id = studio.add("Why us?", NORBERT)
    task = studio.task()
    studio.clock.advance(seconds=5)

    assert studio.deliver(task) == []

    question = studio.question(question_id)
    address = question["audioURL"]
    assert address.startswith("https://gather.example.com/media/")
    assert len(address.rpartition("/")[2]) >= 43
    assert studio.heard(question_id) == "Norbert: Why us?"
    assert question["updatedAt"] == timestamp(studio.clock.now())
    assert events_of(studio.table) == [
        (
            "question.audio_generated",
            {
                "aiAudioVersionId": task["payload"]["speechVersionId"],
                "batchId": task["payload"]["batchId"],
                "narratorId": NORBERT,
                "audioUrl": address,
                "text": "Why us?",
                "createdAt": timestamp(studio.clock.now()),
            },
        )
    ]
    assert scripts_to_speak(studio.table) == []


def test_a_task_names_the_question_its_version_and_the_request(studio: Studio) -> None:
    first, second = studio.add(), studio.add()

    tasks = [task["payload"] for task in scripts_to_speak(studio.table)]

    assert [payload["questionId"] for payload in tasks] == [first, second]
    for payload in tasks:
        assert set(payload) == {"questionId", "speechVersionId", "batchId"}
        assert is_id(payload["speechVersionId"])
        assert is_id(payload["batchId"])
    assert len({payload["batchId"] for payload in tasks}) == 2


def test_a_recording_is_not_spoken(studio: Studio) -> None:
    recording = {"title": "Why us?", "audioURL": "https://cdn.example.com/a.mp3", "questionScript": "Why?"}
    assert studio.service.post("/questions", recording).status == 201

    assert scripts_to_speak(studio.table) == []


def test_a_message_delivered_twice_speaks_once(studio: Studio) -> None:
    studio.add()
    task = studio.task()

    assert studio.deliver(task, task) == []
    studio.lose_claims()
    assert studio.deliver(task) == []

    assert len(studio.engines.the_speech.spoken) == 1
    assert len(events_of(studio.table)) == 1


def _after_claiming(studio: Studio, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(studio.engines.the_speech, "synthesize", _dying)


def _after_speaking(studio: Studio, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(studio.engines.the_media, "put", _dying)


def _after_storing_the_audio(_studio: Studio, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Table, "transact", _dying)


def _after_publishing(_studio: Studio, patch: pytest.MonkeyPatch) -> None:
    transact = Table.transact

    def publish_and_die(table: Table, writes: list[dict[str, Any]]) -> None:
        transact(table, writes)
        raise Died

    patch.setattr(Table, "transact", publish_and_die)


def _dying(*_: object) -> SpokenAudio:
    raise Died


@pytest.mark.parametrize(
    "moment", [_after_claiming, _after_speaking, _after_storing_the_audio, _after_publishing]
)
def test_a_worker_that_dies_between_two_steps_loses_and_repeats_nothing(
    studio: Studio, moment: Callable[[Studio, pytest.MonkeyPatch], None]
) -> None:
    question_id = studio.add()
    task = studio.task()
    with pytest.MonkeyPatch.context() as patch:
        moment(studio, patch)
        with pytest.raises(Died):
            studio.deliver(task)

    assert studio.deliver(task) == []
    assert len(studio.engines.the_speech.spoken) <= 1
    studio.lose_claims()
    assert studio.deliver(task) == []

    assert studio.heard(question_id) == "Nora: Why us?"
    assert len(studio.engines.the_media.stored) == 1
    assert len(events_of(studio.table)) == 1
    assert scripts_to_speak(studio.table) == []


def test_a_worker_that_outlives_its_claim_publishes_nothing_twice(
    studio: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    question_id = studio.add()
    task = studio.task()
    put = studio.engines.the_media.put

    def slow_put(key: str, content: bytes, content_type: str) -> None:
        monkeypatch.setattr(studio.engines.the_media, "put", put)
        studio.lose_claims()
        assert studio.deliver(task) == []
        put(key, content, content_type)

    monkeypatch.setattr(studio.engines.the_media, "put", slow_put)

    assert studio.deliver(task) == []

    assert len(studio.engines.the_speech.spoken) == 2
    assert len(studio.engines.the_media.stored) == 1
    assert len(events_of(studio.table)) == 1
    assert studio.heard(question_id) == "Nora: Why us?"


def while_speaking(studio: Studio, monkeypatch: pytest.MonkeyPatch, happen: Callable[[], object]) -> None:
    """Run `happen` while the next script is spoken."""
    synthesize = studio.engines.the_speech.synthesize

    def interrupted(text: str, narrator_id: str) -> SpokenAudio:
        monkeypatch.setattr(studio.engines.the_speech, "synthesize", synthesize)
        audio = synthesize(text, narrator_id)
        happen()
        return audio

    monkeypatch.setattr(studio.engines.the_speech, "synthesize", interrupted)


def test_a_newer_script_overtakes_the_one_that_is_being_spoken(
    studio: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    question_id = studio.add("Old script")
    old = studio.task()
    while_speaking(studio, monkeypatch, lambda: studio.patch(question_id, questionScript="New script"))

    assert studio.deliver(old) == []

    assert studio.question(question_id)["audioURL"] is None
    assert events_of(studio.table) == []
    studio.deliver(studio.task())
    assert studio.heard(question_id) == "Nora: New script"
    assert [payload["text"] for _, payload in events_of(studio.table)] == ["New script"]
    assert scripts_to_speak(studio.table) == []


def test_messages_that_change_places_leave_the_newer_script(studio: Studio) -> None:
    question_id = studio.add("Old script")
    old = studio.task()
    studio.patch(question_id, narratorId=NORBERT, questionScript="New script")
    new = studio.task()

    assert studio.deliver(new, old) == []

    assert studio.heard(question_id) == "Norbert: New script"
    assert studio.engines.the_speech.spoken == [("New script", NORBERT)]
    assert [payload["text"] for _, payload in events_of(studio.table)] == ["New script"]
    assert scripts_to_speak(studio.table) == []


def test_a_recording_stops_speech_that_is_under_way(studio: Studio, monkeypatch: pytest.MonkeyPatch) -> None:
    question_id = studio.add()
    recording = "https://cdn.example.com/why-us.mp3"
    while_speaking(studio, monkeypatch, lambda: studio.patch(question_id, audioURL=recording))

    assert studio.deliver(studio.task()) == []

    assert studio.question(question_id)["audioURL"] == recording
    assert events_of(studio.table) == []
    assert scripts_to_speak(studio.table) == []


def test_another_change_of_the_question_is_kept_beside_its_audio(
    studio: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    question_id = studio.add()
    while_speaking(studio, monkeypatch, lambda: studio.patch(question_id, title="Motivation"))

    studio.deliver(studio.task())

    assert studio.question(question_id)["title"] == "Motivation"
    assert studio.heard(question_id) == "Nora: Why us?"


def test_a_changed_script_or_narrator_is_spoken_again_at_a_new_address(studio: Studio) -> None:
    question_id = studio.add("Why us?")
    studio.deliver(studio.task())
    addresses = [studio.question(question_id)["audioURL"]]

    for change in ({"narratorId": NORBERT}, {"questionScript": "Why now?"}):
        studio.clock.advance(minutes=1)
        studio.patch(question_id, **change)
        assert studio.question(question_id)["audioURL"] is None
        studio.deliver(studio.task())
        addresses.append(studio.question(question_id)["audioURL"])

    assert studio.heard(question_id) == "Norbert: Why now?"
    assert len(set(addresses)) == 3
    assert [payload["audioUrl"] for _, payload in events_of(studio.table)] == addresses
    assert len({payload["batchId"] for _, payload in events_of(studio.table)}) == 3


def test_a_patch_that_says_the_same_is_not_spoken_again(studio: Studio) -> None:
    question_id = studio.add("Why us?")
    studio.deliver(studio.task())

    studio.patch(question_id, title="Motivation", questionScript="Why us?", narratorId=NORA, audioURL=None)

    assert scripts_to_speak(studio.table) == []
    assert studio.heard(question_id) == "Nora: Why us?"


def test_taking_a_recording_away_has_the_script_spoken(studio: Studio) -> None:
    question_id = studio.add("Why us?")
    studio.deliver(studio.task())
    studio.patch(question_id, audioURL="https://cdn.example.com/why-us.mp3")

    studio.patch(question_id, audioURL=None)
    studio.deliver(studio.task())

    assert studio.heard(question_id) == "Nora: Why us?"


@pytest.mark.produces("SpeechRetries")
def test_a_throttled_engine_is_asked_again(studio: Studio) -> None:
    question_id = studio.add()
    task = studio.task()
    studio.engines.the_speech.failures.append(THROTTLED)

    assert studio.deliver(task) == [task["id"]]
    assert studio.question(question_id)["audioURL"] is None

    studio.clock.advance(minutes=1)
    assert studio.deliver(task) == []
    assert studio.heard(question_id) == "Nora: Why us?"
    assert len(events_of(studio.table)) == 1


def test_a_media_store_that_fails_is_asked_again(studio: Studio) -> None:
    question_id = studio.add()
    task = studio.task()
    studio.engines.the_media.failures.append(EngineFailed(retryable=False, reason="no bucket"))

    assert studio.deliver(task) == [task["id"]]
    studio.clock.advance(minutes=1)
    assert studio.deliver(task) == []

    assert studio.heard(question_id) == "Nora: Why us?"


def test_a_task_given_back_is_sent_again_later_each_time(studio: Studio) -> None:
    studio.add()
    pauses = []
    for _ in range(12):
        studio.engines.the_speech.failures.append(THROTTLED)
        studio.deliver(studio.task())
        pauses.append(studio.task()["dueSk"])
        studio.clock.advance(hours=2)

    start = HandClock().now()
    waits = [
        from_timestamp(due).timestamp() - start.timestamp() - 7_200 * number
        for number, due in enumerate(pauses)
    ]
    assert 30 <= waits[0] <= 60
    assert waits[4] > 4 * waits[0]
    assert LONGEST_RETRY.total_seconds() / 2 <= waits[-1] <= LONGEST_RETRY.total_seconds()


@pytest.mark.produces("ScriptsUnspoken")
def test_a_script_that_the_engine_refuses_ends_without_audio(
    studio: Studio, caplog: pytest.LogCaptureFixture
) -> None:
    question_id = studio.add("A script with a name in it")
    task = studio.task()
    studio.engines.the_speech.failures.append(REFUSED)

    assert studio.deliver(task) == []

    question = studio.question(question_id)
    assert (question["audioURL"], question["questionScript"]) == (None, "A script with a name in it")
    assert events_of(studio.table) == []
    assert scripts_to_speak(studio.table) == []
    refusal = next(record for record in caplog.records if record.getMessage() == "a task was given up")
    assert (vars(refusal)["questionId"], vars(refusal)["reason"]) == (question_id, REFUSED.reason)
    assert [
        vars(record)["ScriptsUnspoken"] for record in caplog.records if "ScriptsUnspoken" in vars(record)
    ] == [1]
    assert not any("with a name" in str(vars(record)) for record in caplog.records)


def test_a_script_that_no_attempt_can_speak_ends_and_can_be_patched(
    studio: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(handler, "policy", replace(handler.policy, most_attempts=2))
    question_id = studio.add("Why us?")
    task = studio.task()
    studio.engines.the_speech.failures += [THROTTLED, THROTTLED]

    outcomes = []
    for _ in range(3):
        outcomes.append(studio.deliver(task))
        studio.clock.advance(hours=1)

    assert outcomes == [[task["id"]], [], []]

    assert studio.question(question_id)["audioURL"] is None
    assert scripts_to_speak(studio.table) == []
    studio.patch(question_id, questionScript="Why us?")
    studio.deliver(studio.task())
    assert studio.heard(question_id) == "Nora: Why us?"


def test_retrying_a_refused_script_speaks_it(studio: Studio) -> None:
    question_id = studio.add("Why us?")
    studio.engines.the_speech.failures.append(REFUSED)
    studio.deliver(studio.task())

    assert retry_all(studio.adapters.records, studio.clock.now()) == [True]
    assert studio.deliver(studio.task()) == []

    assert studio.heard(question_id) == "Nora: Why us?"
    assert given_up(studio.adapters.records) == []


def test_retrying_a_script_that_was_patched_since_leaves_the_new_one_alone(studio: Studio) -> None:
    question_id = studio.add("Why us?")
    studio.engines.the_speech.failures.append(REFUSED)
    studio.deliver(studio.task())
    studio.patch(question_id, questionScript="Why here?")
    studio.deliver(studio.task())

    assert retry_all(studio.adapters.records, studio.clock.now()) == [False]

    assert scripts_to_speak(studio.table) == []
    assert studio.heard(question_id) == "Nora: Why here?"
    assert given_up(studio.adapters.records) == []


def test_patching_a_refused_script_tries_it_again(studio: Studio) -> None:
    question_id = studio.add("Why us?")
    studio.engines.the_speech.failures.append(REFUSED)
    studio.deliver(studio.task())

    studio.patch(question_id, questionScript="Why us?")
    studio.deliver(studio.task())

    assert studio.heard(question_id) == "Nora: Why us?"


def test_a_refusal_of_an_older_script_leaves_the_newer_one(
    studio: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    question_id = studio.add("Old script")
    old = studio.task()

    def refuse(_text: str, _narrator_id: str) -> SpokenAudio:
        studio.patch(question_id, questionScript="New script")
        raise REFUSED

    with monkeypatch.context() as patch:
        patch.setattr(studio.engines.the_speech, "synthesize", refuse)
        assert studio.deliver(old) == []
    studio.deliver(studio.task())

    assert studio.heard(question_id) == "Nora: New script"
    assert scripts_to_speak(studio.table) == []


@pytest.mark.parametrize("fault", [throttled, timed_out])
def test_a_table_that_does_not_take_the_audio_sends_the_message_back(
    adapters: Adapters, studio: Studio, fault: Callable[[str], Exception]
) -> None:
    question_id = studio.add()
    task = studio.task()
    stop = fail(adapters, "TransactWriteItems", fault("TransactWriteItems"))
    try:
        assert studio.deliver(task) == [task["id"]]
    finally:
        stop()
    studio.lose_claims()

    assert studio.deliver(task) == []

    assert studio.heard(question_id) == "Nora: Why us?"
    assert len(events_of(studio.table)) == 1


def test_one_failed_message_of_a_batch_comes_back_alone(studio: Studio) -> None:
    failing, fine = studio.add("First"), studio.add("Second")
    first, second = scripts_to_speak(studio.table)
    studio.engines.the_speech.failures.append(THROTTLED)

    assert studio.deliver(first, second) == [first["id"]]

    assert studio.question(failing)["audioURL"] is None
    assert studio.heard(fine) == "Nora: Second"


def test_an_archived_question_is_spoken_too(studio: Studio) -> None:
    question_id = studio.add()
    task = studio.task()
    studio.service.delete(f"/questions/{question_id}")

    studio.deliver(task)

    assert studio.heard(question_id) == "Nora: Why us?"
    assert studio.question(question_id)["archivedAt"] is not None
