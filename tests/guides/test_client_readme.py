"""The examples on the page of the Python client do what the page says."""

import functools

import pytest

import talent_screening
from tests.builders.service import Tenant, Transport
from tests.clients.way import ToTheService
from tests.guides.signed import signed
from tests.guides.snippets import run_python

pytestmark = pytest.mark.in_process

README = "../../clients/python/README.md"


@pytest.mark.usefixtures("connected")
def test_the_examples_do_what_the_page_says(
    transport: Transport, tenant: Tenant, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asynchronous = functools.partial(talent_screening.AsyncTalentScreening, transport=ToTheService(transport))
    monkeypatch.setattr(talent_screening, "AsyncTalentScreening", asynchronous)

    made = run_python(README)

    said = capsys.readouterr().out
    assert f"{made['candidate'].id} ada@example.com" in said
    assert "candidate None" not in said
    assert "somebody was faster" in said
    assert made["client"].get_candidate(made["candidate"].id).last_name == "Lovelace"
    assert made["found"] == 1
    assert len(made["client"].list_replicas().replicas) == 1

    name = "candidate_interview.completed"
    body = (
        b'{"candidateInterviewId":"1","candidateId":"2","interviewId":"3",'
        b'"completedAt":"2026-02-03T04:05:06.789Z"}'
    )
    headers = signed("whsec_c2VjcmV0", body, event=name)
    assert made["receive"]("whsec_c2VjcmV0", headers, body) == 204
    assert made["receive"]("whsec_b3RoZXI=", headers, body) == 400
    assert capsys.readouterr().out == "completed: 1\n"
