"""Amazon Transcribe's streaming protocol over a WebSocket, with the ears of the engine server.

    https://docs.aws.amazon.com/transcribe/latest/dg/streaming-websocket.html

`engines/stream_address.py` signs the address. A browser sends audio events of 16-bit PCM, and an empty one at
the end. What is understood comes in transcript events. After the last one the server closes the socket. Where
it cannot go on, it sends an exception before.
"""

from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from typing import Final

from gather.core.language import primary_language
from local_stack.engine_server.failures import EngineRefusal
from local_stack.engine_server.transcription.event_stream import exception_event, sound_of, transcript_event
from local_stack.engine_server.transcription.streamed_speech import StreamedSpeech, Understood
from local_stack.engines.stream_address import language_of_stream
from local_stack.http.web_socket import WebSocket

_SILENT_SECONDS: Final = 15.0
"""Transcribe's own limit without any sound."""
_TOO_SILENT: Final = "Your request timed out because no new audio was received for 15 seconds."

Ears = Callable[[str], StreamedSpeech]
"""Makes what understands one stream, in a language (ISO 639-1)."""


class SpeechStreams:
    """Serves the streams of those who have a signed address."""

    def __init__(self, key: str, ears: Callable[[], Ears], silent_seconds: float = _SILENT_SECONDS) -> None:
        """`ears` raises EngineRefusal while there are none."""
        self._key = key
        self._ears = ears
        self._silent_seconds = silent_seconds

    def __call__(self, socket: WebSocket) -> None:
        language = language_of_stream(socket.target, self._key, datetime.now(UTC))
        if language is None:
            socket.reject(403)
            return
        socket.accept()
        # The browser may be gone at any time.
        with suppress(OSError):
            try:
                self._serve(socket, self._ears()(primary_language(language)))
            except EngineRefusal as refusal:
                socket.send(exception_event("ServiceUnavailableException", str(refusal)))
            except TimeoutError:
                socket.send(exception_event("BadRequestException", _TOO_SILENT))
            except ValueError as error:
                socket.send(exception_event("BadRequestException", str(error)))
            socket.close()

    def _serve(self, socket: WebSocket, speech: StreamedSpeech) -> None:
        for message in socket.messages(within_seconds=self._silent_seconds):
            sound = sound_of(message)
            understood = speech.hear(sound) if sound else speech.end()
            if understood:
                socket.send(transcript_event([_result(understood)]))
            if not sound:
                return


def _result(understood: Understood) -> dict[str, object]:
    return {
        "ResultId": str(understood.number),
        "StartTime": round(understood.begins, 2),
        "EndTime": round(understood.ends, 2),
        "IsPartial": understood.is_partial,
        "Alternatives": [{"Transcript": understood.text, "Items": []}],
    }
