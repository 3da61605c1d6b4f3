"""The OpenAPI document says what the routes do."""

import json
from dataclasses import dataclass, field
from typing import Annotated, Any

import pytest
from openapi_schema_validator import OAS31Validator
from openapi_spec_validator import validate

from gather.connect.vendor_registry import vendor_names
from gather.core.caller import Basic
from gather.core.formats import Title
from gather.core.model import UNSET, LeftOutWhenNull, Model, NoBody, QueryModel, RequestModel, TeamQuery
from gather.http.call import Call, KeyCall, TeamCall
from gather.http.paging import Pages, PageSize
from gather.http.routes import Api
from openapi.__main__ import DOCUMENT, sample_bodies
from openapi.declarations import DeclaredRoute, declared_routes, ours
from openapi.document import build
from openapi.recording import kept_examples
from openapi.rules import RULES


class Cup(Model):
    """A cup."""

    id: str
    title: str
    handle: str | None = None
    saucer: Annotated[str | None, LeftOutWhenNull] = None


CUP = Cup(id="1", title="Espresso")


class ChangeCup(RequestModel):
    """Body of PATCH /cups/{cupId}."""

    title: Title = UNSET
    handle: str | None = None


class FillSaucer(RequestModel):
    """Body of POST /saucers/{token}."""

    milk: bool = False


class CupQuery(TeamQuery):
    """Query of GET /cups."""

    page_size: PageSize = 50
    color: str
    """The color of the cups."""


class ShelfQuery(QueryModel):
    """Query of GET /shelves."""

    team_id: str | None = None


@dataclass
class Shelf:
    """A family of made-up routes."""

    api: Api = field(default_factory=lambda: Api("cups"))

    def document(self, examples: dict[str, Any] | None = None) -> dict[str, Any]:
        return build([DeclaredRoute("cups", route) for route in self.api.routes], examples or {})


@pytest.fixture
def shelf() -> Shelf:
    shelf = Shelf()

    @shelf.api.get("/cups", response=list[Cup], meta=Pages)
    def list_cups(call: TeamCall[NoBody, CupQuery]) -> list[Cup]:
        """List cups.

        Newest first.
        """
        return []

    @shelf.api.patch("/cups/{cupId}", response=Cup)
    def change_cup(call: TeamCall[ChangeCup, TeamQuery]) -> Cup:
        """Change a cup."""
        return Cup(id="1", title="Cup")

    @shelf.api.post("/saucers/{token}", response=Cup)
    def fill_saucer(call: Call[FillSaucer, TeamQuery]) -> Cup:
        """Fill a saucer."""
        return Cup(id="1", title="Cup")

    return shelf


def test_an_operation_is_described_by_its_function(shelf: Shelf) -> None:
    operation = shelf.document()["paths"]["/qsi/gather/cups"]["get"]

    assert operation["operationId"] == "listCups"
    assert operation["summary"] == "List cups."
    assert operation["description"].startswith("Newest first.")
    assert operation["tags"] == ["cups"]


def test_query_and_path_become_parameters(shelf: Shelf) -> None:
    paths = shelf.document()["paths"]

    parameters = {each["name"]: each for each in paths["/qsi/gather/cups"]["get"]["parameters"]}
    assert parameters["color"] == {
        "description": "The color of the cups.",
        "name": "color",
        "in": "query",
        "required": True,
        "schema": {"type": "string"},
    }
    size = parameters["pageSize"]
    assert size["schema"] == {"type": "integer", "minimum": 1, "maximum": 100, "default": 50}
    assert not size["required"]
    (path,) = [each for each in paths["/qsi/gather/cups/{cupId}"]["patch"]["parameters"] if "in" in each][:1]
    assert (path["name"], path["in"], path["required"]) == ("cupId", "path", True)


