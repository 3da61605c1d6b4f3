"""The fixtures of several tests of the chat."""

from typing import Any

import pytest

from tests.builders.service import Service
from tests.doubles.chat_candidate import Candidate, chatting
from tests.support.records import post_chatbot


@pytest.fixture
def chatbot(service: Service) -> dict[str, Any]:
    return post_chatbot(service)


@pytest.fixture
def candidate(service: Service, chatbot: dict[str, Any]) -> Candidate:
    return chatting(service, chatbot)
