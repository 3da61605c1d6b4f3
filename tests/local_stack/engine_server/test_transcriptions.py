"""`POST /v1/audio/transcriptions`: OpenAI's form, over ears that hear what the test says."""

import io
import queue
import threading
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from werkzeug.test import EnvironBuilder
from werkzeug.wrappers import Request, Response

from local_stack.engine_server.failures import EngineRefusal
from local_stack.engine_server.transcription.heard import Heard, HeardWord
from local_stack.engine_server.transcription.route import Transcriptions
from local_stack.engines.recordings import UnreadableRecording


class ScriptedEars:
    """Hears what it is told to; `asked` is what it was asked for."""

    def __init__(self, gate: threading.Event | None = None) -> None:
        self._gate = gate
        self.asked: list[tuple[bytes, str]] = []

    def hear(self, content: bytes, language: str) -> Iterator[Heard | None]:
        self.asked.append((content, language))
        yield None
        if self._gate:
            self._gate.wait(60)
        if content == b"broken":
            raise UnreadableRecording("The recording is damaged.")
        words = [HeardWord("Guten", 0.5, 0.8, 0.9), HeardWord("Tag.", 0.85, 1.2, 0.7)]
        yield Heard("de", 2.0, [words])


def request(content: bytes | None = b"sound", fields: Mapping[str, str] | None = None) -> Request:
    data: dict[str, Any] = {**(fields or {})}
    if content is not None:
        data["file"] = (io.BytesIO(content), "answer.webm")
    return Request(EnvironBuilder("/", method="POST", data=data).get_environ())


class Jobs:
    """A route that announces into `told`."""

    def __init__(self) -> None:
        self.told: queue.SimpleQueue[tuple[str, bool]] = queue.SimpleQueue()
        self.ears = ScriptedEars()
        self.route = Transcriptions(self.ears, announce=lambda job, done: self.told.put((job, done)))


@pytest.fixture
def server_of_jobs() -> Jobs:
    return Jobs()


def body(response: Response) -> Any:
    return response.get_json()


def test_a_verbose_response_has_the_language_and_the_words_with_their_times() -> None:
    form = {"response_format": "verbose_json", "timestamp_granularities[]": "word", "language": "de"}

    assert body(Transcriptions(ScriptedEars())(request(fields=form))) == {
        "task": "transcribe",
        "language": "german",
        "duration": 2.0,
        "text": "Guten Tag.",
        "words": [
            {"word": "Guten", "start": 0.5, "end": 0.8, "probability": 0.9},
            {"word": "Tag.", "start": 0.85, "end": 1.2, "probability": 0.7},
        ],
    }


def test_a_plain_response_has_the_text() -> None:
    ears = Transcriptions(ScriptedEars())

    assert body(ears(request())) == {"text": "Guten Tag."}
    assert ears(request(fields={"response_format": "text"})).get_data() == b"Guten Tag.\n"
    segments = body(ears(request(fields={"response_format": "verbose_json"})))["segments"]
    assert segments == [{"id": 0, "start": 0.5, "end": 1.2, "text": "Guten Tag."}]


@pytest.mark.parametrize("sent", [request(None), request(fields={"response_format": "srt"})])
def test_a_form_that_is_not_understood_is_refused(sent: Request) -> None:
    with pytest.raises(EngineRefusal) as refusal:
        Transcriptions(ScriptedEars())(sent)

    assert refusal.value.status == 400


def test_a_recording_that_cannot_be_read_is_refused_with_what_is_wrong() -> None:
    with pytest.raises(EngineRefusal, match="The recording is damaged") as refusal:
        Transcriptions(ScriptedEars())(request(b"broken"))

    assert refusal.value.status == 400


@pytest.mark.parametrize(("content", "is_completed"), [(b"sound", True), (b"broken", False)])
def test_a_job_is_taken_at_once_and_its_end_announced(content: bytes, *, is_completed: bool) -> None:
    gate, told = threading.Event(), queue.SimpleQueue[tuple[str, bool]]()
    route = Transcriptions(ScriptedEars(gate), announce=lambda job, done: told.put((job, done)))

    response = route(request(content, fields={"job": "job-1", "language": "de"}))
    assert (response.status_code, told.empty()) == (202, True)
    gate.set()

    assert told.get(timeout=60) == ("job-1", is_completed)


def test_a_job_that_is_over_is_announced_again(server_of_jobs: Jobs) -> None:
    server_of_jobs.route(request(fields={"job": "job-1"}))
    assert server_of_jobs.told.get(timeout=60) == ("job-1", True)
    server_of_jobs.route(request(fields={"job": "job-2"}))

    assert server_of_jobs.told.get(timeout=60) == ("job-2", True)
    assert len(server_of_jobs.ears.asked) == 1
    assert body(server_of_jobs.route(request())) == {"text": "Guten Tag."}


def test_a_job_is_refused_where_nobody_listens() -> None:
    with pytest.raises(EngineRefusal) as refusal:
        Transcriptions(ScriptedEars())(request(fields={"job": "job-1"}))

    assert refusal.value.status == 501


def test_a_long_recording_is_worked_on_meanwhile_and_heard_once() -> None:
    gate = threading.Event()
    ears = ScriptedEars(gate)
    route = Transcriptions(ears, patience=0.02)

    with pytest.raises(EngineRefusal) as refusal:
        route(request(fields={"language": "de-DE"}))
    assert (refusal.value.status, refusal.value.retry_after) == (503, 1)
    gate.set()
    response = None
    while response is None:
        try:
            response = route(request(fields={"language": "de"}))
        except EngineRefusal:
            continue

    assert body(response) == {"text": "Guten Tag."}
    assert ears.asked == [(b"sound", "de")]
