"""Requests to a model by OpenAI's protocol, and what is made of its responses."""

import json
import time
from collections.abc import Callable

import pytest

from gather.compatible.chat_completions import CompatibleModel, clear_refusals
from gather.ports.failure import EngineFailed
from gather.ports.language_model import ModelRequest, ModelResponse, ResponseForm
from tests.compatible.conftest import Serving
from tests.doubles.openai_server import KEY, MODEL, Asked, Said, completion, refused

FORM = ResponseForm(
    name="tell",
    description="Tells a thing.",
    schema={
        "type": "object",
        "properties": {
            "text": {"type": "string", "description": "What is told."},
            "sure": {"type": "number", "minimum": 0, "maximum": 1},
            "kind": {"type": "string", "enum": ["fact", "guess"]},
        },
        "required": ["text", "sure"],
    },
)
TOLD = {"text": "Rain.", "sure": 1, "kind": "fact"}
REQUEST = ModelRequest("Tell it.", lambda mark: f"<said-{mark}>\nHello\n</said-{mark}>", FORM, most_tokens=77)


def _ask(*said: Said | Callable[[Asked], Said], serving: Serving, seconds: float = 10) -> ModelResponse:
    server, _ = serving(*said)
    return CompatibleModel(server, "a-model", seconds).respond(REQUEST)


def test_the_instructions_are_the_system_s_and_what_people_wrote_is_the_user_s(serving: Serving) -> None:
    server, running = serving(completion(TOLD))

    response = CompatibleModel(server, "a-model", 10, lambda: "77aa").respond(REQUEST)

    (asked,) = running.asked
    assert asked.path == "/v1/chat/completions"
    assert asked.headers["Authorization"] == f"Bearer {KEY}"
    assert asked.body["messages"] == [
        {"role": "system", "content": "Tell it."},
        {"role": "user", "content": "<said-77aa>\nHello\n</said-77aa>"},
    ]
    assert (asked.body["model"], asked.body["temperature"], asked.body["max_tokens"]) == ("a-model", 0, 77)
    assert asked.body["stream"] is False
    assert response == ModelResponse(TOLD, "<said-77aa>\nHello\n</said-77aa>", 2, MODEL)


def test_the_response_is_asked_for_by_a_strict_schema(serving: Serving) -> None:
    server, running = serving(completion(TOLD))

    CompatibleModel(server, "a-model", 10).respond(REQUEST)

    asked = running.asked[0].body["response_format"]
    assert asked["type"] == "json_schema"
    assert (asked["json_schema"]["name"], asked["json_schema"]["strict"]) == ("tell", True)
    schema = asked["json_schema"]["schema"]
    assert (schema["required"], schema["additionalProperties"]) == (["text", "sure", "kind"], False)
    assert schema["properties"]["sure"] == {"type": "number"}
    assert schema["properties"]["kind"] == {
        "type": ["string", "null"],
        "enum": ["fact", "guess", None],
    }


def test_a_member_that_is_null_is_one_that_is_left_out(serving: Serving) -> None:
    assert _ask(completion({**TOLD, "kind": None}), serving=serving).members == {"text": "Rain.", "sure": 1}


@pytest.mark.parametrize("status", [400, 422])
def test_a_server_that_refuses_the_schema_is_told_it_in_words_and_remembered(
    serving: Serving, status: int
) -> None:
    def answer(asked: Asked) -> Said:
        return refused("unknown field", status) if "response_format" in asked.body else completion(TOLD)

    server, running = serving(answer)
    CompatibleModel(server, "a-model", 10).respond(REQUEST)
    CompatibleModel(server, "a-model", 10).respond(REQUEST)
    CompatibleModel(server, "another", 10).respond(REQUEST)

    assert ["response_format" in asked.body for asked in running.asked] == [True, False, False, True, False]
    in_words = running.asked[1].instructions
    assert in_words.startswith("Tell it.")
    assert json.dumps(["text", "sure", "kind"]) in in_words


def test_what_a_server_refuses_is_remembered_only_when_the_request_without_it_succeeds(
    serving: Serving,
) -> None:
    server, running = serving(refused(), refused(status=500), completion(TOLD))
    model = CompatibleModel(server, "a-model", 10)

    with pytest.raises(EngineFailed) as failure:
        model.respond(REQUEST)
    model.respond(REQUEST)

    assert failure.value.retryable
    assert ["response_format" in asked.body for asked in running.asked] == [True, False, True]


