"""Every route with a key of the OpenAPI document, and a request to each that its own tenant may make.

Requests come from `tests.support.route_requests`. The others are built here, with records in the table.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from gather.chat.chatbots.storage import CHATBOT
from gather.core.caller import Scope, TeamScope
from gather.core.identifiers import new_id
from gather.core.tenant import sandbox_of
from gather.outgoing.result import AttemptError, AttemptResult
from gather.screening.imports import storage as import_storage
from gather.screening.imports.requests import CreateCandidateImport, new_import
from gather.table.records import Records
from tests.builders.connect import CONNECT, EXAMPLE, configuration_of, order_body
from tests.builders.content import MADE_AT, make_knowledge_base
from tests.builders.conversations import make_conversation
from tests.builders.deliveries import make_delivery, make_webhook
from tests.builders.jobs import make_job_family, make_titled
from tests.builders.service import Reply, Service, Tenant, Transport, make_key
from tests.support.records import (
    add_chatbot,
    add_interview_with_question,
    add_job,
)
from tests.support.route_requests import (
    ROUTE_REQUESTS,
    RequestBuilder,
    candidate_interview,
    scorecard_preview,
)
from tests.support.setting import GATHER, Request, Setting

DOCUMENT = Path(__file__).parents[2] / "docs" / "openapi.json"
METHODS = ("get", "post", "put", "patch", "delete")
TEAM_PARAMETERS = {"teamId", "userId"}


KEYED = (GATHER, CONNECT)
NO_SERVICE = "https://ats.example.invalid"
"""An address without a vendor's service."""


def scope_of(path: str) -> Scope:
    """Returns the scope of the keys that a path takes (interface: Authentication, rule 2)."""
    if "/credentials" in path or "/audit-log" in path:
        return Scope.ADMIN
    if path.startswith(f"{CONNECT}/accounts"):
        return Scope.ACCOUNTS
    return Scope.INTEGRATIONS if path.startswith(CONNECT) else Scope.GATHER


@dataclass(frozen=True)
class Operation:
    """A route of the document."""

    method: str
    path: str
    query: frozenset[str]
    body: frozenset[str]
    """The members of the body that hold ids: `surveyQuestions[].id`."""

    @property
    def route(self) -> str:
        return f"{self.method} {self.path}"

    @property
    def parameters(self) -> list[str]:
        """The parameters of the path, in its order."""
        return re.findall(r"{(\w+)}", self.path)

    @property
    def identifiers(self) -> list[str]:
        """The parameters that name a record."""
        return [name for name in self.parameters if name != "vendor"]

    @property
    def scope(self) -> Scope:
        """The scope of the keys that the route takes."""
        return scope_of(self.path)

    @property
    def is_in_sandbox(self) -> bool:
        """Whether the route is for keys of sandboxes alone."""
        return self.path.startswith(f"{GATHER}/sandbox/")

    @property
    def works_in_team(self) -> bool:
        """Whether it works in a team (the key's or a named one) and not in an organization."""
        return self.query >= TEAM_PARAMETERS

    def __str__(self) -> str:
        return self.route.replace(GATHER, "")


@cache
def operations() -> tuple[Operation, ...]:
    """Returns every route that takes a key."""
    return _operations(takes_key=True)


@cache
def keyless_operations() -> tuple[Operation, ...]:
    """Returns every route that a token opens, or that is open to everybody."""
    return _operations(takes_key=False)


def _operations(*, takes_key: bool) -> tuple[Operation, ...]:
    document = json.loads(DOCUMENT.read_text(encoding="utf-8"))
    return tuple(
        Operation(
            method.upper(),
            path,
            frozenset(
                parameter["name"]
                for parameter in declared.get("parameters", ())
                if parameter.get("in") == "query"
            ),
            frozenset(_ids_of(declared, document["components"]["schemas"])),
        )
        for path, methods in document["paths"].items()
        for method, declared in methods.items()
        if method in METHODS and takes_key is any("apiKey" in entry for entry in declared["security"])
    )


@cache
def paths_without_key() -> frozenset[str]:
    """Returns the first part of every path that is opened by a token alone."""
    return frozenset(operation.path.split("/")[1] for operation in keyless_operations())


