"""This release reads and changes the stored records of earlier releases (`python -m release_dump`)."""

import gzip
import json
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import pytest

from administration.supplement import supplement
from conversation_timeout.handler import handler as conversation_timeout
from expiry.handler import handler as expiry
from gather.core.clock import from_timestamp
from gather.screening.candidates.storage import BY_EMAIL, CANDIDATE
from gather.table.conversion import Item, from_attributes
from gather.table.listing import Selection
from gather.table.records import Records
from gather.wiring import Adapters
from recovery.handler import handler as recovery
from reminders.handler import handler as reminders
from tests.builders.outbox import events_of
from tests.builders.service import Service, Transport, make_key
from tests.conftest import TABLE_NAME
from tests.doubles.clock import HandClock
from tests.doubles.data_rights import items_of, run_jobs
from tests.doubles.engines import ScriptedEngines
from tests.doubles.schedules import run

DUMPS = sorted(Path(__file__).parent.glob("*.jsonl.gz"))

COLLECTIONS = {
    "/ai-text-questions": ("AI_TEXT_QUESTION", {"title": "Changed"}),
    "/candidate-interviews": ("CANDIDATE_INTERVIEW", None),
    "/candidates": ("CANDIDATE", {"lastName": "Changed"}),
    "/chatbots": ("CHATBOT", {"title": "Changed"}),
    "/interviews": ("INTERVIEW", {"title": "Changed"}),
    "/job-families": ("JOB_FAMILY", None),
    "/jobs": ("JOB", {"title": "Changed"}),
    "/message-groups": ("MESSAGE_GROUP", {"title": "Changed"}),
    "/questions": ("AUDIO_QUESTION", {"title": "Changed"}),
    "/replicas": ("REPLICA", None),
    "/survey-questions": ("SURVEY_QUESTION", {"title": "Changed"}),
    "/webhook-deliveries": ("WEBHOOK_DELIVERY", None),
    "/webhooks": ("WEBHOOK", {"description": "Changed"}),
    "/workflow-templates": ("WORKFLOW_TEMPLATE", {"title": "Changed"}),
}
"""The entity of each list's records, and the change of each of them; None where no route changes them."""


@dataclass(frozen=True)
class Earlier:
    """The stored records of an earlier release, with the team of the dump."""

    team_id: str
    items: list[Item]

    def of(self, entity: str) -> list[Item]:
        """Returns the items of an entity, of the team alone."""
        return [
            item
            for item in self.items
            if item.get("entity") == entity and item.get("teamId", self.team_id) == self.team_id
        ]

    def tokens(self, entity: str) -> list[str]:
        """Returns the tokens of links to records of the team, by the entity of their pointers."""
        return [item["pk"].partition("#")[2] for item in self.of(entity)]

    @property
    def written_until(self) -> str:
        """The last moment at which a record says that it was changed."""
        return max(str(item["updatedAt"]) for item in self.items if "updatedAt" in item)


@pytest.fixture(params=DUMPS, ids=lambda dump: str(dump.name.removesuffix(".jsonl.gz")))
def earlier(request: pytest.FixtureRequest, adapters: Adapters, clock: HandClock) -> Earlier:
    """The table as the release left it, an hour ago."""
    head, *lines = gzip.decompress(request.param.read_bytes()).decode().splitlines()
    for line in lines:
        adapters.clients.dynamodb.put_item(TableName=TABLE_NAME, Item=json.loads(line))
    kept = Earlier(json.loads(head)["teamId"], [from_attributes(json.loads(line)) for line in lines])
    clock.moment = from_timestamp(kept.written_until) + timedelta(hours=1)
    return kept


@pytest.fixture
def team(earlier: Earlier, records: Records, transport: Transport) -> Service:
    """The service with a key of the dump's team."""
    [organization_id] = {item["organizationId"] for item in earlier.of("INTERVIEW")}
    return Service(transport, make_key(records.table, organization_id, earlier.team_id))


