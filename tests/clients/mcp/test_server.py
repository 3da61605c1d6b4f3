"""The tools with the service behind them: what they send, ask, refuse and repeat."""

import asyncio
import json
from collections.abc import Iterator

import httpx
import pytest
from mcp.shared.exceptions import MCPError

from gather.core.caller import Scope
from gather.table.store import Table
from talent_screening_mcp.catalogue import ToolSelection, all_tools
from talent_screening_mcp.server import ASKS_FOR_A_SCOPE, ToolServer
from talent_screening_mcp.service import ServiceClient
from tests.builders.sandboxes import in_sandbox
from tests.builders.screening import make_screening
from tests.builders.service import UNKNOWN_ID, Service, Tenant, Transport, make_key
from tests.clients.mcp.agents import Agent, Watched, agent_of
from tests.support.records import ADA, add_candidate, add_interview

ADMIN = {name for name, tool in all_tools().items() if tool.scope == "admin"}
SANDBOX = {name for name, tool in all_tools().items() if tool.is_of_sandbox}
ALWAYS = set(all_tools()) - ADMIN - SANDBOX
READS = {name for name, tool in all_tools().items() if tool.is_read}


@pytest.fixture
def agent(transport: Transport, tenant: Tenant) -> Agent:
    return agent_of(transport, tenant.key)


def answering(*replies: httpx.Response | httpx.HTTPError) -> Watched:
    """A service that answers as told, one reply for each request."""
    waiting: Iterator[httpx.Response | httpx.HTTPError] = iter(replies)

    def answer(request: httpx.Request) -> httpx.Response:
        if request.url.path == ASKS_FOR_A_SCOPE:
            return refusal(403, "FORBIDDEN")
        reply = next(waiting)
        if isinstance(reply, httpx.HTTPError):
            raise reply
        return reply

    return Watched(httpx.MockTransport(answer))


def refusal(status: int, code: str, **headers: str) -> httpx.Response:
    names = {name.replace("_", "-"): value for name, value in headers.items()}
    return httpx.Response(status, headers=names, json={"error": {"code": code, "message": "No."}, "meta": {}})


def success() -> httpx.Response:
    return httpx.Response(200, json={"data": {"candidates": []}, "meta": {}})


class TestWhichToolsThereAre:
    def test_a_teams_key_has_neither_those_of_administrators_nor_those_of_sandboxes(
        self, agent: Agent
    ) -> None:
        assert set(agent.tools()) == ALWAYS
        assert {"listAuditLog", "createCredential"} <= ADMIN
        assert {"playCandidate", "readInbox"} <= SANDBOX

    def test_an_administrators_key_has_its_own_too(
        self, transport: Transport, table: Table, tenant: Tenant
    ) -> None:
        key = make_key(table, tenant.organization_id, None, scope=Scope.ADMIN)
        administrator = agent_of(transport, key)

        assert set(administrator.tools()) == ALWAYS | ADMIN
        told = administrator.told("listCredentials", organizationId=tenant.organization_id)
        assert told["data"] == []

    def test_a_sandboxs_key_has_those_of_sandboxes(
        self, transport: Transport, service: Service, table: Table, tenant: Tenant
    ) -> None:
        sandbox = in_sandbox(service, table, tenant)
        agent = agent_of(transport, str(sandbox.key))

        assert set(agent.tools()) == ALWAYS | SANDBOX
        assert agent.told("readInbox")["data"]["messages"] == []

    def test_without_the_service_those_of_a_team_are_listed(self) -> None:
        def is_down(_request: httpx.Request) -> httpx.Response:
            raise httpx.ConnectError("down")

        assert set(Agent("qapi_key", Watched(httpx.MockTransport(is_down))).tools()) == ALWAYS

    def test_the_scope_is_asked_again_when_nobody_answered(self) -> None:
        answers: Iterator[httpx.Response | httpx.HTTPError] = iter(
            [httpx.ConnectError("down"), refusal(500, "INTERNAL_ERROR"), refusal(400, "VALIDATION_ERROR")]
        )

        def answer(_request: httpx.Request) -> httpx.Response:
            reply = next(answers)
            if isinstance(reply, httpx.HTTPError):
                raise reply
            return reply

        async def list_four_times() -> list[set[str]]:
            service = ServiceClient("https://gather.example.com", "k", transport=httpx.MockTransport(answer))
            server = ToolServer(service, ToolSelection("k"))
            return [{tool.name for tool in await server.listed()} for _ in range(4)]

        assert asyncio.run(list_four_times()) == [ALWAYS, ALWAYS, ALWAYS | ADMIN, ALWAYS | ADMIN]

    def test_read_only_leaves_out_all_else(self, transport: Transport, tenant: Tenant) -> None:
        reader = agent_of(transport, tenant.key, is_read_only=True)

        tools = reader.tools()
        assert set(tools) == ALWAYS & READS
        assert all(tool.annotations and tool.annotations.read_only_hint for tool in tools.values())
        with pytest.raises(MCPError, match="no tool of this name"):
            reader.call("createCandidate", **ADA)
        assert "POST /qsi/gather/candidates" not in reader.requests

    def test_families_make_a_short_list(self, transport: Transport, tenant: Tenant) -> None:
        agent = agent_of(transport, tenant.key, families=frozenset({"candidates", "chatbots"}))

        assert {all_tools()[name].family for name in agent.tools()} == {"candidates", "chatbots"}
        # No tool of an administrator is among them, so nobody has to be asked for the scope.
        assert agent.requests == []

    def test_hints_say_what_a_tool_does(self, agent: Agent) -> None:
        for name, tool in agent.tools().items():
            assert tool.annotations
            entry = all_tools()[name]
            assert tool.annotations.read_only_hint == (entry.method == "GET")
            assert tool.annotations.destructive_hint == (entry.effect is not None)
            assert tool.output_schema is None