_ID = re.compile(r"(^id|\.id|Id|Ids\[\]|Subscribers\[\])$")


def _ids_of(declared: Mapping[str, Any], schemas: Mapping[str, Any]) -> Iterator[str]:
    content = declared.get("requestBody", {}).get("content", {})
    for media in content.values():
        yield from (path for path in _texts(media["schema"], "", schemas, 0) if _ID.search(path))


def _texts(schema: Mapping[str, Any], path: str, schemas: Mapping[str, Any], depth: int) -> Iterator[str]:
    """Yields the path of each text in a schema."""
    while "$ref" in schema:
        schema = schemas[schema["$ref"].rpartition("/")[2]]
    if depth > 6:
        return
    for alternatives in ("anyOf", "oneOf", "allOf"):
        for alternative in schema.get(alternatives, ()):
            yield from _texts(alternative, path, schemas, depth)
    if "items" in schema:
        yield from _texts(schema["items"], f"{path}[]", schemas, depth + 1)
    for name, member in schema.get("properties", {}).items():
        yield from _texts(member, f"{path}.{name}".lstrip("."), schemas, depth + 1)
    if schema.get("type") == "string":
        yield path


class Client(Setting):
    """A tenant at the service with keys of every scope; those of scope `gather` are of its sandbox or not.

    `tenant` has the ids under which its records are stored.
    """

    def __init__(
        self, transport: Transport, records: Records, tenant: Tenant, *, in_sandbox: bool = False
    ) -> None:
        self.in_sandbox = in_sandbox
        self.transport = transport
        self.tenant = _in_sandbox(tenant) if in_sandbox else tenant
        self.outside = tenant
        self.records = records
        self._keys: dict[tuple[Scope, str | None], str] = {}
        super().__init__(tenant.organization_id, tenant.team_id, tenant.user_id)

    def key_of(self, scope: Scope, team_id: str | None) -> str:
        """Returns a key of a team, or of the whole organization."""
        if (scope, team_id) not in self._keys:
            self._keys[scope, team_id] = make_key(
                self.records.table,
                self.organization_id,
                team_id,
                user_id=self.user_id,
                scope=scope,
                sandbox=self.in_sandbox and scope is Scope.GATHER,
            )
        return self._keys[scope, team_id]

    def other_side(self) -> "Client":
        """Returns the same tenant in its sandbox, or outside of it."""
        return Client(self.transport, self.records, self.outside, in_sandbox=not self.in_sandbox)

    def using(self, key: str | None, **headers: str) -> Service:
        """Returns the whole service, used with a key or with other headers."""
        return Service(self.transport, key, "", headers)

    def own(self, path: str) -> Service:
        """Returns the service as the tenant itself uses it for a path."""
        return self.using(self.key_of(scope_of(path), self.team_id) if path.startswith(KEYED) else None)

    def ask(
        self, route: str, request: Request, way: Service | None = None, query: Mapping[str, str] | None = None
    ) -> Reply:
        """Sends a request, in the tenant's own way or another one."""
        method, _, path = route.partition(" ")
        service = way or self.own(path)
        for name, value in request.path.items():
            path = path.replace(f"{{{name}}}", value)
        return service.request(method, path, request.body, {**request.query, **(query or {})})

    def send(self, route: str, request: Request) -> Any:
        reply = self.ask(route, request)
        assert reply.status < 400, (route, reply.body)
        return reply.body

    def post(self, path: str, body: object = None) -> Reply:
        return self.own(f"{GATHER}{path}").post(f"{GATHER}{path}", body)

    def integration(self) -> dict[str, Any]:
        """The tenant's one integration, with its Basic password."""
        if "own integration" not in self.kept:
            body = {"name": "Our ATS", "configuration": configuration_of(EXAMPLE, NO_SERVICE)}
            made = self.send(f"POST {_INTEGRATIONS}", Request({"vendor": EXAMPLE}, body=body))
            self.kept["own integration"] = made["data"]["integration"]
        found: dict[str, Any] = self.kept["own integration"]
        return found


def _in_sandbox(tenant: Tenant) -> Tenant:
    """Returns the tenant with the ids of its sandbox."""
    return replace(
        tenant,
        organization_id=sandbox_of(tenant.organization_id),
        team_id=sandbox_of(tenant.team_id),
        second_team_id=sandbox_of(tenant.second_team_id),
    )


