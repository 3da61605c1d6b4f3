"""The text of a body, as API Gateway hands it over (interface: Errors, rule 6)."""

import base64
from typing import Any

import pytest

from gather.core.errors import UnsupportedMediaType, ValidationFailed
from gather.http.body_text import text_of

NAME = '{"firstName": "Zo\u00eb"}'


def binary(content: bytes) -> dict[str, Any]:
    return {"body": base64.b64encode(content).decode(), "isBase64Encoded": True}


@pytest.mark.parametrize(
    "event",
    [
        {"body": NAME, "isBase64Encoded": False},
        {"body": f"\ufeff{NAME}", "isBase64Encoded": False},
        binary(NAME.encode()),
        binary(NAME.encode("utf-8-sig")),
    ],
)
def test_a_body_in_utf_8_is_read(event: dict[str, Any]) -> None:
    assert text_of(event, {"content-type": "application/json; charset=iso-8859-1"}) == NAME


@pytest.mark.parametrize("encoding", ["latin-1", "utf-16", "cp1252", "utf-16-le"])
def test_a_body_in_another_encoding_is_refused_by_name(encoding: str) -> None:
    content = NAME.encode(encoding)
    garbled = {"body": content.decode("utf-8", "replace"), "isBase64Encoded": False}

    for event in (binary(content), garbled):
        if "\ufffd" not in content.decode("utf-8", "replace"):
            continue
        with pytest.raises(ValidationFailed, match="UTF-8"):
            text_of(event, {"content-length": str(len(content))})


def test_the_sign_of_a_lost_character_is_a_character_too() -> None:
    body = '{"firstName": "\ufffd"}'

    assert text_of({"body": body}, {"content-length": str(len(body.encode()))}) == body
    assert text_of({"body": body}, {}) == body


@pytest.mark.parametrize("encoding", ["gzip", " GZIP ", "br", "identity, gzip"])
def test_a_compressed_body_is_refused(encoding: str) -> None:
    with pytest.raises(UnsupportedMediaType, match="Content-Encoding"):
        text_of(binary(b"\x1f\x8b"), {"content-encoding": encoding})


def test_without_a_body_nothing_is_compressed() -> None:
    assert text_of({}, {"content-encoding": "gzip"}) == ""