class TestWhatIsSent:
    def test_members_stand_side_by_side(self, agent: Agent, service: Service, tenant: Tenant) -> None:
        made = agent.told("createCandidate", **ADA, teamId=tenant.team_id)["data"]
        changed = agent.told("changeCandidate", candidateId=made["id"], externalId="A-1815")["data"]
        listed = agent.told("listCandidates", search="Ada", pageSize=1, page=None)

        assert (changed["id"], changed["externalId"], changed["lastName"]) == (
            made["id"],
            "A-1815",
            "Lovelace",
        )
        assert [each["id"] for each in listed["data"]["candidates"]] == [made["id"]]
        assert listed["meta"]["requestId"]
        [create, *_] = agent.way.seen
        assert create.url.params["teamId"] == tenant.team_id
        assert "teamId" not in json.loads(create.content)

    def test_null_clears_a_value_and_is_left_out_where_it_is_none(self, agent: Agent) -> None:
        made = agent.told("createCandidate", **ADA, externalId="A-1815", source=None)["data"]
        changed = agent.told("changeCandidate", candidateId=made["id"], externalId=None, firstName=None)

        assert (changed["data"]["externalId"], changed["data"]["firstName"]) == (None, "Ada")
        assert json.loads(agent.way.seen[1].content) == {"externalId": None}

    def test_each_post_has_an_idempotency_key_of_its_own(self, agent: Agent) -> None:
        first, second = agent.told("createCandidate", **ADA), agent.told("createCandidate", **ADA)

        assert first["data"]["id"] != second["data"]["id"]
        assert len({request.headers["idempotency-key"] for request in agent.way.seen}) == 2

    @pytest.mark.parametrize("value", ["../interviews", "a/b", "a?b=c", "%2e%2e"])
    def test_a_value_in_a_path_stays_one_part_of_it(self, agent: Agent, value: str) -> None:
        assert agent.refused("getCandidate", candidateId=value)["code"] == "NOT_FOUND"

    @pytest.mark.parametrize("value", ["", ".", "..", None, [], {"id": 1}])
    def test_a_value_that_would_make_another_path_is_not_sent(self, agent: Agent, value: object) -> None:
        told = agent.refused("getCandidate", candidateId=value)

        assert told["code"] == "VALIDATION_ERROR"
        assert "candidateId" in {fault["field"] for fault in told["details"]}
        assert agent.requests == []

    def test_a_word_that_is_no_argument_is_named_and_nothing_is_sent(self, agent: Agent) -> None:
        told = agent.refused("listCandidates", serach="Ada")

        assert told["details"] == [{"field": "serach", "reason": "It is no argument of this tool."}]
        assert agent.requests == []

    def test_an_unknown_tool_is_an_error_of_the_protocol(self, agent: Agent) -> None:
        with pytest.raises(MCPError) as refused:
            agent.call("dropTable")
        assert refused.value.error.code == -32602


