"""A WebSocket that speaks Amazon Transcribe's streaming protocol, and understands what it is told to."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from local_stack.engine_server.transcription.event_stream import sound_of, transcript_event
from local_stack.http.keep_alive_server import KeepAliveServer
from local_stack.http.web_socket import WebSocket

BYTES_BEFORE_PARTIAL = 8_000
PATIENCE_SECONDS = 60.0


@dataclass
class TranscriptionSocket:
    """Understands the beginning of `text` while it hears, and all of it at the end.

    With `fails` it closes the connection instead, with `breaks_off` at the end. It answers an end once
    `may_answer` is set, as it is.
    `heard` counts the bytes of sound, `ended` how often a sound ended properly.
    """

    text: str
    fails: bool = False
    breaks_off: bool = False
    heard: int = 0
    ended: int = 0
    url: str = field(default="", init=False)
    may_answer: threading.Event = field(default_factory=threading.Event, init=False)

    def __post_init__(self) -> None:
        self.may_answer.set()

    def serve(self, socket: WebSocket) -> None:
        socket.accept()
        if self.fails:
            return
        is_told = False
        for message in socket.messages(within_seconds=PATIENCE_SECONDS):
            sound = sound_of(message)
            self.heard += len(sound)
            if not sound:
                self.ended += 1
                self.may_answer.wait(10)
                if self.breaks_off:
                    return
                socket.send(understood(self.text, is_partial=False))
                socket.close()
                return
            if not is_told and self.heard > BYTES_BEFORE_PARTIAL:
                is_told = True
                socket.send(understood(" ".join(self.text.split()[:2]), is_partial=True))


def understood(text: str, *, is_partial: bool) -> bytes:
    """The message that says what was understood so far."""
    alternatives = [{"Transcript": text}]
    return transcript_event([{"ResultId": "one", "IsPartial": is_partial, "Alternatives": alternatives}])


@contextmanager
def transcription_socket(text: str, *, fails: bool = False) -> Iterator[TranscriptionSocket]:
    """A socket on a free port of this machine, open until the end of the context."""
    served = TranscriptionSocket(text, fails)
    server = KeepAliveServer(0, _respond, web_sockets=served.serve)
    served.url = f"ws://127.0.0.1:{server.port}/stream"
    server.start()
    yield served
    server.close()


def _respond(environ: dict[str, Any], start_response: Any) -> list[bytes]:
    start_response("404 Not Found", [])
    return []