def test_a_model_that_wants_its_own_limit_and_temperature_gets_them(serving: Serving) -> None:
    def answer(asked: Asked) -> Said:
        if "max_tokens" in asked.body:
            return refused("'max_tokens' is not supported. Use 'max_completion_tokens' instead.")
        if "temperature" in asked.body:
            return refused("'temperature' does not support 0 with this model.")
        return completion(TOLD)

    server, running = serving(answer)
    CompatibleModel(server, "a-model", 10).respond(REQUEST)

    assert "response_format" in running.asked[-1].body
    assert running.asked[-1].body["max_completion_tokens"] == 77
    assert len(running.asked) == 3


@pytest.mark.parametrize(
    "text",
    [
        f"```json\n{json.dumps(TOLD)}\n```",
        f"<think>Is it {{rain}}?</think>\n{json.dumps(TOLD)}",
        f"\n {json.dumps(TOLD)} \n",
    ],
)
def test_an_object_is_found_behind_what_models_write_around_it(serving: Serving, text: str) -> None:
    assert _ask(completion(text), serving=serving).members == TOLD


def test_a_text_in_parts_is_one_text(serving: Serving) -> None:
    message = {"role": "assistant", "content": [{"type": "text", "text": json.dumps(TOLD)}]}
    said = Said({"choices": [{"message": message, "finish_reason": "stop"}]})

    response = _ask(said, serving=serving)

    assert (response.members, response.tokens, response.model) == (TOLD, 0, None)


UNFIT = {
    "no JSON": completion("Rain, I think."),
    "no object": completion("[]"),
    "a member is missing": completion({"text": "Rain."}),
    "a member has another type": completion({"text": "Rain.", "sure": "very"}),
    "true is no number": completion({"text": "Rain.", "sure": True}),
    "a word that is not offered": completion({**TOLD, "kind": "lie"}),
    "it was cut off": completion(TOLD, finish_reason="length"),
    "a refusal of the model": Said({"choices": [{"message": {"content": None, "refusal": "No."}}]}),
    "no choice": Said({"choices": []}),
    "an error with 200": Said({"error": "overloaded"}),
    "a page": Said(b"<html>Sign in</html>"),
    "numbers that nobody can read": completion('{"text": "Rain.", "sure": 1e999x}'),
}


@pytest.mark.parametrize("said", UNFIT.values(), ids=UNFIT)
def test_a_response_that_does_not_fit_is_asked_for_once_more(serving: Serving, said: Said) -> None:
    server, running = serving(said, completion(TOLD))

    response = CompatibleModel(server, "a-model", 10).respond(REQUEST)

    first, second = running.asked
    assert response.members == TOLD
    assert first.prompt != second.prompt, "each request has a mark of its own"
    assert first.instructions == "Tell it."
    assert '"additionalProperties": false' in second.instructions, "not every server heeds the schema"


def test_a_model_that_does_not_heed_the_schema_is_told_it_in_words_from_then_on(serving: Serving) -> None:
    def answer(asked: Asked) -> Said:
        return completion(TOLD if "additionalProperties" in asked.instructions else "Rain, I think.")

    server, running = serving(answer)
    for _ in range(3):
        assert CompatibleModel(server, "a-model", 10).respond(REQUEST).members == TOLD

    assert len(running.asked) == 4


@pytest.mark.parametrize("said", UNFIT.values(), ids=UNFIT)
def test_what_does_not_fit_twice_is_a_temporary_failure(serving: Serving, said: Said) -> None:
    server, running = serving(said)

    with pytest.raises(EngineFailed) as failure:
        CompatibleModel(server, "a-model", 10).respond(REQUEST)

    assert (failure.value.retryable, failure.value.for_operator) == (True, False)
    assert len(running.asked) == 2


def test_all_that_is_asked_again_ends_within_the_limit(serving: Serving) -> None:
    server, running = serving(Said(after_seconds=1.5))
    began = time.monotonic()

    with pytest.raises(EngineFailed) as failure:
        CompatibleModel(server, "a-model", 2).respond(REQUEST)

    assert failure.value.retryable
    assert len(running.asked) <= 2
    assert time.monotonic() - began < 2.9


def test_another_process_asks_for_everything_again(serving: Serving) -> None:
    server, running = serving(refused(), completion(TOLD))
    CompatibleModel(server, "a-model", 10).respond(REQUEST)

    clear_refusals()
    CompatibleModel(server, "a-model", 10).respond(REQUEST)

    assert "response_format" in running.asked[-1].body
