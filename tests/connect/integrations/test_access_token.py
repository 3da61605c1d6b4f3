"""The keys and access tokens of integrations."""

import base64
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gather.connect.integrations.access_token import (
    ACCESS_TOKEN_SECONDS,
    new_access_token,
    new_integration_key,
    read_access_token,
    user_of_key,
)
from gather.tenancy.api_keys.secret import hash_of

NOW = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)
USER = "smartrecruiters-0190a0b0-c0d0-7123-8456-789abcdef012"
HASH = hash_of("password")
LIMIT_OF_GREENHOUSE = 171


def test_a_key_names_its_user_and_fits_into_greenhouse() -> None:
    key = new_integration_key("smartrecruiters", USER)

    assert user_of_key("smartrecruiters", key) == USER
    assert len(key) < LIMIT_OF_GREENHOUSE
    assert new_integration_key("smartrecruiters", USER) != key


@pytest.mark.parametrize("text", ["", ".", "x", "x.", ".x", "qapi_x"])
def test_what_names_no_user_is_no_key(text: str) -> None:
    assert user_of_key("ashby", text) is None


def test_a_token_is_good_for_its_time_and_its_password() -> None:
    token = read_access_token(new_access_token(USER, HASH, NOW))

    assert token is not None
    assert token.user == USER
    last = NOW + timedelta(seconds=ACCESS_TOKEN_SECONDS - 1)
    assert token.is_good(HASH, NOW)
    assert token.is_good(HASH, last)
    assert not token.is_good(HASH, last + timedelta(seconds=1))
    assert not token.is_good(hash_of("another"), NOW)


def test_a_token_that_was_prolonged_or_given_to_another_is_not_good() -> None:
    whole = new_access_token(USER, HASH, NOW)
    user, expires_at, signature = base64.urlsafe_b64decode(whole + "==").decode().split("|")

    def altered(*parts: str) -> str:
        return base64.urlsafe_b64encode("|".join(parts).encode()).decode().rstrip("=")

    for forged in (
        altered(user, str(int(expires_at) + 60), signature),
        altered(f"{user}x", expires_at, signature),
        altered(user, expires_at, signature[:-1]),
    ):
        token = read_access_token(forged)
        assert token is not None
        assert not token.is_good(HASH, NOW)


@given(st.text(max_size=500))
def test_no_text_breaks_the_reading_of_tokens(text: str) -> None:
    token = read_access_token(text)

    assert token is None or not token.is_good(HASH, NOW)


def test_a_key_is_no_token() -> None:
    assert read_access_token(new_integration_key("ashby", "ashby-1")) is None