def test_responses_have_the_envelope_with_every_member_of_the_record(shelf: Shelf) -> None:
    document = shelf.document()

    content = document["paths"]["/qsi/gather/cups"]["get"]["responses"]["200"]["content"]
    envelope = content["application/json"]["schema"]
    assert envelope["required"] == ["data", "meta"]
    assert envelope["properties"]["data"]["items"] == {"$ref": "#/components/schemas/Cup"}
    paged = envelope["properties"]["meta"]
    assert paged["properties"]["pagination"]["$ref"] == "#/components/schemas/Pages"
    assert paged["required"] == ["requestId", "timestamp", "pagination"]
    assert document["components"]["schemas"]["Cup"]["required"] == ["id", "title", "handle"]


def test_a_member_that_responses_leave_out_is_not_required(shelf: Shelf) -> None:
    cup = shelf.document()["components"]["schemas"]["Cup"]

    assert cup["properties"]["saucer"] == {"anyOf": [{"type": "string"}, {"type": "null"}]}
    assert "saucer" not in cup["required"]
    assert "saucer" not in Cup(id="1", title="Mug").model_dump()


def test_a_patch_requires_nothing_and_null_only_where_it_clears(shelf: Shelf) -> None:
    schema = shelf.document()["components"]["schemas"]["ChangeCup"]

    assert "required" not in schema
    assert schema["properties"]["title"]["type"] == "string"
    assert "default" not in schema["properties"]["title"]
    assert {"type": "null"} in schema["properties"]["handle"]["anyOf"]


def test_keyed_routes_name_their_scope_faults_and_quota(shelf: Shelf) -> None:
    operation = shelf.document()["paths"]["/qsi/gather/cups/{cupId}"]["patch"]

    assert operation["security"] == [{"apiKey": []}, {"basic": []}, {"session": []}]
    assert operation["x-least-role"] == "manager"
    assert "`gather`" in operation["description"]
    assert "`manager`" in operation["description"]
    assert {"400", "401", "403", "404", "409", "412", "413", "429", "500", "503"} <= set(
        operation["responses"]
    )
    assert "X-RateLimit-Remaining" in operation["responses"]["200"]["headers"]
    assert {"$ref": "#/components/parameters/IfMatch"} in operation["parameters"]


@pytest.mark.parametrize(
    ("basic", "security"),
    [
        (Basic.REFUSED, [{"apiKey": []}, {"session": []}]),
        (Basic.INTEGRATION, [{"apiKey": []}, {"integrationBasic": []}, {"session": []}]),
    ],
)
def test_what_basic_means_to_a_route_is_told(
    shelf: Shelf, basic: Basic, security: list[dict[str, list[str]]]
) -> None:
    @shelf.api.get("/of/{vendor}/cups", response=Cup, basic=basic)
    def read_vendors_cups(call: TeamCall[NoBody, TeamQuery]) -> Cup:
        """Read."""
        return CUP

    operation = shelf.document()["paths"]["/qsi/gather/of/{vendor}/cups"]["get"]

    assert operation["security"] == security
    [vendor] = [parameter for parameter in operation["parameters"] if parameter["name"] == "vendor"]
    assert vendor["schema"]["enum"] == vendor_names()


def test_lists_may_be_too_large_to_be_answered(shelf: Shelf) -> None:
    paths = shelf.document()["paths"]

    assert "413" in paths["/qsi/gather/cups"]["get"]["responses"]


def test_routes_without_a_key_say_so(shelf: Shelf) -> None:
    operation = shelf.document()["paths"]["/qsi/gather/saucers/{token}"]["post"]

    assert operation["security"] == []
    assert not {"401", "403"} & set(operation["responses"])
    assert "429" in operation["responses"]
    assert [parameter["name"] for parameter in operation["parameters"]] == ["token"]


def test_a_token_in_a_header_and_further_refusals_are_named(shelf: Shelf) -> None:
    @shelf.api.get("/chats/{id}", response=Cup, token_header="x-chat-token", refusals=frozenset({429}))
    def read_chat(call: Call[NoBody, TeamQuery]) -> Cup:
        """Read."""
        return CUP

    operation = shelf.document()["paths"]["/qsi/gather/chats/{id}"]["get"]

    assert operation["security"] == [{"chatToken": []}]
    assert "`x-chat-token`" in operation["description"]
    assert {"401", "429"} <= set(operation["responses"])


