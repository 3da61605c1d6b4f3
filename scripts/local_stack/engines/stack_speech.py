"""Speech of the local stack: Piper's voice by the engine server, and espeak-ng's in this process."""

import io
import wave
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from gather.ports.speech import Narrator, SpokenAudio
from local_stack.engines.espeak_speech import EspeakSpeech, wav
from local_stack.engines.server_client import EngineRefused, EngineServer
from local_stack.engines.spoken_sentences import spoken_sentences

PIPER_NARRATORS: Final = ("Alan",)
"""The names of the narrators whose voice is Piper's where its model is there."""
_SILENCE_SECONDS: Final = 0.2


class StackSpeech:
    """Speaks 16-bit mono WAV. A narrator whose model is not there has espeak-ng's voice."""

    def __init__(self, server: EngineServer | None) -> None:
        """Without a server all voices are espeak-ng's."""
        self._server = server
        self._espeak = EspeakSpeech()

    def narrators(self) -> Sequence[Narrator]:
        return [self._described(each) for each in self._espeak.narrators()]

    def narrator(self, narrator_id: str) -> Narrator | None:
        found = self._espeak.narrator(narrator_id)
        return self._described(found) if found else None

    def synthesize(self, text: str, narrator_id: str) -> SpokenAudio:
        narrator = self.narrator(narrator_id)
        has_word = any(character.isalnum() for character in text)
        if self._server and has_word and narrator and narrator.name in PIPER_NARRATORS:
            try:
                return SpokenAudio(_spoken(self._server, text, narrator.name.lower()), "audio/wav")
            except EngineRefused:
                pass
        return self._espeak.synthesize(text, narrator_id)

    def _described(self, narrator: Narrator) -> Narrator:
        if self._server is None or narrator.name not in PIPER_NARRATORS:
            return narrator
        return replace(narrator, description=narrator.description.replace("espeak-ng", "Piper"))


def _spoken(server: EngineServer, text: str, voice: str) -> bytes:
    """A WAV file. Each sentence is a request, so that none takes longer than a client waits."""
    rate, samples = 0, []
    for sentence in spoken_sentences(text):
        body = {"model": "piper-joe", "input": sentence, "voice": voice, "response_format": "wav"}
        with wave.open(io.BytesIO(server.post_json_for_bytes("/audio/speech", body))) as spoken:
            rate = spoken.getframerate()
            samples.append(spoken.readframes(spoken.getnframes()))
    return wav(bytes(2 * int(_SILENCE_SECONDS * rate)).join(samples), rate)
