"""Sealed texts open for their owner and their context, and for nobody else."""

import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gather.http.encryption import NotDecrypted, decrypt, encrypt

SECRET = "qapi_0123456789abcdef0123456789abcdef"
CONTEXT = "POST /qsi/gather/credentials"


@given(st.text())
def test_what_was_sealed_is_opened(text: str) -> None:
    assert decrypt(encrypt(text, SECRET, CONTEXT), SECRET, CONTEXT) == text


@pytest.mark.parametrize(("secret", "context"), [("another", CONTEXT), (SECRET, "another")])
def test_another_key_or_another_request_opens_nothing(secret: str, context: str) -> None:
    sealed = encrypt('{"apiKey":"shown once"}', SECRET, CONTEXT)

    with pytest.raises(NotDecrypted):
        decrypt(sealed, secret, context)


@given(st.integers(min_value=0))
def test_a_change_of_any_byte_is_noticed(position: int) -> None:
    sealed = bytearray(base64.b64decode(encrypt("text", SECRET, CONTEXT)))
    sealed[position % len(sealed)] ^= 1

    with pytest.raises(NotDecrypted):
        decrypt(base64.b64encode(sealed).decode(), SECRET, CONTEXT)


def test_the_same_text_is_never_sealed_alike() -> None:
    assert encrypt("text", SECRET, CONTEXT) != encrypt("text", SECRET, CONTEXT)


def test_nothing_of_the_text_stands_in_the_open() -> None:
    assert b"shown once" not in base64.b64decode(encrypt("shown once", SECRET, CONTEXT))