def request_builder_of(operation: Operation) -> RequestBuilder | None:
    """Returns the builder of a request to a route, with the records that it needs; None without one."""
    return MORE_REQUESTS.get(operation.route) or ROUTE_REQUESTS.get(operation.route)


def _with_table(setting: Setting) -> Client:
    """Returns the setting as a client whose records are in a table, because no route creates them."""
    assert isinstance(setting, Client), "no route creates these: they are built in the table"
    return setting


def knowledge_base(setting: Setting) -> str:
    """Creates a knowledge base and returns its id."""
    client = _with_table(setting)
    return make_knowledge_base(client.records, client.tenant).id


def meeting(setting: Setting) -> str:
    """Creates a meeting and returns its id."""
    client = _with_table(setting)
    return make_titled(client.records, client.tenant, "meeting")


def job_family(setting: Setting) -> str:
    """Creates a job family and returns its id."""
    client = _with_table(setting)
    return make_job_family(client.records, client.tenant).id


def candidate_import(setting: Setting) -> str:
    """Creates an import of rows, whose file nobody has sent, and returns its id."""
    client = _with_table(setting)
    request = CreateCandidateImport(candidates=[{}])
    tenant = client.tenant
    team = TeamScope(tenant.organization_id, tenant.team_id, tenant.user_id)
    record = new_import(request, 1, team, MADE_AT)
    unit = client.records.unit_of_work()
    import_storage.create(unit, record)
    unit.commit()
    return record.id


def questionnaire(setting: Setting) -> str:
    """Creates a screening questionnaire and returns its id."""
    client = _with_table(setting)
    return make_titled(client.records, client.tenant, "screening questionnaire")


def conversation(setting: Setting) -> str:
    """Creates a conversation with a new chatbot and returns its id."""
    client = _with_table(setting)
    owner = client.records.get(CHATBOT, client.tenant.team_id, add_chatbot(client)).record
    return make_conversation(client.records, owner, ["Hello", "What are you looking for?"]).id


def delivery(setting: Setting) -> str:
    """Creates a delivery to a new webhook and returns its id."""
    client = _with_table(setting)
    return make_delivery(client.records, client.tenant, make_webhook(client.records, client.tenant).id).id


def failed_delivery(setting: Setting) -> str:
    """Creates a delivery whose webhook is no longer configured and returns its id."""
    client = _with_table(setting)
    webhook = make_webhook(client.records, client.tenant)
    unwanted = AttemptResult(error=AttemptError.NO_LONGER_CONFIGURED)
    return make_delivery(client.records, client.tenant, webhook.id, result=unwanted).id


def account(client: Setting) -> str:
    """Creates an account of a partner and returns its id."""
    made = client.send(f"POST {_ACCOUNTS}", Request(body={"name": "Example Customer"}))
    account_id: str = made["data"]["account"]["id"]
    return account_id


def order(client: Setting) -> str:
    """Creates an order over the tenant's integration and returns its id."""
    made = client.send(f"POST {_VENDOR}/orders", _new_order(client))
    order_id: str = made["data"]["order"]["id"]
    return order_id


def _new_order(client: Setting) -> Request:
    assert isinstance(client, Client)
    client.integration()
    return Request(
        {"vendor": EXAMPLE}, body=order_body(add_interview_with_question(client), reference=new_id())
    )


def _play(client: Setting) -> Request:
    return Request({"candidateInterviewId": str(candidate_interview(client)["id"])}, body={"persona": "weak"})


def play(client: Setting) -> str:
    """Creates a play of a new candidate interview and returns its id."""
    made = client.send(f"POST {_IN_SANDBOX}/play", _play(client))
    play_id: str = made["data"]["play"]["id"]
    return play_id


def _apply_preview(client: Setting) -> Request:
    preview_id, candidate_interview_id = scorecard_preview(client)
    return Request({"id": preview_id}, body={"candidateInterviewIds": [candidate_interview_id]})


def _with_vendor(name: str, make: Callable[[Setting], str], body: object = None) -> RequestBuilder:
    return lambda client: Request({"vendor": EXAMPLE, name: make(client)}, body=body)