def shown(team: Service, path: str) -> set[str]:
    """Returns the ids of the first hundred records that a list shows."""
    size = {"limit" if path in ("/webhooks", "/webhook-deliveries") else "pageSize": 100}
    data = team.get(path, **size).data
    records = (
        data if isinstance(data, list) else next(each for each in data.values() if isinstance(each, list))
    )
    return {record["id"] for record in records}


@pytest.mark.parametrize("path", COLLECTIONS)
def test_each_record_is_listed_read_and_changed(earlier: Earlier, team: Service, path: str) -> None:
    entity, change = COLLECTIONS[path]
    kept = {item["id"] for item in earlier.of(entity) if item.get("archivedAt") is None}

    assert shown(team, path) == kept
    for record_id in kept:
        if change is not None:
            changed = team.patch(f"{path}/{record_id}", change)
            # A job of an ATS changes by `assign-ats` alone.
            assert changed.status == 200 or "assign-ats" in changed.error["message"], changed.body
    assert shown(team, path) == kept


def test_records_are_supplemented(earlier: Earlier, team: Service, records: Records) -> None:
    [organization_id] = {item["organizationId"] for item in earlier.of("INTERVIEW")}
    candidates = earlier.of("CANDIDATE")

    assert supplement(records, organization_id).read >= len(candidates) > 0
    assert supplement(records, organization_id).changed == 0
    for kept in candidates:
        found = records.found_page(
            CANDIDATE, BY_EMAIL, earlier.team_id, kept["email"].casefold(), Selection.ALL, 0, 100
        )
        assert kept["id"] in {each.id for each in found.records}
    assert shown(team, "/candidates")


def test_links_to_pages_open(earlier: Earlier, team: Service) -> None:
    public = team.public()

    for path, entity in (("/i", "INVITE"), ("/share", "SHARE")):
        for token in earlier.tokens(entity):
            assert public.get(f"{path}/{token}").status == 200, path


def test_results_are_read(earlier: Earlier, team: Service) -> None:
    for item in earlier.of("CANDIDATE_INTERVIEW"):
        results = team.get(f"/candidate-interviews/{item['id']}/results")
        assert results.status == 200, results.body
        assert len(results.data["responses"]) > 0 or item.get("completedAt") is None


def test_what_was_due_is_done(
    earlier: Earlier, adapters: Adapters, clock: HandClock, records: Records
) -> None:
    clock.advance(days=400)

    for handler in (reminders, expiry, conversation_timeout, recovery):
        outcome = run(handler, adapters, clock.now())
        assert outcome["more"] is False
        assert run(handler, adapters, clock.now())["done"] == 0

    told = [payload.get("candidateInterviewId") for name, payload in events_of(records.table)]
    opened = [
        item["id"]
        for item in earlier.items
        if item.get("entity") == "CANDIDATE_INTERVIEW"
        and item.get("completedAt") is None
        and item.get("inviteSentAt")
    ]
    assert opened
    assert set(opened) <= set(told)


@pytest.mark.in_process
def test_candidates_are_erased_with_all_that_is_theirs(
    earlier: Earlier,
    team: Service,
    adapters: Adapters,
    engines: ScriptedEngines,
) -> None:
    [organization_id] = {item["organizationId"] for item in earlier.of("INTERVIEW")}
    supplement(adapters.records, organization_id)
    candidates = earlier.of("CANDIDATE")
    of_candidates = {entity: len(earlier.of(entity)) for entity in ("ORDER", "ENROLLMENT", "ANSWER")}
    assert all(of_candidates.values())

    for candidate in candidates:
        assert team.post(f"/candidates/{candidate['id']}/erase").status == 202
    assert run_jobs(adapters) == []

    items = [from_attributes(item) for item in items_of(adapters)]
    left = {item.get("entity") for item in items}
    assert left.isdisjoint(of_candidates)
    deliveries = [item for item in items if item.get("entity") == "WEBHOOK_DELIVERY"]
    assert [item for item in deliveries if "candidateId" in item["payload"]] == []
    stored = str(items)
    for candidate in candidates:
        assert candidate["email"] not in stored
