"""The page's scripts that compute: the framing of the speech stream, and when speech begins and ends."""

import struct
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
from botocore.eventstream import EventStreamBuffer
from playwright.sync_api import Browser, Error, Page, Route

import screening
from local_stack.engine_server.transcription.event_stream import encode_event
from screening.pages.invite_phrases import phrases

FOLDER = Path(screening.__file__).parent / "assets" / "scripts"
HEADERS = {":content-type": "application/octet-stream", ":event-type": "AudioEvent", ":message-type": "event"}
QUIET, LOUD = 0.002, 0.1
HOST = "http://scripts.example"
MODULES = ("event_stream", "voice_activity", "end_of_speech")


@pytest.fixture(scope="module")
def page(browser: Browser) -> Any:
    """A blank page with the modules' exports, which keep nothing between their calls."""
    opened = browser.new_page()
    opened.route(f"{HOST}/", lambda route: route.fulfill(body="", content_type="text/html"))
    opened.route(f"{HOST}/*/*.js", _serve)
    opened.goto(f"{HOST}/")
    for name in MODULES:
        opened.evaluate(
            "async (name) => Object.assign(window, await import(name))", f"/conversation/{name}.js"
        )
    yield opened
    opened.close()


def _serve(route: Route) -> None:
    file = FOLDER / route.request.url.removeprefix(f"{HOST}/")
    route.fulfill(path=file, content_type="text/javascript")


def encode(page: Page, headers: dict[str, str], payload: bytes) -> bytes:
    encoded = page.evaluate(
        "([headers, payload]) => Array.from(encodeEvent(headers, Uint8Array.from(payload)))",
        [headers, list(payload)],
    )
    return bytes(encoded)


def decode(page: Page, message: bytes) -> tuple[dict[str, str], bytes]:
    decoded = page.evaluate(
        "(message) => { const { headers, payload } = decodeEvent(Uint8Array.from(message).buffer);"
        " return { headers, payload: Array.from(payload) }; }",
        list(message),
    )
    return decoded["headers"], bytes(decoded["payload"])


def framed(headers: bytes, payload: bytes) -> bytes:
    """Returns a message of encoded headers and a payload, with its lengths and checksums."""
    prelude = struct.pack("!II", 16 + len(headers) + len(payload), len(headers))
    message = prelude + struct.pack("!I", crc32(prelude)) + headers + payload
    return message + struct.pack("!I", crc32(message))


def notices(
    page: Page, loudness: list[float], *, end_after: float = 1.0, interviewer: bool = False
) -> list[tuple[int, str]]:
    """Returns the notices, each with the index of its frame."""
    heard = page.evaluate(
        "([loudness, endAfter, interviewer]) => { const activity = voiceActivity();"
        " return loudness.map((each) => activity.hear(each, endAfter, interviewer)); }",
        [loudness, end_after, interviewer],
    )
    return [(index, notice) for index, notice in enumerate(heard) if notice]


class TestTheFraming:
    @pytest.mark.parametrize("payload", [b"", b"\x00", bytes(range(256)) * 7])
    def test_is_understood_by_botocore(self, page: Page, payload: bytes) -> None:
        buffer = EventStreamBuffer()
        buffer.add_data(encode(page, HEADERS, payload))

        message = buffer.next().to_response_dict()

        assert message["headers"] == HEADERS
        assert message["body"] == payload

    def test_knows_amazons_example(self, page: Page) -> None:
        """A message without headers and payload, from the test vectors of AWS's event streams."""
        message = bytes.fromhex("000000100000000005c248eb7d98c8ff")

        assert encode(page, {}, b"") == message
        assert decode(page, message) == ({}, b"")

    def test_reads_what_the_service_frames(self, page: Page) -> None:
        headers = {":event-type": "TranscriptEvent", "x-name": "Zoë"}
        plain = {name: value.encode().decode("latin-1") for name, value in headers.items()}

        decoded = decode(page, encode(page, headers, b'{"a":1}'))

        assert decoded == (headers, b'{"a":1}')
        assert decode(page, encode_event({":event-type": plain[":event-type"]}, b"{}"))[1] == b"{}"

    def test_passes_over_headers_that_are_no_text(self, page: Page) -> None:
        """A header that is true, then a number of 4 bytes, as botocore's own tests have them."""
        message = framed(b"\x04flag\x00\x03num\x04\x00\x00\x00\x07", b"sound")

        assert decode(page, message) == ({}, b"sound")

    @pytest.mark.parametrize("place", [0, 5, 9, 14, -1])
    def test_refuses_what_was_damaged(self, page: Page, place: int) -> None:
        message = bytearray(encode_event(HEADERS, b"sound"))
        message[place] ^= 0xFF

        with pytest.raises(Error, match="RangeError"):
            decode(page, bytes(message))


