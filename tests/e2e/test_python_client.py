"""The Python client over HTTP: the local stack sends it the events that it causes."""

import asyncio
from pathlib import Path

import pytest

from talent_screening import AsyncTalentScreening, NotFound, TalentScreening, verify_webhook
from talent_screening.models import CreateInterview, CreateWebhook, InterviewCreated
from tests.builders.service import UNKNOWN_ID
from tests.doubles.over_http import running_stack
from tests.doubles.receiver import receiving

pytestmark = pytest.mark.slow

BARISTA = CreateInterview(title="Barista 2026", display_name="Barista", interview_type="standard")


def test_an_interview_is_made_listed_and_told_by_a_verified_webhook(tmp_path: Path) -> None:
    with receiving() as receiver, running_stack(tmp_path) as stack:
        with TalentScreening(stack["baseUrl"], stack["otherApiKey"]) as client:
            webhook = client.create_webhook(
                CreateWebhook(urls=[receiver.url("/in")], events=["interview.created"])
            ).webhook
            made = client.create_interview(BARISTA).interview
            delivery = receiver.await_event("interview.created", {"interviewId": made.id})

        event = verify_webhook(str(webhook.secret), delivery.headers, delivery.body)
        listed = asyncio.run(_listed(stack["baseUrl"], stack["otherApiKey"]))

    assert isinstance(event.payload, InterviewCreated)
    assert event.payload.interview_id == made.id
    assert made.id in listed


async def _listed(base_url: str, api_key: str) -> list[str]:
    async with AsyncTalentScreening(base_url, api_key) as client:
        with pytest.raises(NotFound):
            await client.get_interview(UNKNOWN_ID)
        return [interview.id async for interview in client.iterate_interviews(page_size=1)]
