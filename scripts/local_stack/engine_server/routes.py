"""What the engine server answers: a table, to which each engine adds its route.

An engine is a function from a request to a response. It is made at the first request to its route, with the
folders of the models that the route needs, and imports its libraries no earlier.
"""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from werkzeug.wrappers import Request, Response

Engine = Callable[[Request], Response]
Folders = Mapping[str, Path]
"""The folders of models, by the models' names."""

WHISPER_MODEL_VARIABLE: Final = "GATHER_WHISPER_MODEL"


@dataclass(frozen=True, slots=True)
class EngineRoute:
    """A route: `load` makes its engine when the models that it `needs` are there."""

    method: str
    path: str
    needs: tuple[str, ...]
    load: Callable[[Folders], Engine]


def _transcriptions(folders: Folders) -> Engine:
    from local_stack.engine_server.transcription.route import Transcriptions
    from local_stack.engine_server.transcription.whisper import Whisper

    return Transcriptions(Whisper(str(folders.get("whisper-base") or chosen_whisper_model())))


def chosen_whisper_model() -> str:
    """The model of faster-whisper that the environment names instead of the catalogue's; empty without."""
    return os.environ.get(WHISPER_MODEL_VARIABLE, "")


ROUTES: Final = (
    EngineRoute(
        "POST",
        "/v1/audio/transcriptions",
        () if chosen_whisper_model() else ("whisper-base",),
        _transcriptions,
    ),
)
