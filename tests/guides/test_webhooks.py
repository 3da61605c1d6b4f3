"""The guide to webhooks: each of its receivers accepts a signed delivery once, and refuses all others."""

import asyncio
import base64
import json
import shutil
import subprocess
from collections.abc import Callable, Mapping
from types import SimpleNamespace
from typing import Any

import boto3
import httpx
import pytest

from tests.builders.service import Service
from tests.guides.signed import signed
from tests.guides.snippets import program, run_python
from tests.template.deployment import REPOSITORY

pytestmark = pytest.mark.in_process

SECRET = "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3"
EVENT = "candidate_interview.completed"
JAVASCRIPT = REPOSITORY / "tests" / "javascript"
DOCUMENT = json.loads((REPOSITORY / "docs" / "openapi.json").read_text(encoding="utf-8"))
PAYLOAD: dict[str, str] = DOCUMENT["webhooks"][EVENT]["post"]["requestBody"]["content"]["application/json"][
    "example"
]
BODY = json.dumps(PAYLOAD).encode()

Deliver = Callable[[bytes, Mapping[str, str]], int]
"""Sends a body with its headers to a receiver and returns the status of its answer."""


def assert_takes_what_is_signed(deliver: Deliver) -> None:
    headers = {"Content-Type": "application/json", **signed(SECRET, BODY, event=EVENT)}

    assert [deliver(BODY, headers) for _ in range(2)] == [204, 204]
    assert deliver(BODY + b" ", headers) == 400
    assert deliver(BODY, {"Content-Type": "application/json"}) == 400
    assert deliver(BODY, {**headers, **signed(SECRET, BODY, event=EVENT, seconds_ago=310)}) == 400


@pytest.fixture(autouse=True)
def secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WEBHOOK_SECRET", SECRET)


def test_flask() -> None:
    made = run_python("webhooks.md", "flask")
    client = made["app"].test_client()

    def deliver(body: bytes, headers: Mapping[str, str]) -> int:
        status: int = client.post("/in", data=body, headers=dict(headers)).status_code
        return status

    assert_takes_what_is_signed(deliver)
    assert [event.payload.candidate_interview_id for event in made["events"].queue] == [
        PAYLOAD["candidateInterviewId"]
    ]


def test_fastapi() -> None:
    made = run_python("webhooks.md", "fastapi")

    async def post(body: bytes, headers: Mapping[str, str]) -> int:
        way = httpx.ASGITransport(made["app"])
        async with httpx.AsyncClient(transport=way, base_url="https://hooks.example.com") as client:
            return (await client.post("/in", content=body, headers=headers)).status_code

    assert_takes_what_is_signed(lambda body, headers: asyncio.run(post(body, headers)))

    assert made["events"].qsize() == 1
    assert asyncio.run(made["events"].get()).name == EVENT


def test_lambda(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[dict[str, Any]] = []
    clients = {
        "sqs": SimpleNamespace(send_message=lambda **message: sent.append(message)),
        "secretsmanager": SimpleNamespace(get_secret_value=lambda **_: {"SecretString": SECRET}),
    }
    monkeypatch.setattr(boto3, "client", clients.__getitem__)
    monkeypatch.setenv("WEBHOOK_SECRET_ID", "hooks")
    monkeypatch.setenv("QUEUE_URL", "https://sqs.example.com/events.fifo")
    handler = run_python("webhooks.md", "lambda")["handler"]

    def deliver(body: bytes, headers: Mapping[str, str]) -> int:
        lower = {name.lower(): value for name, value in headers.items()}
        status: int = handler({"headers": lower, "body": body.decode()}, None)["statusCode"]
        return status

    assert_takes_what_is_signed(deliver)
    encoded = {
        "headers": signed(SECRET, BODY, event=EVENT),
        "body": base64.b64encode(BODY).decode(),
        "isBase64Encoded": True,
    }
    assert handler(encoded, None) == {"statusCode": 204}
    assert [json.loads(message["MessageBody"]) for message in sent] == [PAYLOAD] * 3
    assert len({message["MessageDeduplicationId"] for message in sent}) == 1


def by_node(script: str, given: object) -> Any:
    """Runs a module and returns the JSON that it prints. It finds `given` in `process.argv[1]`."""
    node = shutil.which("node")
    if node is None or not (JAVASCRIPT / "node_modules" / "express").exists():
        pytest.skip("Node.js or its packages are not installed")
    ran = subprocess.run(
        [node, "--input-type=module", "--eval", script, json.dumps(given)],
        cwd=JAVASCRIPT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)


def test_express() -> None:
    headers = {"Content-Type": "application/json", **signed(SECRET, BODY, event=EVENT)}
    old = {**headers, **signed(SECRET, BODY, event=EVENT, seconds_ago=310)}
    body = BODY.decode()
    deliveries = [(body, headers), (body, headers), (body + " ", headers), (body, old)]
    deliver = """
        const server = app.listen(0, "127.0.0.1", async () => {
          const url = `http://127.0.0.1:${server.address().port}/in`;
          const statuses = [];
          for (const [body, headers] of JSON.parse(process.argv[1]))
            statuses.push((await fetch(url, { method: "POST", body, headers })).status);
          server.close();
          console.log(JSON.stringify({ statuses, events }));
        });
    """

    answered = by_node(f"{program('webhooks.md', 'js', 'express')}\n{deliver}", deliveries)

    assert answered["statuses"] == [204, 204, 400, 400]
    assert [(each["name"], each["payload"]) for each in answered["events"]] == [(EVENT, PAYLOAD)]


def test_verification_without_a_library() -> None:
    given = [
        ("new", signed("new", b"{}", "old", event=EVENT), True),
        ("old", signed("new", b"{}", "old", event=EVENT), True),
        ("other", signed("new", b"{}", "old", event=EVENT), False),
        ("new", signed("new", b"{ }", event=EVENT), False),
        ("new", signed("new", b"{}", event=EVENT, seconds_ago=310), False),
        ("new", {"X-Service-Signature-V2": "t=1"}, False),
        ("new", {"X-Service-Signature-V2": "nonsense"}, False),
    ]
    judge = """
        const given = JSON.parse(process.argv[1]);
        const fits = given.map(([secret, header]) => verify(secret, header, Buffer.from("{}")));
        console.log(JSON.stringify(fits));
    """

    fits = by_node(
        f"{program('webhooks.md', 'js', 'verify')}\n{judge}",
        [(secret, headers["X-Service-Signature-V2"]) for secret, headers, _ in given],
    )

    assert fits == [expected for *_, expected in given]


@pytest.mark.usefixtures("connected")
def test_the_configuration_is_made_tried_rotated_and_caught_up(service: Service) -> None:
    made = run_python("webhooks.md")

    listed = service.get(f"/webhooks/{made['webhook'].id}").data["webhook"]
    assert listed["events"] == [EVENT]
    assert made["secret"] not in (None, made["webhook"].secret)
    assert made["delivery"].event_type == EVENT
    assert (made["count"], made["missed"]) == (0, [])