def test_a_query_of_its_own_may_filter_by_team_where_no_team_is_worked_in(shelf: Shelf) -> None:
    @shelf.api.get("/shelves", response=Cup)
    def list_shelves(call: KeyCall[NoBody, ShelfQuery]) -> Cup:
        return CUP

    operation = shelf.document()["paths"]["/qsi/gather/shelves"]["get"]

    assert [parameter["name"] for parameter in operation["parameters"]] == ["teamId"]


def test_a_body_without_a_key_names_no_team(shelf: Shelf) -> None:
    schemas = shelf.document()["components"]["schemas"]

    assert set(schemas["FillSaucer"]["properties"]) == {"milk"}
    assert {"teamId", "userId"} < set(schemas["ChangeCup"]["properties"])


def test_one_function_behind_two_methods_is_two_operations(shelf: Shelf) -> None:
    change = next(route.function for route in shelf.api.routes if route.method == "PATCH")
    shelf.api.put("/cups/{cupId}", response=Cup)(change)

    operations = shelf.document()["paths"]["/qsi/gather/cups/{cupId}"]

    assert operations["patch"]["operationId"] == "changeCup"
    assert operations["put"]["operationId"] == "changeCupByPut"


def test_pages_and_ways_elsewhere_are_no_envelopes(shelf: Shelf) -> None:
    def leave(call: TeamCall[NoBody, TeamQuery]) -> str:
        """Leave."""
        return ""

    shelf.api.get("/page", response=str)(leave)
    shelf.api.get("/elsewhere", response=str, status=302)(leave)

    paths = shelf.document()["paths"]

    page = paths["/qsi/gather/page"]["get"]["responses"]["200"]
    assert set(page["content"]) == {"text/html"}
    elsewhere = paths["/qsi/gather/elsewhere"]["get"]["responses"]
    assert set(elsewhere["302"]["headers"]) == {"X-Request-Id", "Location"}
    assert "follows the redirection" in elsewhere["200"]["description"]


def test_a_refusal_that_no_operation_has_is_left_out(shelf: Shelf) -> None:
    components = shelf.document()["components"]

    assert "NotFound" in components["responses"]
    assert "MethodNotAllowed" not in components["responses"]
    assert "Allow" not in components["headers"]


def test_an_example_is_shown_with_its_body(shelf: Shelf) -> None:
    document = shelf.document({"PATCH /qsi/gather/cups/{cupId}": {"title": "Mug", "unknown": 1}})

    body = document["paths"]["/qsi/gather/cups/{cupId}"]["patch"]["requestBody"]
    assert body["content"]["application/json"]["example"] == {"title": "Mug"}


def test_the_made_up_document_is_valid(shelf: Shelf) -> None:
    validate(shelf.document())


@pytest.fixture(scope="module")
def service_document() -> dict[str, Any]:
    return build(ours(declared_routes()), sample_bodies(), kept_examples())


@pytest.mark.slow
def test_the_services_document_is_valid(service_document: dict[str, Any]) -> None:
    validate(service_document)


def test_the_document_is_the_same_each_time(service_document: dict[str, Any]) -> None:
    assert json.dumps(build(ours(declared_routes()), sample_bodies(), kept_examples())) == json.dumps(
        service_document
    )


def test_every_example_fits_its_schema(service_document: dict[str, Any]) -> None:
    examples = 0
    for operations in service_document["paths"].values():
        for operation in operations.values():
            content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
            if "example" in content:
                schema = {**content["schema"], "components": service_document["components"]}
                OAS31Validator(schema).validate(content["example"])
                examples += 1
    assert examples


def test_every_operation_is_explained(service_document: dict[str, Any]) -> None:
    for path, operations in service_document["paths"].items():
        for method, operation in operations.items():
            assert operation["summary"], f"{method} {path} has no docstring"


def test_every_rule_is_for_a_schema_that_there_is() -> None:
    components = json.loads(DOCUMENT.read_text(encoding="utf-8"))["components"]["schemas"]

    assert set(RULES) <= set(components)
    assert components["TakeTurn"]["if"]
