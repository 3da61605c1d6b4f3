"""The messages of Amazon Transcribe's streams: the event streams of AWS, in their framing."""

import json
import struct
from collections.abc import Iterable, Mapping
from typing import Any, Final
from zlib import crc32

from botocore.eventstream import EventStreamBuffer, ParserError

_STRING: Final = 7


def encode_event(headers: Mapping[str, str], payload: bytes) -> bytes:
    """A message with headers of text."""
    encoded = b"".join(_header(name.encode(), value.encode()) for name, value in headers.items())
    prelude = struct.pack("!II", 16 + len(encoded) + len(payload), len(encoded))
    message = prelude + struct.pack("!I", crc32(prelude)) + encoded + payload
    return message + struct.pack("!I", crc32(message))


def sound_of(message: bytes) -> bytes:
    """The sound of an audio event; nothing in the one that ends a stream.

    Raises ValueError for anything but one whole audio event.
    """
    buffer = EventStreamBuffer()
    buffer.add_data(message)
    try:
        received: dict[str, Any] = buffer.next().to_response_dict()
    except (ParserError, StopIteration) as error:
        raise ValueError("The message is not one whole event.") from error
    if received["headers"].get(":event-type") != "AudioEvent":
        raise ValueError("The event is no AudioEvent.")
    sound: bytes = received["body"]
    return sound


def transcript_event(results: Iterable[Mapping[str, object]]) -> bytes:
    """The message with what is understood."""
    headers = {
        ":event-type": "TranscriptEvent",
        ":content-type": "application/json",
        ":message-type": "event",
    }
    return encode_event(headers, json.dumps({"Transcript": {"Results": [*results]}}).encode())


def exception_event(kind: str, message: str) -> bytes:
    """The message that a stream ends with where it cannot go on."""
    headers = {
        ":exception-type": kind,
        ":content-type": "application/json",
        ":message-type": "exception",
    }
    return encode_event(headers, json.dumps({"Message": message}).encode())


def _header(name: bytes, value: bytes) -> bytes:
    return struct.pack("!B", len(name)) + name + struct.pack("!BH", _STRING, len(value)) + value
