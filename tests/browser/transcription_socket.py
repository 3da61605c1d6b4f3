"""A WebSocket that speaks Amazon Transcribe's streaming protocol, and understands what it is told to."""

import base64
import hashlib
import io
import json
import socket
import struct
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from zlib import crc32

from botocore.eventstream import EventStreamBuffer

BYTES_BEFORE_PARTIAL = 8_000
_ACCEPT = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
_BINARY, _CLOSE = 0x2, 0x8


def event(headers: Mapping[str, str], payload: bytes) -> bytes:
    """A message of an event stream, as the service frames it."""
    encoded = b"".join(
        struct.pack("!B", len(name)) + name.encode() + struct.pack("!BH", 7, len(value)) + value.encode()
        for name, value in headers.items()
    )
    prelude = struct.pack("!II", 16 + len(encoded) + len(payload), len(encoded))
    message = prelude + struct.pack("!I", crc32(prelude)) + encoded + payload
    return message + struct.pack("!I", crc32(message))


def transcript(text: str, *, is_partial: bool) -> bytes:
    """The message that says what was understood so far."""
    result = {"ResultId": "one", "IsPartial": is_partial, "Alternatives": [{"Transcript": text}]}
    headers = {":event-type": "TranscriptEvent", ":message-type": "event"}
    return event(headers, json.dumps({"Transcript": {"Results": [result]}}).encode())


@dataclass
class TranscriptionSocket:
    """Understands the beginning of `text` while it hears, and all of it at the end.

    With `fails` it closes the connection instead. It answers an end once `may_answer` is set, as it is.
    `heard` counts the bytes of sound, `ended` how often a sound ended properly.
    """

    text: str
    fails: bool = False
    heard: int = 0
    ended: int = 0
    url: str = field(default="", init=False)
    may_answer: threading.Event = field(default_factory=threading.Event, init=False)

    def __post_init__(self) -> None:
        self.may_answer.set()

    def serve(self, connection: socket.socket) -> None:
        with connection, connection.makefile("rb") as stream:
            connection.sendall(_handshake(stream))
            if self.fails:
                return
            is_told = False
            for opcode, message in _messages(stream):
                if opcode == _CLOSE:
                    return
                sound = _sound(message)
                self.heard += len(sound)
                if not sound:
                    self.ended += 1
                    self.may_answer.wait(10)
                    connection.sendall(_frame(_BINARY, transcript(self.text, is_partial=False)))
                    connection.sendall(_frame(_CLOSE, struct.pack("!H", 1000)))
                    return
                if not is_told and self.heard > BYTES_BEFORE_PARTIAL:
                    is_told = True
                    beginning = " ".join(self.text.split()[:2])
                    connection.sendall(_frame(_BINARY, transcript(beginning, is_partial=True)))


@contextmanager
def transcription_socket(text: str, *, fails: bool = False) -> Iterator[TranscriptionSocket]:
    """A socket on a free port of this machine, open until the end of the context."""
    served = TranscriptionSocket(text, fails)
    with socket.create_server(("127.0.0.1", 0)) as server:
        served.url = f"ws://127.0.0.1:{server.getsockname()[1]}/stream"
        accepting = threading.Thread(target=_accept, args=(server, served), daemon=True)
        accepting.start()
        yield served
        server.shutdown(socket.SHUT_RDWR)
        accepting.join(10)


def _accept(server: socket.socket, served: TranscriptionSocket) -> None:
    while True:
        try:
            connection, _ = server.accept()
        except OSError:
            return
        threading.Thread(target=served.serve, args=(connection,), daemon=True).start()


def _handshake(stream: io.BufferedReader) -> bytes:
    lines = [line.decode().strip() for line in iter(stream.readline, b"\r\n")]
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines[1:])}
    digest = hashlib.sha1(headers["sec-websocket-key"].encode() + _ACCEPT).digest()
    return (
        b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Accept: " + base64.b64encode(digest) + b"\r\n\r\n"
    )


def _messages(stream: io.BufferedReader) -> Iterator[tuple[int, bytes]]:
    """Opcode and content of the browser's messages. It masks them and sends these short ones whole."""
    while head := stream.read(2):
        length = head[1] & 0x7F
        if length == 126:
            length = struct.unpack("!H", stream.read(2))[0]
        elif length == 127:
            length = struct.unpack("!Q", stream.read(8))[0]
        mask = stream.read(4)
        content = stream.read(length)
        yield head[0] & 0x0F, bytes(byte ^ mask[index % 4] for index, byte in enumerate(content))


def _frame(opcode: int, content: bytes) -> bytes:
    length = struct.pack("!B", len(content)) if len(content) < 126 else struct.pack("!BH", 126, len(content))
    return struct.pack("!B", 0x80 | opcode) + length + content


def _sound(message: bytes) -> bytes:
    """The sound in an audio event; botocore checks the framing."""
    buffer = EventStreamBuffer()
    buffer.add_data(message)
    received = buffer.next().to_response_dict()
    assert received["headers"][":event-type"] == "AudioEvent"
    assert received["headers"][":message-type"] == "event"
    payload: bytes = received["body"]
    return payload
