"""The written budget of a conversation's latency (docs/latency.md) keeps its own promise."""

import re
from typing import Any, Final

import pytest

from gather.aws import clients as aws_clients
from gather.language_model import interviewer
from tests.template.deployment import REPOSITORY

PAGE: Final = (REPOSITORY / "docs" / "latency.md").read_text()
SECONDS: Final = 2.5
SOURCES: Final = {
    "setting",
    "assumption",
    "measured on the local stack",
    "measured round trips × typical latency",
    "published by the provider",
}
ROW: Final = re.compile(r"^\| (?P<leg>[^|]+) \| (?P<seconds>\d\.\d\d) \| (?P<source>[^|]+) \|", re.MULTILINE)


def _budget() -> float:
    return round(sum(float(row["seconds"]) for row in ROW.finditer(PAGE)), 2)


def test_the_legs_add_up_to_no_more_than_the_promise() -> None:
    assert len(ROW.findall(PAGE)) == 14
    assert _budget() <= SECONDS


def test_the_page_states_the_sum_and_what_is_left() -> None:
    assert f"add up to {_budget():.2f} seconds. {SECONDS - _budget():.2f} seconds are left." in PAGE


def test_each_leg_says_where_its_figure_comes_from() -> None:
    assert {row["source"] for row in ROW.finditer(PAGE)} <= SOURCES


def test_the_client_s_limits_are_those_of_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_DEFAULT_REGION", "eu-central-1")
    config: Any = aws_clients.bedrock_runtime_in_conversation().meta.config
    assert (config.connect_timeout, config.read_timeout, config.retries["total_max_attempts"]) == (1, 5, 1)
    assert "waits 1 second for a connection and 5 seconds for a response, and asks once" in PAGE
    assert f"at most {interviewer.MOST_TOKENS} tokens" in PAGE