def integration_id(client: Setting) -> str:
    """Returns the id of the tenant's integration."""
    assert isinstance(client, Client)
    made: str = client.integration()["id"]
    return made


def _of(name: str, make: Callable[[Setting], str], body: object = None) -> RequestBuilder:
    return lambda client: Request({name: make(client)}, body=body)


_ACCOUNTS = f"{CONNECT}/accounts"
_VENDOR = f"{CONNECT}/{{vendor}}"
_INTEGRATIONS = f"{_VENDOR}/integrations"
_CANDIDATE_IMPORT = f"{GATHER}/candidate-imports/{{importId}}"
_CHATBOT = f"{GATHER}/chatbots/{{chatbotId}}"
_CONVERSATION = f"{GATHER}/conversations/{{conversationId}}"
_INTERVIEW = f"{GATHER}/interviews/{{interviewId}}"
_IN_SANDBOX = f"{GATHER}/sandbox/candidate-interviews/{{candidateInterviewId}}"

MORE_REQUESTS: Mapping[str, RequestBuilder] = {
    f"POST {GATHER}/candidate-interviews/{{candidateInterviewId}}/evaluate": _of(
        "candidateInterviewId", lambda client: str(candidate_interview(client)["id"]), {}
    ),
    f"GET {_CANDIDATE_IMPORT}": _of("importId", candidate_import),
    f"POST {_CANDIDATE_IMPORT}/start": _of("importId", candidate_import),
    f"POST {_CANDIDATE_IMPORT}/cancel": _of("importId", candidate_import),
    f"GET {_CANDIDATE_IMPORT}/rows": _of("importId", candidate_import),
    f"PATCH {_CHATBOT}/knowledge-bases": lambda client: Request(
        {"chatbotId": add_chatbot(client)}, body={"knowledgeBaseIds": [knowledge_base(client)]}
    ),
    f"POST {GATHER}/jobs/assign-ats": lambda client: Request(
        body={"integrationId": integration_id(client), "externalJobId": "ATS-1001"}
    ),
    f"GET {GATHER}/webhook-deliveries/{{id}}": _of("id", delivery),
    f"POST {GATHER}/webhook-deliveries/{{id}}/redeliver": _of("id", failed_delivery),
    f"GET {_CONVERSATION}": _of("conversationId", conversation),
    f"GET {_CONVERSATION}/messages": _of("conversationId", conversation),
    f"PATCH {GATHER}/jobs/{{id}}/screening-questionnaire": lambda client: Request(
        {"id": add_job(client)}, body={"screeningQuestionnaireId": questionnaire(client)}
    ),
    f"GET {GATHER}/job-families/{{id}}": _of("id", job_family),
    f"POST {_INTERVIEW}/score-card-template/generate": _of("interviewId", add_interview_with_question, {}),
    f"POST {GATHER}/score-card-templates/suggest-topics": lambda _client: Request(
        body={"questions": ["Why coffee?"]}
    ),
    f"POST {GATHER}/score-card-previews/{{id}}/apply": _apply_preview,
    f"POST {_VENDOR}/orders": _new_order,
    f"POST {_IN_SANDBOX}/play": _play,
    f"POST {_IN_SANDBOX}/advance": lambda client: Request(
        {"candidateInterviewId": str(candidate_interview(client)["id"])}, body={"days": 1}
    ),
    f"GET {GATHER}/sandbox/plays/{{playId}}": _of("playId", play),
    f"GET {_VENDOR}/orders/{{orderId}}": _with_vendor("orderId", order),
    f"GET {_VENDOR}/orders/{{orderId}}/pushes": _with_vendor("orderId", order),
    f"GET {_VENDOR}/results/{{orderId}}": _with_vendor("orderId", order),
}
"""Builders of the requests that `tests.support.route_requests` does not have."""

RIGHTFUL: Mapping[str, int | None] = {
    f"POST {_CANDIDATE_IMPORT}/start": 409,
    f"POST {GATHER}/candidate-interviews/{{candidateInterviewId}}/evaluate": 409,
    f"POST {_INTERVIEW}/score-card-template/generate": None,
    f"POST {GATHER}/score-card-previews/{{id}}/apply": 409,
}
"""The status that the tenant itself gets where it is no success; None where the route asks the model."""