class TestNoticingSpeech:
    def test_begins_soon_and_ends_after_a_silence(self, page: Page) -> None:
        heard = notices(page, [QUIET] * 20 + [LOUD] * 20 + [QUIET] * 40)

        # Frames of 50 ms: three of them begin it, a second of silence ends it.
        assert heard == [(22, "began"), (59, "ended")]

    def test_ends_later_where_more_time_is_given(self, page: Page) -> None:
        heard = notices(page, [LOUD] * 10 + [QUIET] * 60, end_after=2.2)

        assert heard == [(2, "began"), (53, "ended")]

    def test_a_short_pause_ends_nothing(self, page: Page) -> None:
        heard = notices(page, [LOUD] * 10 + [QUIET] * 18 + [LOUD] * 10 + [QUIET] * 30)

        assert [notice for _, notice in heard] == ["began", "ended"]

    def test_a_click_is_no_speech(self, page: Page) -> None:
        assert notices(page, ([QUIET] * 10 + [LOUD] * 2) * 5) == []

    def test_the_noise_of_a_room_is_learned(self, page: Page) -> None:
        noise = [0.011] * 200 + [0.02] * 40

        assert notices(page, noise) == []
        assert notices(page, [*noise, *[LOUD] * 5]) == [(242, "began")]

    def test_an_echo_of_the_interviewer_is_no_speech(self, page: Page) -> None:
        assert notices(page, [QUIET] * 20 + [0.02] * 40, interviewer=True) == []
        assert notices(page, [QUIET] * 20 + [LOUD] * 10, interviewer=True) == [(26, "began")]


def seconds_after(page: Page, language: str, understood: str) -> float:
    seconds: float = page.evaluate(
        "([text, words]) => endOfSpeechSeconds(text, words)",
        [understood, phrases(language)["unfinishedWords"].split()],
    )
    return seconds


class TestTheEndOfSpeech:
    @pytest.mark.parametrize(
        ("language", "understood"),
        [
            ("en", ""),
            ("en", "I worked in two hotels."),
            ("en", "I worked in two hotels"),
            ("en", "Is that what you mean?"),
            ("en", "It was in a band"),
            ("en", "I can do that."),
            ("de", "Das war in Bonn."),
            ("fr", "J’ai travaillé à Lyon."),
            ("es", "Trabajé en un hotel."),
        ],
    )
    def test_comes_soon(self, page: Page, language: str, understood: str) -> None:
        assert seconds_after(page, language, understood) == 1.0

    @pytest.mark.parametrize(
        ("language", "understood"),
        [
            ("en", "I worked in two hotels and"),
            ("en", "I worked in two hotels And."),
            ("en", "In two hotels,"),
            ("en", "In two hotels, um "),
            ("en", "There are three things:"),
            ("en", "Well…"),
            ("en", "Well..."),
            ("en", "I moved to"),
            ("en", "We were six, I mean."),
            ("en", "The reason I applied is that."),
            ("de", "Ich war in Bonn, weil"),
            ("de", "Das war, ähm."),
            ("fr", "J’ai travaillé à Lyon et"),
            ("fr", "C’était parce que"),
            ("es", "Trabajé en un hotel y"),
            ("es", "Porque el"),
        ],
    )
    def test_waits_for_a_thought_that_goes_on(self, page: Page, language: str, understood: str) -> None:
        assert seconds_after(page, language, understood) == 2.2
