"""The guide to requests: its examples do what it says."""

import pytest

from tests.builders.service import Service
from tests.guides.snippets import run_python

pytestmark = pytest.mark.in_process


@pytest.mark.usefixtures("connected")
def test_the_examples_do_what_the_guide_says(service: Service) -> None:
    made = run_python("requests.md")

    invited = service.get(f"/candidate-interviews/{made['invited'].id}").data
    assert invited["candidateId"] == made["candidate"].id
    assert made["faults"].keys() == {"firstName", "email"}
    assert made["emails"] == ["ada@example.com"]
    assert made["again"].id != made["invited"].id
