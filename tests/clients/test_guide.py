"""The examples of docs/integrating.md are run, as an integrator would, from the first to the last."""

import functools
import json
import re
import shutil
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

import talent_screening
from gather.webhooks.signing import attempt_headers
from tests.builders.service import Service, Tenant, Transport
from tests.clients.way import ToTheService
from tests.template.deployment import REPOSITORY

GUIDE = (REPOSITORY / "docs" / "integrating.md").read_text(encoding="utf-8")


def examples(language: str) -> list[str]:
    """The code blocks of a language, in their order."""
    return re.findall(rf"```{language}\n(.*?)```", GUIDE, re.DOTALL)


@pytest.fixture
def run(transport: Transport, tenant: Tenant, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What the Python examples have made, after they ran in one program with the service behind it."""
    client = functools.partial(talent_screening.TalentScreening, transport=ToTheService(transport))
    monkeypatch.setattr(talent_screening, "TalentScreening", client)
    monkeypatch.setenv("SERVICE_URL", "https://gather.example.com")
    monkeypatch.setenv("SERVICE_KEY", tenant.key)
    program: dict[str, Any] = {}
    for example in examples("python"):
        exec(compile(example, "integrating.md", "exec"), program)
    return program


def test_the_python_examples_do_what_the_guide_says(run: dict[str, Any], service: Service) -> None:
    assert len(examples("python")) >= 8
    assert (
        service.get(f"/candidate-interviews/{run['invited'].id}").data["candidateId"] == run["candidate"].id
    )
    assert run["faults"].keys() == {"firstName", "email"}
    assert run["emails"] == ["ada@example.com"]
    assert run["again"].id != run["invited"].id


def test_the_receiver_takes_an_event_once_and_refuses_what_is_not_signed(
    run: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    document = json.loads((REPOSITORY / "docs" / "openapi.json").read_text(encoding="utf-8"))
    request = document["webhooks"]["candidate_interview.completed"]["post"]["requestBody"]
    payload = request["content"]["application/json"]["example"]
    body = json.dumps(payload).encode()
    headers = _signed(run["secret"], body)
    capsys.readouterr()

    assert [run["receive"](headers, body) for _ in range(2)] == [204, 204]
    assert run["receive"](headers, body + b" ") == 400
    assert capsys.readouterr().out == f"completed: {payload['candidateInterviewId']}\n"


def _signed(secret: str, body: bytes, *more: str, seconds_ago: int = 0) -> dict[str, str]:
    return attempt_headers(
        event_name="candidate_interview.completed",
        event_id="0190a0b0-c0d0-7123-8456-000000000001",
        body=body,
        secrets=[secret, *more],
        timestamp=int(time.time()) - seconds_ago,
    )


def test_the_javascript_example_verifies_as_the_guide_says(tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("Node.js is not installed")
    [example] = examples("js")
    program = (
        "const given = JSON.parse(process.argv[2]);"
        "const verdicts = given.map(([secret, header, body]) => verify(secret, header, Buffer.from(body)));"
        "console.log(JSON.stringify(verdicts));"
    )
    script = tmp_path / "verify.mjs"
    script.write_text(f"{example}\n{program}")
    body = "{}"
    headers = [
        _signed("new", b"{}", "old"),
        _signed("new", b"{ }"),
        _signed("new", b"{}", seconds_ago=310),
    ]
    good, other_body, too_old = [each["X-Service-Signature-V2"] for each in headers]
    cases = [
        ("new", good, body),
        ("old", good, body),
        ("other", good, body),
        ("new", other_body, body),
        ("new", too_old, body),
        ("new", "t=1", body),
        ("new", "nonsense", body),
    ]

    finished = subprocess.run(
        [node, str(script), json.dumps(cases)], capture_output=True, text=True, check=True
    )

    assert json.loads(finished.stdout) == [True, True, False, False, False, False, False]
