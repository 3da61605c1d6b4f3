"""The engine server speaks Amazon Transcribe's streaming protocol, as the page of an interview does."""

import io
import json
import re
import struct
import wave
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from queue import Queue
from typing import TYPE_CHECKING, Any
from zlib import crc32

import pytest
from botocore.eventstream import EventStreamBuffer
from wsproto.events import CloseConnection

from gather.core.words import words
from local_stack.engine_server.failures import EngineRefusal
from local_stack.engine_server.transcription.event_stream import encode_event
from local_stack.engine_server.transcription.stream import Ears, SpeechStreams
from local_stack.engine_server.transcription.streamed_speech import StreamedSpeech
from local_stack.engines.espeak_speech import EspeakSpeech
from local_stack.engines.server_client import EngineServer
from local_stack.engines.stream_address import stream_address, stream_origin
from local_stack.engines.whisper_transcription import WhisperTranscription
from local_stack.http.keep_alive_server import KeepAliveServer
from local_stack.http.web_socket import WebSocket
from tests.doubles.engines import InMemoryMedia
from tests.local_stack.engine_server.test_ears import EXPECTED, sounds
from tests.local_stack.web_socket_client import WebSocketClient, connected
from tests.support.waiting import PATIENCE_SECONDS
from tests.support.word_errors import word_errors

if TYPE_CHECKING:
    from pathlib import Path

    import numpy as np

