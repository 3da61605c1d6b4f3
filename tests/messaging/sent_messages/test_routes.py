"""The log of the messages to a candidate (interface: Opt-outs, rule 6)."""

import pytest

from gather.ports.failure import EngineFailed
from gather.wiring import Adapters
from notifications.handler import handler as notifications
from tests.builders.outbox import entries_of, queue_event
from tests.builders.service import UNKNOWN_ID, Service
from tests.doubles.engines import ScriptedEngines
from tests.doubles.lambda_context import Context
from tests.support.records import add_candidate, post_candidate_interview

pytestmark = pytest.mark.routes


def test_the_team_sees_what_became_of_each_message(
    service: Service, adapters: Adapters, engines: ScriptedEngines
) -> None:
    candidate_id = add_candidate(service, smsOptIn=True)
    record = post_candidate_interview(service, candidateId=candidate_id, sendInvite=True)
    engines.the_sms.failures.append(EngineFailed(retryable=False, reason="The engine refuses the number"))
    tasks = [each for each in entries_of(adapters.records.table, "TASK") if each["name"] == "send_invite"]
    notifications.run(queue_event(tasks), Context(), adapters)

    data = service.get(f"/candidates/{candidate_id}/messages").data

    by_channel = {each["channel"]: each for each in data["messages"]}
    assert data["optedOut"] == []
    assert {channel: each["status"] for channel, each in by_channel.items()} == {
        "email": "sent",
        "sms": "refused",
    }
    assert by_channel["email"]["body"] == engines.the_email.messages[0].text
    assert (by_channel["sms"]["to"], by_channel["sms"]["body"]) == ("+14155550123", None)
    assert {each["candidateInterviewId"] for each in data["messages"]} == {record["id"]}
    newest = service.get(f"/candidates/{candidate_id}/messages", limit=1).data["messages"]
    assert newest == data["messages"][:1]


@pytest.mark.parametrize("limit", [0, 101, "many"])
def test_a_limit_has_limits(service: Service, limit: object) -> None:
    reply = service.get(f"/candidates/{add_candidate(service)}/messages", limit=limit)

    assert (reply.status, reply.faulty_fields) == (400, {"limit"})


def test_an_unknown_candidate_has_no_messages(service: Service) -> None:
    assert service.get(f"/candidates/{UNKNOWN_ID}/messages").status == 404
