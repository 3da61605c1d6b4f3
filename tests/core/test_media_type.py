"""Media types as clients write them (RFC 9110, section 8.3.1)."""

import re

import pytest

from gather.core.media_type import LONGEST, normal_type, one_of, plain_type, type_schema

SENT_BY_BROWSERS = [
    "audio/webm;codecs=opus",
    "audio/webm; codecs=opus",
    "audio/mp4;codecs=mp4a.40.2",
    "video/webm;codecs=vp8,opus",
    "video/mp4;codecs=avc1.42E01E,mp4a.40.2",
    "audio/ogg; codecs=opus",
    "audio/x-m4a",
    "video/quicktime",
]


@pytest.mark.parametrize("sent", SENT_BY_BROWSERS)
def test_what_browsers_and_phones_send_stays_as_it_is(sent: str) -> None:
    assert normal_type(sent) == sent


@pytest.mark.parametrize(
    ("sent", "normal"),
    [
        ("Audio/WebM", "audio/webm"),
        (" audio/webm ", "audio/webm"),
        ("\taudio/webm;", "audio/webm"),
        ("AUDIO/X-M4A ; codecs=ALAC", "audio/x-m4a ; codecs=ALAC"),
        ('audio/webm;codecs="opus, vorbis"', 'audio/webm;codecs="opus, vorbis"'),
    ],
)
def test_a_type_has_one_spelling(sent: str, normal: str) -> None:
    assert normal_type(sent) == normal


@pytest.mark.parametrize(
    "sent",
    [
        *("audio/webm\r\nx-evil: 1", "audio/webm;codecs=opus\r\n", "audio/webm\n", "\naudio/webm"),
        *(
            "audio/webm;a=b\x00",
            "audio/webm\x7f",
            "audio/webm\u2028",
            "audio/we\u0431m",
            "audio/webm;\u200bq=1",
        ),
        *("", "audio", "audio/", "/webm", "audio/web m", "audio//webm", "audio/webm, video/mp4"),
        *(
            "audio/webm;codecs",
            "audio/webm;=opus",
            'audio/webm;codecs="opus',
            f"audio/webm;q={'a' * LONGEST}",
        ),
    ],
)
def test_what_is_no_media_type_is_refused(sent: str) -> None:
    with pytest.raises(ValueError, match="must be a media type"):
        normal_type(sent)


def test_a_type_that_is_not_taken_is_refused_with_those_that_are() -> None:
    check = one_of(("audio/webm", "audio/mp4"))

    assert check("Audio/MP4;codecs=x") == "audio/mp4;codecs=x"
    with pytest.raises(ValueError, match="must be one of audio/webm, audio/mp4"):
        check("text/html")


def test_the_schema_takes_what_is_taken() -> None:
    pattern = str(type_schema(("audio/webm", "video/webm", "image/svg+xml"))["pattern"])

    assert all(re.search(pattern, each) for each in ("audio/webm;codecs=opus", "video/webm; codecs=vp8,opus"))
    assert re.search(pattern, "image/svg+xml")
    assert not any(re.search(pattern, each) for each in ("audio/webm\r\nx: 1", "text/html", "audio/webm;x"))
    assert plain_type(" Audio/WebM ; q=1") == "audio/webm"
