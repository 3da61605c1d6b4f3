"""What the engine server answers: a table, to which each engine adds its route.

An engine is a function from a request to a response. It is made at the first request to its route, with the
folders of the models that the route needs, and imports its libraries no earlier.
"""

import os
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from werkzeug.wrappers import Request, Response

from local_stack.models.store import ModelMissing, path_of

if TYPE_CHECKING:
    from local_stack.engine_server.transcription.stream import Ears
    from local_stack.engine_server.transcription.whisper import Whisper

Engine = Callable[[Request], Response]
Folders = Mapping[str, Path]
"""The folders of models, by the models' names. One that is not there raises EngineRefusal."""

WHISPER_MODEL_VARIABLE: Final = "GATHER_WHISPER_MODEL"

WORDS_PATIENCE_SECONDS: Final = 0.3
_LOADED: Final[dict[str, "Whisper"]] = {}
_LOADING: Final = threading.Lock()


@dataclass(frozen=True, slots=True)
class EngineRoute:
    """A route: `load` makes its engine when the models that it `needs` are there. It may look for others."""

    method: str
    path: str
    needs: tuple[str, ...]
    load: Callable[[Folders], Engine]


def _whisper(model: str) -> "Whisper":
    """The model that the routes share, loaded once."""
    from local_stack.engine_server.transcription.whisper import Whisper

    with _LOADING:
        if model not in _LOADED:
            _LOADED[model] = Whisper(model)
        return _LOADED[model]


def _ears(folders: Folders) -> "Whisper":
    return _whisper(chosen_whisper_model() or str(folders["whisper-base"]))


def _transcriptions(folders: Folders) -> Engine:
    from local_stack.engine_server.transcription.job_events import EVENTS_URL_VARIABLE, JobEvents
    from local_stack.engine_server.transcription.route import Transcriptions

    events_url = os.environ.get(EVENTS_URL_VARIABLE)
    return Transcriptions(
        _ears(folders),
        announce=JobEvents(events_url) if events_url else None,
    )


def _streams(folders: Folders) -> "Ears":
    from local_stack.engine_server.transcription.streamed_speech import StreamedSpeech
    from local_stack.engine_server.turns.voice_activity import VoiceActivity

    whisper = _ears(folders)
    activity = VoiceActivity(folders["silero-vad"] / "silero-vad.onnx")

    def understanding(language: str) -> StreamedSpeech:
        return StreamedSpeech(activity.listener(), lambda passage: whisper.words_of(passage, language))

    return understanding


def turns_engine(folders: Folders, patience: float = WORDS_PATIENCE_SECONDS) -> Engine:
    """The engine of `/v1/turns`, which waits so many seconds for words."""
    from local_stack.engine_server.turns.detector import TurnDetector
    from local_stack.engine_server.turns.last_words import LastWords
    from local_stack.engine_server.turns.route import Turns

    def words() -> LastWords | None:
        try:
            model = chosen_whisper_model() or str(path_of("whisper-base"))
        except ModelMissing:
            return None
        return LastWords(_whisper(model).model)

    detector = TurnDetector(
        folders["silero-vad"] / "silero-vad.onnx", folders["smart-turn"] / "smart-turn.onnx"
    )
    return Turns(detector, words, patience)


def _embeddings(folders: Folders) -> Engine:
    from local_stack.engine_server.embeddings.examples import remember_examples
    from local_stack.engine_server.embeddings.minilm import MiniLm
    from local_stack.engine_server.embeddings.route import Embeddings
    from local_stack.engines.behaviours import example_sentences

    model = MiniLm(folders["minilm-l6"])
    remember_examples(model, example_sentences(), folders["minilm-l6"])
    return Embeddings("minilm-l6", model)


def chosen_whisper_model() -> str:
    """The model of faster-whisper that the environment names instead of the catalogue's; empty without."""
    return os.environ.get(WHISPER_MODEL_VARIABLE, "")


def _speech(folders: Folders) -> Engine:
    from local_stack.engine_server.speech.route import SpokenTexts

    return SpokenTexts(folders)


_EARS: Final = () if chosen_whisper_model() else ("whisper-base",)

ROUTES: Final = (
    EngineRoute("POST", "/v1/audio/transcriptions", _EARS, _transcriptions),
    EngineRoute("POST", "/v1/turns", ("silero-vad", "smart-turn"), turns_engine),
    EngineRoute("POST", "/v1/embeddings", ("minilm-l6",), _embeddings),
    EngineRoute("POST", "/v1/audio/speech", (), _speech),
)

SPEECH_STREAMS: Final = ((*_EARS, "silero-vad"), _streams)
"""The models that streams of speech need, and what makes their ears."""
