"""The written budget of a conversation's latency (docs/latency.md) keeps its own promise."""

import re
from typing import Any, Final

import pytest

from gather.aws import clients as aws_clients
from gather.language_model import interviewer
from gather.screening.conversations import voice
from gather.screening.conversations.storage import MOST_PREPARATIONS
from tests.template.deployment import REPOSITORY

PAGE: Final = (REPOSITORY / "docs" / "latency.md").read_text()
SCRIPTS: Final = REPOSITORY / "functions" / "screening" / "assets" / "scripts" / "conversation"
SECONDS: Final = 1.2
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
    assert len(ROW.findall(PAGE)) == 9
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


def test_the_limits_of_preparations_are_those_of_the_page() -> None:
    script = (SCRIPTS / "prepared_reply.js").read_text()
    assert "MOST_FOR_AN_ANSWER = 12;" in script
    assert "PAUSE_SECONDS = 0.2;" in script
    assert f"at most {MOST_PREPARATIONS} preparations, an answer 12" in PAGE
    assert f"waits at most {voice.SOUND_PATIENCE_SECONDS:.0f} seconds for its first sentence's sound" in PAGE
