"""Hundreds of candidates invited to one job by eight clients: nobody is lost, nobody invited twice."""

import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest

from local_stack.clients import local_client
from talent_screening import Conflict, RetryPolicy, TalentScreening
from talent_screening.models import (
    ApplyTemplate,
    CreateCredential,
    CreateJob,
    CreateWorkflowTemplate,
    InviteCandidate,
    StepRequest,
)
from tests.doubles.over_http import REQUEST_SECONDS, running_stack
from tests.doubles.python_clients import client_of
from tests.support.waiting import wait_until

CLIENTS = 8
CANDIDATES = 240
PATIENT = RetryPolicy(attempts=10)
# Only ends a test that would hang: a busy machine takes its time.
PATIENCE_SECONDS = 500

pytestmark = [pytest.mark.slow, pytest.mark.in_process]


def make_keys(ready: dict[str, Any]) -> list[str]:
    """A key for each client, since a key has a thousand requests an hour."""
    with client_of(ready, "adminKey") as administration:
        return [
            administration.create_credential(
                CreateCredential(
                    name=f"Client {number}",
                    organization_id=ready["organizationId"],
                    team_id=ready["teamId"],
                    permissions=["read", "write"],
                )
            ).api_key
            for number in range(CLIENTS)
        ]


def make_job(client: TalentScreening, ready: dict[str, Any]) -> str:
    """A job whose workflow is one meeting."""
    user_id = ready["userId"]
    step = StepRequest(step_type="meeting", artifact_id=ready["meetingId"])
    template = client.create_workflow_template(
        CreateWorkflowTemplate(name="Hiring", steps=[step], user_id=user_id)
    ).workflow_template
    job = client.create_job(CreateJob(title="Porter", type="requisition", status="active")).job
    client.apply_workflow_template(template.id, ApplyTemplate(job_ids=[job.id], user_id=user_id))
    return job.id


def invite_all(ready: dict[str, Any], job_id: str) -> None:
    """Each client invites its share, one after the other. What has failed for want of time is asked for
    again with the same idempotency key; a conflict then says that it was carried out."""

    def invite_share(key: str, share: range) -> None:
        timeout = httpx.Timeout(REQUEST_SECONDS)
        with TalentScreening(ready["baseUrl"], key, timeout=timeout, retries=PATIENT) as client:
            for number in share:
                body = InviteCandidate(
                    first_name="Ada", last_name=str(number), email=f"ada{number}@example.com"
                )
                with suppress(Conflict):
                    client.invite_candidate(job_id, body)

    shares = [range(number, CANDIDATES, CLIENTS) for number in range(CLIENTS)]
    with ThreadPoolExecutor(CLIENTS) as threads:
        list(threads.map(invite_share, make_keys(ready), shares))


def invited(ready: dict[str, Any]) -> Counter[str]:
    """Returns the number of messages to each candidate."""
    inbox = httpx.get(
        f"{ready['baseUrl']}/_local/inbox", headers={"accept": "application/json"}, timeout=PATIENCE_SECONDS
    )
    return Counter(message["to"] for message in inbox.json()["messages"])


def waiting(ready: dict[str, Any]) -> int:
    """Returns the number of executions that wait for their candidates."""
    client = local_client("stepfunctions", ready["endpoints"]["AWS_ENDPOINT_URL"])
    machines = [str(each["stateMachineArn"]) for each in client.list_state_machines()["stateMachines"]]
    machine = next(arn for arn in machines if "EnrollmentState" in arn)
    pages = client.get_paginator("list_executions").paginate(stateMachineArn=machine, statusFilter="RUNNING")
    return sum(len(page["executions"]) for page in pages)


def test_hundreds_of_candidates_are_enrolled_and_invited_once(tmp_path: Path) -> None:
    with running_stack(tmp_path, GATHER_TIME_SCALE="20") as ready, client_of(ready) as client:
        job_id = make_job(client, ready)
        invite_all(ready, job_id)
        assert len([*client.iterate_workflow_progress(job_id)]) == CANDIDATES

        wait_until(
            lambda: len(invited(ready)) == CANDIDATES and waiting(ready) == CANDIDATES,
            seconds=PATIENCE_SECONDS,
            pause=lambda: time.sleep(1),
            shown=lambda: (len(invited(ready)), waiting(ready)),
        )

        assert set(invited(ready).values()) == {1}
        assert waiting(ready) == CANDIDATES