class TestConfirmation:
    @pytest.mark.parametrize("confirm", [{}, {"confirm": False}, {"confirm": "true"}, {"confirm": 1}])
    def test_without_it_a_tool_tells_what_it_would_do(
        self, agent: Agent, service: Service, confirm: dict[str, object]
    ) -> None:
        candidate_id = add_candidate(service)

        told = agent.told("eraseCandidate", candidateId=candidate_id, **confirm)

        assert told["done"] is False
        assert told["wouldDo"]["operation"] == "eraseCandidate"
        assert told["wouldDo"]["effect"] == "removes something"
        assert told["wouldDo"]["method"] == "POST"
        assert told["wouldDo"]["path"] == f"/qsi/gather/candidates/{candidate_id}/erase"
        assert told["wouldDo"]["arguments"] == {"candidateId": candidate_id}
        assert "Nothing was done" in told["message"]
        assert agent.requests == []
        assert service.get(f"/candidates/{candidate_id}").status == 200

    def test_with_it_the_tool_does_it(self, agent: Agent, service: Service) -> None:
        candidate_id = add_candidate(service)

        erasure = agent.told("eraseCandidate", candidateId=candidate_id, confirm=True)["data"]

        assert erasure["erasure"]["candidateId"] == candidate_id
        assert agent.requests == [f"POST /qsi/gather/candidates/{candidate_id}/erase"]
        assert b"confirm" not in agent.way.seen[0].content

    def test_an_invite_goes_out_only_with_it(self, agent: Agent, service: Service) -> None:
        parties = {"candidateId": add_candidate(service), "interviewId": add_interview(service)}

        agent.told("createCandidateInterview", **parties, sendInvite=True)
        assert service.get("/candidate-interviews").data == []
        made = agent.told("createCandidateInterview", **parties, sendInvite=True, confirm=True)["data"]

        assert made["status"] == "invite_sent"

    def test_faulty_arguments_are_named_before_a_person_is_asked(self, agent: Agent) -> None:
        assert agent.refused("eraseCandidate", candidate="x")["code"] == "VALIDATION_ERROR"


class TestErrors:
    def test_they_are_the_services(self, agent: Agent) -> None:
        assert agent.refused("getCandidate", candidateId=UNKNOWN_ID) == {
            "code": "NOT_FOUND",
            "message": "Candidate not found.",
            "details": {"resource": "candidate", "id": UNKNOWN_ID},
        }

    def test_all_faults_of_a_body_are_named(self, agent: Agent) -> None:
        told = agent.refused("createCandidate", **{**ADA, "email": "no address", "phone": "none"})

        assert told["code"] == "VALIDATION_ERROR"
        assert {fault["field"] for fault in told["details"]} == {"email", "phone"}

    def test_the_key_is_in_none(self, transport: Transport, tenant: Tenant) -> None:
        agent = agent_of(transport, "qapi_stolen")

        assert agent.refused("listCandidates")["code"] == "UNAUTHORIZED"
        assert "qapi_stolen" not in json.dumps(agent.refused("listCandidates"))

    @pytest.mark.parametrize(
        "answer",
        [
            httpx.Response(200, text="<html>Sign in</html>"),
            httpx.Response(200, json=["data"]),
            httpx.Response(404, text="nothing here"),
            httpx.Response(302, headers={"location": "https://elsewhere.example.com/"}),
        ],
    )
    def test_what_is_not_the_services_answer_is_said(self, answer: httpx.Response) -> None:
        agent = Agent("qapi_key", answering(answer))

        assert agent.refused("listCandidates")["code"] == "UNEXPECTED_ANSWER"
        assert len(agent.requests) == 1

    @pytest.mark.parametrize(
        ("error", "code"),
        [(httpx.ReadTimeout("late"), "TIMEOUT"), (httpx.ConnectError("down"), "CONNECTION_FAILED")],
    )
    def test_no_answer_is_said(self, error: httpx.HTTPError, code: str) -> None:
        assert Agent("qapi_key", answering(*[error] * 3)).refused("listCandidates")["code"] == code


