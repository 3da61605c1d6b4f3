"""Speech behind `POST {url}/audio/speech`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from gather.aws.mp3 import joined
from gather.aws.passages import passages
from gather.compatible.server import Server, ServerResponse
from gather.ports.failure import EngineFailed
from gather.ports.speech import Narrator, Speech, SpokenAudio

ENGINE: Final = "The speech engine"
"""How failures name the engine."""
SECONDS: Final = 25.0
"""The longest that a passage may take: a candidate may be waiting for a turn."""
_CHARACTERS_A_CALL: Final = 4_000
"""OpenAI refuses more than 4,096."""
_MP3: Final = "audio/mpeg"
_BEGINNINGS: Final = (
    (b"ID3", _MP3),
    (b"RIFF", "audio/wav"),
    (b"OggS", "audio/ogg"),
    (b"fLaC", "audio/flac"),
)


def voices_of(text: str) -> Mapping[str, str]:
    """The voices of a server by narrators' names in lower case, of `joanna=nova,*=alloy`."""
    pairs = (pair.partition("=") for pair in text.split(",") if "=" in pair)
    return {name.strip().lower(): voice.strip() for name, _, voice in pairs}


class CompatibleSpeech:
    """Speaks by the model `model`. The narrators are those of `narrators`.

    The server knows them by their names, or by what `voices` has for a name, or for `*`.
    """

    def __init__(
        self, server: Server, model: str, narrators: Speech, voices: Mapping[str, str] = MappingProxyType({})
    ) -> None:
        self._voices = voices
        self._server = server
        self._model = model
        self._narrators = narrators

    def narrators(self) -> Sequence[Narrator]:
        return self._narrators.narrators()

    def narrator(self, narrator_id: str) -> Narrator | None:
        return self._narrators.narrator(narrator_id)

    def synthesize(self, text: str, narrator_id: str) -> SpokenAudio:
        narrator = self.narrator(narrator_id)
        if narrator is None:
            raise EngineFailed(retryable=False, reason=f"{ENGINE} has no narrator with this id")
        parts = passages(text, _CHARACTERS_A_CALL)
        if not parts:
            raise EngineFailed(retryable=False, reason=f"{ENGINE} was given nothing to say")
        spoken = [self._spoken(part, narrator) for part in parts]
        if len(spoken) == 1:
            return spoken[0]
        if any(each.content_type != _MP3 for each in spoken):
            raise EngineFailed(retryable=False, reason=f"{ENGINE} does not speak MP3")
        return SpokenAudio(joined([each.content for each in spoken]), _MP3)

    def _voice(self, name: str) -> str:
        return self._voices.get(name) or self._voices.get("*") or name

    def _spoken(self, text: str, narrator: Narrator) -> SpokenAudio:
        wanted = {
            "model": self._model,
            "input": text,
            "voice": self._voice(narrator.name.lower()),
            "response_format": "mp3",
        }
        response = self._server.post_json("/audio/speech", wanted, SECONDS)
        if not response.is_success:
            raise self._server.failure(response)
        content_type = _content_type(response)
        if content_type is None:
            raise EngineFailed(retryable=True, reason=f"{ENGINE} gave an answer that is no sound")
        return SpokenAudio(response.body, content_type)


def _content_type(response: ServerResponse) -> str | None:
    """The type of the sound, by its first bytes or else as the server names it; None for what is no sound."""
    content = response.body
    for beginning, content_type in _BEGINNINGS:
        if content.startswith(beginning):
            return content_type
    if len(content) > 1 and content[0] == 0xFF and content[1] & 0xE0 == 0xE0:
        return _MP3
    named = response.headers.get("Content-Type", "").partition(";")[0].strip().lower()
    return named if content and named.startswith("audio/") else None
