"""Hundreds of candidates invited to one job by eight clients: nobody is lost, nobody invited twice."""

import json
import time
import urllib.request
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from local_stack.clients import local_client
from tests.builders.service import Service
from tests.doubles.over_http import Http, running_stack

CLIENTS = 8
CANDIDATES = 240
REPETITIONS = 10
# Only ends a test that would hang: a busy machine takes its time.
PATIENCE_SECONDS = 900

pytestmark = [pytest.mark.slow, pytest.mark.in_process]


def client_of(ready: dict[str, Any], key: str) -> Service:
    """A client with a connection of its own."""
    address = urlsplit(ready["baseUrl"])
    return Service(Http(address.hostname or "", address.port or 80), key)


def make_keys(ready: dict[str, Any]) -> list[str]:
    """A key for each client, since a key has a thousand requests an hour."""
    administration = client_of(ready, ready["adminKey"])
    body = {
        "organizationId": ready["organizationId"],
        "teamId": ready["teamId"],
        "permissions": ["read", "write"],
    }
    return [
        administration.post("/credentials", {**body, "name": f"Client {number}"}).data["apiKey"]
        for number in range(CLIENTS)
    ]


def make_job(ready: dict[str, Any]) -> str:
    service, user = client_of(ready, ready["apiKey"]), {"userId": ready["userId"]}
    steps = [{"stepType": "meeting", "artifactId": ready["meetingId"]}]
    template = service.post("/workflow-templates", {"name": "Hiring", "steps": steps, **user}).data
    job = service.post("/jobs", {"title": "Porter", "type": "requisition", "status": "active"}).data["job"]
    applied = service.post(
        f"/workflow-templates/{template['workflowTemplate']['id']}/apply", {"jobIds": [job["id"]], **user}
    )
    assert applied.status in (200, 201), applied.body
    job_id: str = job["id"]
    return job_id


def invite_all(ready: dict[str, Any], job_id: str) -> None:
    """Each client invites its share, one after the other."""

    def invite_share(key: str, share: range) -> None:
        service = client_of(ready, key)
        for number in share:
            body = {"firstName": "Ada", "lastName": str(number), "email": f"ada{number}@example.com"}
            invite_one(service, f"/jobs/{job_id}/invite-candidate", body)

    shares = [range(number, CANDIDATES, CLIENTS) for number in range(CLIENTS)]
    with ThreadPoolExecutor(CLIENTS) as threads:
        list(threads.map(invite_share, make_keys(ready), shares))


def invite_one(service: Service, path: str, body: dict[str, str]) -> None:
    """As a careful client does it: what has failed for want of time is asked for again.

    The service refuses a candidate who is enrolled already, so that nobody is invited twice by it.
    """
    reply, invited = service.post(path, body), {201}
    for _ in range(REPETITIONS):
        if reply.status < 500:
            break
        reply, invited = service.post(path, body), {201, 409}
    assert reply.status in invited, reply.body


def invited(ready: dict[str, Any]) -> Counter[str]:
    """How many messages each candidate got."""
    request = urllib.request.Request(
        f"{ready['baseUrl']}/_local/inbox", headers={"accept": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=PATIENCE_SECONDS) as answer:
        return Counter(message["to"] for message in json.load(answer)["messages"])


def waiting(ready: dict[str, Any]) -> int:
    """How many executions wait for their candidates."""
    client = local_client("stepfunctions", ready["endpoints"]["AWS_ENDPOINT_URL"])
    machines = [str(each["stateMachineArn"]) for each in client.list_state_machines()["stateMachines"]]
    machine = next(arn for arn in machines if "EnrollmentState" in arn)
    pages = client.get_paginator("list_executions").paginate(stateMachineArn=machine, statusFilter="RUNNING")
    return sum(len(page["executions"]) for page in pages)


def test_hundreds_of_candidates_are_enrolled_and_invited_once(tmp_path: Path) -> None:
    with running_stack(tmp_path, GATHER_TIME_SCALE="20") as ready:
        job_id = make_job(ready)
        invite_all(ready, job_id)
        progress = client_of(ready, ready["apiKey"]).get(f"/jobs/{job_id}/workflow-progress").data
        assert progress["pagination"]["total"] == CANDIDATES

        deadline = time.monotonic() + PATIENCE_SECONDS
        while len(invited(ready)) < CANDIDATES or waiting(ready) < CANDIDATES:
            assert time.monotonic() < deadline, (len(invited(ready)), waiting(ready))
            time.sleep(1)

        assert set(invited(ready).values()) == {1}
        assert waiting(ready) == CANDIDATES