class TestRepetition:
    @pytest.fixture(autouse=True)
    def no_pauses(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("talent_screening_mcp.service._FIRST_PAUSE", 0.0)

    @pytest.mark.parametrize(
        "first",
        [
            refusal(429, "RATE_LIMIT_EXCEEDED", retry_after="0"),
            refusal(503, "SERVICE_UNAVAILABLE"),
            refusal(500, "INTERNAL_ERROR"),
            httpx.Response(502, text="bad gateway"),
            httpx.ReadError("reset"),
            httpx.ConnectError("down"),
        ],
    )
    def test_a_read_is_sent_again(self, first: httpx.Response | httpx.HTTPError) -> None:
        agent = Agent("qapi_key", answering(first, success()))

        assert agent.told("listCandidates")["data"] == {"candidates": []}
        assert len(agent.requests) == 2

    def test_a_post_is_sent_again_with_the_same_key(self) -> None:
        agent = Agent("qapi_key", answering(httpx.ReadError("reset"), success()))

        agent.told("createCandidate", **ADA)

        [first, second] = agent.way.seen
        assert first.headers["idempotency-key"] == second.headers["idempotency-key"]

    def test_a_change_that_may_have_been_made_is_not_sent_again(self) -> None:
        agent = Agent("qapi_key", answering(httpx.ReadError("reset")))

        told = agent.refused("changeCandidate", candidateId=UNKNOWN_ID, firstName="Ada")

        assert (told["code"], len(agent.requests)) == ("CONNECTION_FAILED", 1)

    def test_a_change_that_the_service_refused_is_sent_again(self) -> None:
        changed = httpx.Response(200, json={"data": {"id": UNKNOWN_ID}, "meta": {}})
        agent = Agent("qapi_key", answering(refusal(503, "SERVICE_UNAVAILABLE"), changed))

        agent.told("changeCandidate", candidateId=UNKNOWN_ID, firstName="Ada")

        assert len(agent.requests) == 2

    def test_a_change_that_a_gateway_gave_up_waiting_for_is_not_sent_again(self) -> None:
        given_up = httpx.Response(503, json={"message": "Service Unavailable"})
        agent = Agent("qapi_key", answering(given_up))

        told = agent.refused("changeCandidate", candidateId=UNKNOWN_ID, firstName="Ada")

        assert (told["code"], len(agent.requests)) == ("UNEXPECTED_ANSWER", 1)

    def test_a_post_whose_first_attempt_still_runs_is_sent_again(self) -> None:
        agent = Agent("qapi_key", answering(httpx.ReadError("reset"), refusal(409, "CONFLICT"), success()))

        agent.told("createCandidate", **ADA)

        assert len(agent.requests) == 3

    def test_it_ends_after_three_attempts(self) -> None:
        agent = Agent("qapi_key", answering(*[refusal(503, "SERVICE_UNAVAILABLE") for _ in range(3)]))

        assert agent.refused("listCandidates")["code"] == "SERVICE_UNAVAILABLE"
        assert len(agent.requests) == 3

    def test_a_long_wait_is_left_to_the_agent(self) -> None:
        agent = Agent("qapi_key", answering(refusal(429, "RATE_LIMIT_EXCEEDED", retry_after="3600")))

        assert agent.refused("listCandidates")["code"] == "RATE_LIMIT_EXCEEDED"
        assert len(agent.requests) == 1

    def test_a_tool_that_is_cancelled_stops_waiting(self) -> None:
        ended: list[str] = []

        async def hang(_request: httpx.Request) -> httpx.Response:
            try:
                await asyncio.Event().wait()
            finally:
                ended.append("ended")
            raise AssertionError

        agent = Agent("qapi_key", Watched(httpx.MockTransport(hang)))
        service = ServiceClient("https://gather.example.com", "k", transport=agent.way)
        server = ToolServer(service, ToolSelection("k"))

        async def cancel() -> None:
            async with asyncio.timeout(0.05):
                await server.call("listCandidates", {})

        with pytest.raises(TimeoutError):
            asyncio.run(cancel())
        assert ended == ["ended"]

    def test_a_refusal_is_not_repeated(self) -> None:
        agent = Agent("qapi_key", answering(refusal(409, "CONFLICT")))

        assert agent.refused("listCandidates")["code"] == "CONFLICT"


def test_a_tool_without_arguments_and_one_with_an_empty_body_work(agent: Agent, service: Service) -> None:
    screening = make_screening(service)

    assert agent.told("getBranding")["data"]["branding"]
    resent = agent.told("resendInvite", candidateInterviewId=screening.id, confirm=True)
    assert resent["data"]["id"] == screening.id