KEY = "a-key"
PIECE = 3_200
AUDIO = {":content-type": "application/octet-stream", ":event-type": "AudioEvent", ":message-type": "event"}
END = encode_event(AUDIO, b"")
LOUD, QUIET = struct.pack("<h", 30_000) * (PIECE // 2), bytes(PIECE)
languages: list[str] = []


class Always:
    """Takes whatever is loud for speech."""

    def probability(self, frame: "np.ndarray[Any, np.dtype[np.float32]]") -> float:
        return float(abs(frame).max())


def ears(language: str) -> StreamedSpeech:
    languages.append(language)
    return StreamedSpeech(Always(), lambda passage: "two words")


def no_ears() -> Ears:
    raise EngineRefusal(503, "The model whisper-base is being fetched.", retry_after=5)


Serve = Callable[..., str]
ended: "Queue[BaseException | None]" = Queue()
"""What each served stream has raised."""


@pytest.fixture
def serve() -> Iterator[Serve]:
    """Serves streams; returns the server's URL."""
    servers: list[KeepAliveServer] = []

    def serving(ears: Callable[[], Ears] = lambda: ears, silent_seconds: float = PATIENCE_SECONDS) -> str:
        streams = SpeechStreams(KEY, ears, silent_seconds)

        def watched(socket: WebSocket) -> None:
            raised = None
            try:
                streams(socket)
            except Exception as error:
                raised = error
                raise
            finally:
                ended.put(raised)

        servers.append(KeepAliveServer(0, lambda environ, start_response: [], web_sockets=watched))
        servers[-1].start()
        return f"http://127.0.0.1:{servers[-1].port}/v1"

    yield serving
    for server in servers:
        server.close()


def address(url: str, *, key: str = KEY, language: str = "en-GB", seconds: float = 60) -> str:
    return stream_address(url, key, language, datetime.now(UTC) + timedelta(seconds=seconds))


def received(client: WebSocketClient) -> list[tuple[str, Any]]:
    """What comes until the server closes the socket: the kind of each event, and its content."""
    events = []
    for message in client.messages():
        buffer = EventStreamBuffer()
        buffer.add_data(message)
        event = buffer.next().to_response_dict()
        headers = event["headers"]
        kind = headers.get(":event-type") or headers[":exception-type"]
        events.append((kind, json.loads(event["body"])))
    return events


def transcripts(client: WebSocketClient) -> list[tuple[bool, str]]:
    results = [
        result
        for kind, content in received(client)
        if kind == "TranscriptEvent"
        for result in content["Transcript"]["Results"]
    ]
    return [(each["IsPartial"], each["Alternatives"][0]["Transcript"]) for each in results]


def test_what_is_said_comes_in_a_pause_and_once_more_at_the_end(serve: Serve) -> None:
    languages.clear()
    with connected(address(serve())) as client:
        for sound in (LOUD, LOUD, LOUD, QUIET, QUIET, QUIET):
            client.send(encode_event(AUDIO, sound))
        client.send(END)

        assert transcripts(client) == [(True, "two words"), (False, "two words")]
    assert languages == ["en"]


def test_nothing_said_is_nothing_understood(serve: Serve) -> None:
    with connected(address(serve())) as client:
        client.send(encode_event(AUDIO, QUIET))
        client.send(END)

        assert received(client) == []


@pytest.mark.parametrize("says_so", [True, False])
def test_a_page_that_leaves_ends_its_stream_quietly(serve: Serve, says_so: bool) -> None:
    while not ended.empty():
        ended.get()
    with connected(address(serve())) as client:
        for sound in (LOUD, LOUD, LOUD, QUIET, QUIET, QUIET):
            client.send(encode_event(AUDIO, sound))
        if says_so:
            client.put(CloseConnection(1000))

    assert ended.get(timeout=PATIENCE_SECONDS) is None


@pytest.mark.parametrize(
    "spoil",
    [
        lambda url: address(url, key="another"),
        lambda url: address(url, seconds=-2),
        lambda url: address(url).replace("language-code=en", "language-code=de"),
        lambda url: re.sub(r"expires=\d+", "expires=9999999999", address(url)),
        lambda url: address(url).replace("stream-transcription", "stream-other"),
        lambda url: address(url).partition("?")[0],
        lambda url: address(url).rpartition("&")[0],
    ],
    ids=["another key", "too late", "another language", "another time", "another path", "bare", "unsigned"],
)
def test_only_a_signed_address_opens_a_stream(serve: Serve, spoil: Callable[[str], str]) -> None:
    with connected(spoil(serve())) as client:
        assert client.status == 403


def test_a_browser_connects_to_its_own_machine_whatever_functions_call_it() -> None:
    assert stream_origin("http://host.docker.internal:4567/v1") == "ws://127.0.0.1:4567"


def damaged() -> bytes:
    message = bytearray(encode_event(AUDIO, LOUD))
    message[40] ^= 0xFF
    return bytes(message)


@pytest.mark.parametrize(
    "message",
    [
        b"no event",
        damaged(),
        encode_event(AUDIO, LOUD)[:-1],
        encode_event({**AUDIO, ":event-type": "ConfigurationEvent"}, b""),
        encode_event(AUDIO, b"odd"),
    ],
    ids=["nothing", "damaged", "cut off", "another event", "half a sample"],
)
def test_what_is_no_sound_ends_the_stream_with_an_exception(serve: Serve, message: bytes) -> None:
    with connected(address(serve())) as client:
        client.send(message)

        [(kind, content)] = received(client)
    assert (kind, bool(content["Message"])) == ("BadRequestException", True)


def test_without_sound_a_stream_ends(serve: Serve) -> None:
    with connected(address(serve(silent_seconds=0.2))) as client:
        [(kind, content)] = received(client)

    assert kind == "BadRequestException"
    assert "no new audio" in content["Message"]


def test_without_its_models_a_stream_says_what_is_missing(serve: Serve) -> None:
    with connected(address(serve(no_ears))) as client:
        assert received(client) == [
            ("ServiceUnavailableException", {"Message": "The model whisper-base is being fetched."})
        ]


def test_the_framing_is_the_one_of_event_streams() -> None:
    """Botocore reads it, and the checksums are where it looks for them."""
    message = encode_event({":event-type": "AudioEvent"}, b"sound")

    total, headers, checksum = struct.unpack("!III", message[:12])
    assert (total, headers) == (len(message), len(message) - 16 - len(b"sound"))
    assert checksum == crc32(message[:8])


SAID = "I worked in a hotel for three years. Then I moved to the kitchen, and I made the plans for the week."


@pytest.mark.models("whisper-base", "silero-vad", "piper-joe")
def test_the_engine_server_understands_while_somebody_speaks(
    engine_server: EngineServer, tmp_path: "Path"
) -> None:
    from trials.turns.material import spoken

    transcription = WhisperTranscription(engine_server, InMemoryMedia(), tmp_path)
    stream = transcription.stream("en", datetime.now(UTC))
    assert stream
    phrase, rest = SAID.split(". ")
    sound = b"".join(
        (32_767 * part).astype("<i2").tobytes() + bytes(16_000)
        for part in (spoken(f"{phrase}.", "joe"), spoken(rest, "joe"))
    )

    with connected(stream.url) as client:
        for at in range(0, len(sound), PIECE):
            client.send(encode_event(AUDIO, sound[at : at + PIECE]))
        client.send(END)
        understood = transcripts(client)

    partial, *_, last = understood
    assert partial[0]
    assert word_errors(phrase, partial[1]) <= 1
    assert not last[0]
    assert word_errors(SAID, last[1]) <= 3, last[1]
    assert len(words(last[1])) > len(words(partial[1]))


@pytest.mark.models("whisper-base", "silero-vad")
def test_what_is_no_speech_has_no_words_in_a_stream(engine_server: EngineServer, tmp_path: "Path") -> None:
    import numpy as np

    transcription = WhisperTranscription(engine_server, InMemoryMedia(), tmp_path)
    understood = {}
    for name, samples in sounds().items():
        stream = transcription.stream("en", datetime.now(UTC))
        assert stream
        sound = (np.clip(samples, -1, 1) * 32_767).astype("<i2").tobytes()
        with connected(stream.url) as client:
            for at in range(0, len(sound), PIECE):
                client.send(encode_event(AUDIO, sound[at : at + PIECE]))
            client.send(END)
            understood[name] = [text for _, text in transcripts(client) if text]

    assert {name: texts for name, texts in understood.items() if texts} == {}


@pytest.mark.models("whisper-base", "silero-vad")
@pytest.mark.parametrize("language", sorted(EXPECTED))
def test_every_language_is_understood_in_a_stream(
    engine_server: EngineServer, tmp_path: "Path", language: str
) -> None:
    speech = EspeakSpeech()
    narrator = next(each for each in speech.narrators() if each.language.startswith(language))
    with wave.open(io.BytesIO(speech.synthesize(EXPECTED[language], narrator.id).content)) as recording:
        rate, frames = recording.getframerate(), recording.readframes(recording.getnframes())
    transcription = WhisperTranscription(engine_server, InMemoryMedia(), tmp_path)
    stream = transcription.stream(language, datetime.now(UTC))
    assert stream
    sound = at_rate(frames, rate)

    with connected(stream.url) as client:
        for at in range(0, len(sound), PIECE):
            client.send(encode_event(AUDIO, sound[at : at + PIECE]))
        client.send(END)
        results = transcripts(client)

    # espeak-ng's voices are harder to understand than people.
    assert words(" ".join(text for is_partial, text in results if not is_partial))


def at_rate(frames: bytes, rate: int) -> bytes:
    """16-bit samples at the rate of a stream."""
    import numpy as np

    samples = np.frombuffer(frames, "<i2")
    places = np.arange(0, len(samples), rate / 16_000)
    changed: bytes = np.interp(places, np.arange(len(samples)), samples).astype("<i2").tobytes()
    return changed
