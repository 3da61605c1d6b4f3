"""What the trials of engines try."""

import pytest

from gather.aws import clients as aws_clients
from gather.language_model.assistant import ModelAssistant
from gather.ports.assistant import AssistantRequest
from tests.doubles.openai_server import KEY, completion, openai_server
from trials.command_line import read_options


@pytest.fixture(autouse=True)
def _command_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["a-trial"])
    for name in ("MODEL", "GATHER_MODEL_URL", "GATHER_MODEL_NAME", "GATHER_MODEL_KEY"):
        monkeypatch.delenv(name, raising=False)


def test_the_local_engine_is_tried_by_default() -> None:
    options = read_options("a-trial", "Try.", "all")

    assert options.language_model("The engine", aws_clients.bedrock_runtime, 5) is None
    assert options.name == ""


def test_a_model_of_bedrock_is_tried_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["a-trial", "--model", "a-model"])

    model = read_options("a-trial", "Try.", "all").language_model(
        "The engine", aws_clients.bedrock_runtime, 5
    )

    assert model is not None
    assert (model.provider, model.name) == ("bedrock", "a-model")


def test_a_model_on_a_server_is_tried_as_the_local_stack_would_use_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reply = completion({"text": "At six.", "knew": True})
    with openai_server(lambda _: reply) as server:
        monkeypatch.setenv("GATHER_MODEL_URL", server.url)
        monkeypatch.setenv("GATHER_MODEL_NAME", "a-model")
        monkeypatch.setenv("GATHER_MODEL_KEY", KEY)
        options = read_options("a-trial", "Try.", "all")
        model = options.language_model("The engine", aws_clients.bedrock_runtime, 5)
        assert model is not None
        replied = ModelAssistant(model).reply(AssistantRequest("en", "Robin", "When?"))

    assert replied.text == "At six."
    assert options.name == "a-model on a server"
    assert server.asked[0].headers["Authorization"] == f"Bearer {KEY}"
