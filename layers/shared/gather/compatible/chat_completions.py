"""A language model behind `POST {url}/chat/completions`.

A structured response is asked for by `response_format`. A server that refuses it with 400 is asked again
without it, and the schema goes into the instructions; what a server refuses is remembered by the process once
the request without it succeeds. Some servers refuse the limit of tokens or the temperature of some models:
they are asked in the way that they name. Others take the schema and do not heed it: after a response that
does not fit they are told it in words too.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from gather.compatible.server import Server, ServerResponse
from gather.compatible.strict_schema import fits, strict, without_nulls
from gather.language_model.output import unusable
from gather.language_model.sections import new_marker
from gather.ports.failure import EngineFailed
from gather.ports.language_model import ModelRequest, ModelResponse

PROVIDER: Final = "openai-compatible"
_REFUSALS: Final = frozenset((400, 422))
_FENCE: Final = re.compile(r"```(?:json)?\s*(\{.*\})\s*```", re.DOTALL)
_THOUGHTS: Final = re.compile(r"\A\s*<think(?:ing)?>.*?</think(?:ing)?>", re.DOTALL)


class Feature(StrEnum):
    """A part of a request that not every server, or not for every model, takes."""

    RESPONSE_FORMAT = "response_format"
    MAX_TOKENS = "max_tokens"
    TEMPERATURE = "temperature"


_NAMES: Final[Mapping[Feature, str]] = {
    Feature.MAX_TOKENS: "max_completion_tokens",
    Feature.TEMPERATURE: "temperature",
}
"""The word in the refusal of a server by which a feature other than the response's format is recognized."""

_Place = tuple[str, str]
"""A server's address and a model's name."""

_refused: Final[dict[_Place, frozenset[Feature]]] = {}
"""The features that a server has refused for a model."""
_unheeded: Final[set[_Place]] = set()
"""The models that have responded by the schema only after they were told it in words."""


def clear_refusals() -> None:
    """Ask every server for everything again."""
    _refused.clear()
    _unheeded.clear()


@dataclass(frozen=True, slots=True)
class _Attempt:
    """A response with the prompt that it was given."""

    response: ServerResponse
    prompt: str


class CompatibleModel:
    """A LanguageModel on `server`. One response, with all that is asked again for it, takes `seconds` at
    most."""

    provider = PROVIDER

    def __init__(
        self, server: Server, name: str, seconds: float, new_marker: Callable[[], str] = new_marker
    ) -> None:
        self.engine = server.engine
        self.name = name
        self._server = server
        self._seconds = seconds
        self._new_marker = new_marker

    def respond(self, request: ModelRequest) -> ModelResponse:
        deadline = time.monotonic() + self._seconds
        in_words = self._place in _unheeded
        response = self._read(request, self._attempt(request, deadline, in_words=in_words))
        if response is not None:
            return response
        response = self._read(request, self._attempt(request, deadline, in_words=True))
        if response is None:
            raise unusable(self.engine, "it does not fit the schema")
        _unheeded.add(self._place)
        return response

    @property
    def _place(self) -> _Place:
        return self._server.base_url, self.name

    def _attempt(self, request: ModelRequest, deadline: float, *, in_words: bool) -> _Attempt:
        """The server's response, after it was asked without what it refuses. Raises EngineFailed."""
        place = self._place
        known = without = _refused.get(place, frozenset())
        while True:
            prompt = request.prompt(self._new_marker())
            left = deadline - time.monotonic()
            if left <= 0:
                raise EngineFailed(retryable=True, reason=f"{self.engine} did not answer in time")
            body = self._body(request, prompt, without, in_words=in_words)
            response = self._server.post_json("/chat/completions", body, left)
            if response.is_success:
                if without != known:
                    _refused[place] = without
                return _Attempt(response, prompt)
            refused = _refused_feature(response, without)
            if refused is None:
                raise self._server.failure(response)
            without |= {refused}

    def _body(
        self, request: ModelRequest, prompt: str, without: frozenset[Feature], *, in_words: bool
    ) -> dict[str, Any]:
        form = request.form
        schema = strict(form.schema)
        instructions = request.instructions
        body: dict[str, Any] = {"model": self.name, "stream": False}
        if in_words or Feature.RESPONSE_FORMAT in without:
            instructions = f"{instructions}\n\n{_in_words(schema)}"
        if Feature.RESPONSE_FORMAT not in without:
            body["response_format"] = {
                "type": "json_schema",
                "json_schema": {
                    "name": form.name,
                    "description": form.description,
                    "strict": True,
                    "schema": schema,
                },
            }
        if Feature.TEMPERATURE not in without:
            body["temperature"] = request.temperature
        limit = "max_completion_tokens" if Feature.MAX_TOKENS in without else "max_tokens"
        body[limit] = request.most_tokens
        body["messages"] = [
            {"role": "system", "content": instructions},
            {"role": "user", "content": prompt},
        ]
        return body

    def _read(self, request: ModelRequest, attempt: _Attempt) -> ModelResponse | None:
        """The model's object; None for a response that does not fit the schema."""
        read = attempt.response.json()
        try:
            choice = read["choices"][0]
            members = without_nulls(_object_in(_text_of(choice["message"]["content"])))
        except (LookupError, TypeError, ValueError):
            return None
        if choice.get("finish_reason") == "length" or not fits(members, request.form.schema):
            return None
        used, model = read.get("usage"), read.get("model")
        tokens = used.get("total_tokens") if isinstance(used, Mapping) else None
        return ModelResponse(
            members,
            attempt.prompt,
            tokens if isinstance(tokens, int) else 0,
            model if isinstance(model, str) and model.strip() else None,
        )


def _refused_feature(response: ServerResponse, without: frozenset[Feature]) -> Feature | None:
    """The feature to leave out after a refusal; None when the refusal is about something else."""
    if response.status not in _REFUSALS:
        return None
    said = response.body.decode("utf-8", "replace")
    for feature, name in _NAMES.items():
        if feature not in without and name in said:
            return feature
    return None if Feature.RESPONSE_FORMAT in without else Feature.RESPONSE_FORMAT


def _in_words(schema: Mapping[str, Any]) -> str:
    return (
        "The form is one JSON object by this JSON Schema. Write the object alone, without Markdown.\n"
        f"{json.dumps(schema, ensure_ascii=False)}"
    )


def _text_of(content: object) -> str:
    """The text of a message; some servers send it in parts."""
    if isinstance(content, list):
        return "".join(part["text"] for part in content if part.get("type") == "text")
    if isinstance(content, str):
        return content
    raise ValueError("the message has no text")


def _object_in(text: str) -> dict[str, Any]:
    """The object that a text is: alone, behind the model's thoughts, or fenced."""
    told = _THOUGHTS.sub("", text).strip()
    fenced = _FENCE.search(told)
    read = json.loads(fenced[1] if fenced else told)
    if not isinstance(read, dict):
        raise ValueError("the text is no object")
    return read
