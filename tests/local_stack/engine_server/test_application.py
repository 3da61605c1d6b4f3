"""The engine server lets nobody in without the key, loads engines once, and says what is missing."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from werkzeug.test import Client, TestResponse
from werkzeug.wrappers import Request, Response

from local_stack.engine_server.application import EngineApplication
from local_stack.engine_server.failures import EngineRefusal
from local_stack.engine_server.routes import Engine, EngineRoute
from local_stack.engine_server.supply import ModelSupply
from local_stack.models.catalogue import CatalogueModel, ModelFile
from local_stack.models.download import ModelUnavailable
from tests.support.waiting import wait_until

KEY = "a-key"
PATH = "/v1/echo"


def model(*libraries: str) -> CatalogueModel:
    return CatalogueModel(
        "echo", "Echoes", "MIT", "https://example.com", libraries, (ModelFile("it", (), "", 4),)
    )


def put(folder: Path, each: CatalogueModel) -> Path:
    (folder / each.folder_name).mkdir(parents=True)
    (folder / each.folder_name / "it").write_bytes(b"echo")
    return folder / each.folder_name


def application(supply: ModelSupply, loads: list[str] | None = None) -> Client:
    def load(folders: Mapping[str, Path]) -> Engine:
        if loads is not None:
            loads.append(folders["echo"].name)
        return respond

    def respond(request: Request) -> Response:
        if request.get_data() == b"no":
            raise EngineRefusal(400, "It says no.")
        return Response(request.get_data())

    return Client(EngineApplication(KEY, [EngineRoute("POST", PATH, ("echo",), load)], supply))


def post(client: Client, body: bytes = b"hello", key: str = KEY) -> TestResponse:
    return client.post(PATH, data=body, headers={"Authorization": f"Bearer {key}"})


def error_of(response: TestResponse) -> dict[str, Any]:
    assert response.json is not None
    error: dict[str, Any] = response.json["error"]
    return error


def test_an_engine_is_loaded_at_its_first_use_and_once(tmp_path: Path) -> None:
    put(tmp_path, model())
    loads: list[str] = []
    client = application(ModelSupply(tmp_path, [model()]), loads)
    assert loads == []

    assert [post(client).data, post(client, b"again").data] == [b"hello", b"again"]
    assert loads == [model().folder_name]


@pytest.mark.parametrize("key", ["", "another", "a-key2"])
def test_without_the_key_nothing_is_done(tmp_path: Path, key: str) -> None:
    client = application(ModelSupply(tmp_path, [model()]))

    assert post(client, key=key).status_code == 401
    assert client.get("/v1/models", headers={"Authorization": f"Bearer {key}"}).status_code == 401


def test_a_refusal_has_the_form_of_openais_errors(tmp_path: Path) -> None:
    put(tmp_path, model())

    response = post(application(ModelSupply(tmp_path, [model()])), b"no")

    assert response.status_code == 400
    assert error_of(response) == {
        "message": "It says no.",
        "type": "invalid_request_error",
        "param": None,
        "code": None,
    }


def test_unknown_routes_and_methods_are_refused(tmp_path: Path) -> None:
    client = application(ModelSupply(tmp_path, [model()]))
    headers = {"Authorization": f"Bearer {KEY}"}

    assert client.get("/v1/nothing", headers=headers).status_code == 404
    assert client.get(PATH, headers=headers).status_code == 405


def test_while_a_model_is_fetched_its_route_says_when_to_come_back(tmp_path: Path) -> None:
    client = application(ModelSupply(tmp_path, [model()]))

    response = post(client)

    assert (response.status_code, response.headers["Retry-After"]) == (503, "5")


def test_a_missing_model_is_fetched_and_then_used(tmp_path: Path) -> None:
    supply = ModelSupply(tmp_path, [model()], fetch=lambda each, folder: put(folder, each))
    client = application(supply)

    supply.start()

    wait_until(lambda: post(client).status_code != 503)
    assert post(client).data == b"hello"


def test_a_model_that_cannot_come_says_why(tmp_path: Path) -> None:
    def fail(each: CatalogueModel, folder: Path) -> Path:
        raise ModelUnavailable("There is no network.")

    supply = ModelSupply(tmp_path, [model()], fetch=fail)
    supply.start()
    client = application(supply)

    wait_until(lambda: post(client).status_code != 503)
    assert (post(client).status_code, error_of(post(client))["message"]) == (501, "There is no network.")
    listed = client.get("/v1/models", headers={"Authorization": f"Bearer {KEY}"}).json
    assert listed is not None
    assert [(each["id"], each["state"], each["reason"]) for each in listed["data"]] == [
        ("echo", "unavailable", "There is no network.")
    ]


def test_a_model_without_its_libraries_is_not_fetched_and_says_what_is_missing(tmp_path: Path) -> None:
    fetched: list[str] = []

    def bring(each: CatalogueModel, folder: Path) -> Path:
        fetched.append(each.name)
        return put(folder, each)

    supply = ModelSupply(
        tmp_path,
        [model("no_such_library")],
        fetch=bring,
    )

    supply.start()

    response = post(application(supply))

    assert response.status_code == 501
    assert "no_such_library" in error_of(response)["message"]
    assert fetched == []


def test_a_library_that_is_missing_when_an_engine_is_loaded_is_named(tmp_path: Path) -> None:
    def load(folders: Mapping[str, Path]) -> Engine:
        raise ModuleNotFoundError(name="ctranslate2")

    routes = [EngineRoute("POST", PATH, (), load)]
    client = Client(EngineApplication(KEY, routes, ModelSupply(tmp_path, [model()])))

    response = post(client)

    assert response.status_code == 501
    assert "ctranslate2" in error_of(response)["message"]
