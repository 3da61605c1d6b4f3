"""The tokens of simulated suites end, and a refresh token is good once, unless the answer to it was lost."""

from datetime import timedelta

import pytest

from simulation.suites.credentials import FIRST_REFRESH, TOKEN_SECONDS, RotatingTokens, SuiteOwnKey
from simulation.unreliable_hosts import RequestArrival
from tests.scripts.simulation.suites.arrivals import START, arrival, token_request

CLIENT = {"client_id": "client-1"}


@pytest.fixture
def tokens() -> RotatingTokens:
    """The tokens of a client that begins with the first refresh token."""
    return RotatingTokens(CLIENT, FIRST_REFRESH)


def issue(tokens: RotatingTokens, refresh: str, by: RequestArrival | None = None) -> tuple[str, str]:
    data = tokens.issue_token(token_request({**CLIENT, "refresh_token": refresh}, by=by)).data
    assert isinstance(data, dict)
    return f"Bearer {data['access_token']}", data["refresh_token"]


def test_a_key_lets_in_and_another_one_is_a_mistake() -> None:
    key = SuiteOwnKey("Basic key")

    assert key.lets_in("Basic key", START)
    with pytest.raises(ValueError, match="wrong credentials"):
        key.lets_in("Basic other", START)
    with pytest.raises(ValueError, match="no tokens"):
        key.issue_token(token_request(CLIENT))


def test_a_token_is_good_for_its_time(tokens: RotatingTokens) -> None:
    token, _ = issue(tokens, FIRST_REFRESH)

    assert tokens.lets_in(token, START)
    assert not tokens.lets_in(token, START + timedelta(seconds=TOKEN_SECONDS))
    with pytest.raises(ValueError, match="wrong credentials"):
        tokens.lets_in("Bearer invented", START)


def test_a_refresh_token_is_good_once(tokens: RotatingTokens) -> None:
    _, following = issue(tokens, FIRST_REFRESH)

    with pytest.raises(ValueError, match="not the refresh token of now"):
        issue(tokens, FIRST_REFRESH)
    assert issue(tokens, following)[1] not in (FIRST_REFRESH, following)


@pytest.mark.parametrize("by", [arrival(has_answered=False), arrival(is_dead=True)])
def test_a_refresh_token_is_good_again_where_the_answer_to_it_was_lost(
    tokens: RotatingTokens, by: RequestArrival
) -> None:
    issue(tokens, FIRST_REFRESH, by)

    token, _ = issue(tokens, FIRST_REFRESH)
    assert tokens.lets_in(token, START)


def test_the_client_must_be_the_right_one(tokens: RotatingTokens) -> None:
    with pytest.raises(ValueError, match="wrong credentials"):
        tokens.issue_token(token_request({"client_id": "other", "refresh_token": FIRST_REFRESH}))


def test_tokens_that_are_ended_let_nobody_in_and_the_next_one_is_good(tokens: RotatingTokens) -> None:
    first, refresh = issue(tokens, FIRST_REFRESH)
    tokens.end_tokens(START)
    second, _ = issue(tokens, refresh)
    tokens.end_tokens(START + timedelta(seconds=1))

    assert not tokens.lets_in(first, START + timedelta(seconds=2))
    assert tokens.lets_in(second, START + timedelta(seconds=2)), "a new token is good for one more try"
