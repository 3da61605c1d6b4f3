"""`POST /v1/audio/transcriptions`, as OpenAI describes it.

A form with the field `job` is ours: the response comes at once, and the end of the work is announced under
that name.
"""

import hashlib
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from typing import Final, Protocol

from werkzeug.datastructures import FileStorage
from werkzeug.wrappers import Request, Response

from gather.core.language import primary_language
from local_stack.engine_server.failures import EngineRefusal, json_response
from local_stack.engine_server.transcription.heard import Heard, HeardWord
from local_stack.engine_server.transcription.work import SharedWork
from local_stack.engines.recordings import UnreadableRecording

_PATIENCE_SECONDS: Final = 8.0
"""How long a request waits for its recording. A candidate's request waits twice as long at most."""
_FORMATS: Final = ("json", "verbose_json", "text")
_LANGUAGE_NAMES: Final = {
    "ar": "arabic",
    "de": "german",
    "en": "english",
    "es": "spanish",
    "fr": "french",
    "it": "italian",
    "nl": "dutch",
    "pl": "polish",
    "pt": "portuguese",
}
"""OpenAI's names of the languages."""


class Ears(Protocol):
    """What hears the words of a recording."""

    def hear(self, content: bytes, language: str) -> Iterator[Heard | None]:
        """Work on a recording, step by step; the last step yields what was heard.

        `language` is the ISO 639-1 code of the one to expect, or empty. Raises UnreadableRecording.
        """
        ...


Announce = Callable[[str, bool], None]
"""Tells the end of a job by its name, and whether there is a result."""


class Transcriptions:
    """The route's engine. A recording that takes long gets 503 meanwhile, and the work on it goes on."""

    def __init__(
        self, ears: Ears, patience: float = _PATIENCE_SECONDS, announce: Announce | None = None
    ) -> None:
        """Without `announce` a form with a `job` is refused."""
        self._ears = ears
        self._patience = patience
        self._announce = announce
        self._work: SharedWork[Heard] = SharedWork()

    def __call__(self, request: Request) -> Response:
        # The parts of a form may be files, which end with the request.
        with request:
            return self._respond(request)

    def _respond(self, request: Request) -> Response:
        file = request.files.get("file")
        if file is None:
            raise EngineRefusal(400, "The form has no `file`.")
        form = request.form.get("response_format") or "json"
        if form not in _FORMATS:
            raise EngineRefusal(400, f"`response_format` is one of {', '.join(_FORMATS)}.")
        language = primary_language(request.form.get("language") or "")
        if job := request.form.get("job"):
            return self._begin(file, language, job)
        heard = self._heard(file, language)
        if form == "text":
            return Response(heard.text + "\n", mimetype="text/plain")
        if form == "json":
            return json_response({"text": heard.text})
        return json_response(_verbose(heard, request.form.getlist("timestamp_granularities[]")))

    def _begin(self, file: FileStorage, language: str, job: str) -> Response:
        announce = self._announce
        if announce is None:
            raise EngineRefusal(501, "Nobody listens to announcements.")

        def tell(done: "Future[Heard]") -> None:
            # Not in the thread that transcribes: the others need not wait for who listens.
            threading.Thread(target=announce, args=(job, done.exception() is None), daemon=True).start()

        content = file.read()
        begun = self._work.begin(
            _name(content, language), len(content), lambda: self._ears.hear(content, language)
        )
        begun.add_done_callback(tell)
        return json_response({}, 202)

    def _heard(self, file: FileStorage, language: str) -> Heard:
        content = file.read()
        try:
            return self._work.outcome(
                _name(content, language),
                len(content),
                lambda: self._ears.hear(content, language),
                self._patience,
            )
        except TimeoutError as error:
            raise EngineRefusal(503, "The recording is being transcribed.", retry_after=1) from error
        except UnreadableRecording as error:
            raise EngineRefusal(400, str(error)) from error


def _name(content: bytes, language: str) -> str:
    return f"{hashlib.sha256(content).hexdigest()} {language}"


def _verbose(heard: Heard, granularities: list[str]) -> dict[str, object]:
    """A `verbose_json`. The words' probabilities are ours: OpenAI has none."""
    body: dict[str, object] = {
        "task": "transcribe",
        "language": _LANGUAGE_NAMES.get(heard.language, heard.language),
        "duration": round(heard.seconds, 2),
        "text": heard.text,
    }
    if "word" in granularities:
        body["words"] = [_word(each) for each in heard.words]
    if "segment" in granularities or not granularities:
        body["segments"] = [_segment(number, each) for number, each in enumerate(heard.segments)]
    return body


def _word(word: HeardWord) -> dict[str, object]:
    return {
        "word": word.text,
        "start": round(word.start, 2),
        "end": round(word.end, 2),
        "probability": round(word.probability, 3),
    }


def _segment(number: int, words: list[HeardWord]) -> dict[str, object]:
    return {
        "id": number,
        "start": round(words[0].start, 2),
        "end": round(words[-1].end, 2),
        "text": " ".join(each.text for each in words),
    }
