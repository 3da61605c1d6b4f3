"""`POST /v1/audio/speech`, as OpenAI describes it: Piper where it has the voice, espeak-ng elsewhere."""

import io
import json
import wave
from functools import cached_property
from typing import Any, Final

from werkzeug.wrappers import Request, Response

from local_stack.engine_server.failures import EngineRefusal
from local_stack.engine_server.routes import Folders
from local_stack.engine_server.speech.piper import PiperVoice
from local_stack.engines.espeak_speech import EspeakSpeech, wav
from local_stack.engines.stack_speech import PIPER_NARRATORS

_TYPES: Final = {"mp3": "audio/mpeg", "wav": "audio/wav"}
_BITS_A_SECOND: Final = 64_000


class SpokenTexts:
    """The route's engine. `voice` is a narrator's name in lower case."""

    def __init__(self, folders: Folders) -> None:
        self._folders = folders
        self._espeak = EspeakSpeech()
        self._narrators = {each.name.lower(): each for each in self._espeak.narrators()}

    @cached_property
    def _piper(self) -> PiperVoice:
        return PiperVoice(self._folders["piper-joe"])

    def __call__(self, request: Request) -> Response:
        body = _body(request)
        text, form = body.get("input"), body.get("response_format", "mp3")
        narrator = self._narrators.get(str(body.get("voice", "")).lower())
        if not isinstance(text, str) or not any(character.isalnum() for character in text):
            raise EngineRefusal(400, "`input` is a text with a word.")
        if narrator is None:
            raise EngineRefusal(400, f"`voice` is one of {', '.join(self._narrators)}.")
        if form not in _TYPES:
            raise EngineRefusal(400, f"`response_format` is one of {', '.join(_TYPES)}.")
        if narrator.name in PIPER_NARRATORS:
            sound = wav(self._piper.speak(text), self._piper.sample_rate)
        else:
            sound = self._espeak.synthesize(text, narrator.id).content
        return Response(sound if form == "wav" else _mp3(sound), mimetype=_TYPES[form])


def _body(request: Request) -> dict[str, Any]:
    try:
        body = json.loads(request.get_data())
    except ValueError:
        body = None
    if not isinstance(body, dict):
        raise EngineRefusal(400, "The body is no JSON object.")
    return body


def _mp3(sound: bytes) -> bytes:
    """A WAV file of 16-bit mono samples as an MP3 file."""
    import av
    import numpy as np

    with wave.open(io.BytesIO(sound)) as reader:
        rate, samples = reader.getframerate(), reader.readframes(reader.getnframes())
    file = io.BytesIO()
    with av.open(file, "w", format="mp3") as container:
        track = container.add_stream("libmp3lame", rate=rate, layout="mono", bit_rate=_BITS_A_SECOND)
        frame = av.AudioFrame.from_ndarray(np.frombuffer(samples, "<i2")[np.newaxis], "s16", "mono")
        frame.sample_rate = rate
        for packet in (*track.encode(frame), *track.encode(None)):
            container.mux(packet)
    return file.getvalue()
