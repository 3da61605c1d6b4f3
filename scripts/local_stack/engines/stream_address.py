"""The addresses to which browsers stream speech: signed, and good for a minute, as Transcribe's are."""

import hmac
from datetime import datetime
from typing import Final
from urllib.parse import parse_qsl, urlencode, urlsplit

from local_stack.engines.recordings import SAMPLE_RATE
from local_stack.settings import HOST

PATH: Final = "/stream-transcription-websocket"
_SIGNATURE: Final = "signature"


def stream_origin(server_url: str) -> str:
    """The origin, for browsers of this machine, of streams to the engine server at `server_url`.

    Functions in containers know the machine by another name.
    """
    return f"ws://{HOST}:{urlsplit(server_url).port}"


def stream_address(server_url: str, key: str, language: str, expires_at: datetime) -> str:
    """The address of a stream of speech in a language, which the server with that key takes."""
    query = urlencode(
        {
            "language-code": language,
            "media-encoding": "pcm",
            "sample-rate": str(SAMPLE_RATE),
            "expires": str(int(expires_at.timestamp())),
        }
    )
    signed = urlencode({_SIGNATURE: _signature(query, key)})
    return f"{stream_origin(server_url)}{PATH}?{query}&{signed}"


def language_of_stream(target: str, key: str, now: datetime) -> str | None:
    """The language of a stream by the path and query of its address; None where it may not be opened now."""
    parts = urlsplit(target)
    query, _, signature = parts.query.rpartition(f"&{_SIGNATURE}=")
    if parts.path != PATH or not hmac.compare_digest(signature.encode(), _signature(query, key).encode()):
        return None
    given = dict(parse_qsl(query))
    return given["language-code"] if now.timestamp() <= int(given["expires"]) else None


def _signature(query: str, key: str) -> str:
    return hmac.digest(key.encode(), query.encode(), "sha256").hex()
