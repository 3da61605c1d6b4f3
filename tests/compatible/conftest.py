"""Servers that speak OpenAI's protocol."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from gather.compatible.api_keys import ApiKey, GivenKey
from gather.compatible.chat_completions import clear_refusals
from gather.compatible.server import Server
from tests.doubles.openai_server import KEY, Answer, OpenaiServer, Said, openai_server

Serving = Callable[..., tuple[Server, OpenaiServer]]


@pytest.fixture(autouse=True)
def _new_process() -> None:
    clear_refusals()


@pytest.fixture
def serving() -> Iterator[Serving]:
    """Starts a server that responds from a function, or with one response after the other, the last again.

    Returns it as the adapters reach it, and as it is.
    """
    with ExitStack() as stack:

        def serve(*said: Said | Answer, key: ApiKey | None = None) -> tuple[Server, OpenaiServer]:
            waiting = list(said)

            def answer(asked: object) -> Said:
                following = waiting[0] if len(waiting) == 1 else waiting.pop(0)
                return following if isinstance(following, Said) else following(asked)  # type: ignore[arg-type]

            running = stack.enter_context(openai_server(answer))
            return Server("The engine", running.url, key or GivenKey(KEY)), running

        yield serve
