"""The language model behind the engines that judge, interview and reply."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

Prompt = Callable[[str], str]
"""Writes a prompt, given the mark of its sections, which is new for each request."""


@dataclass(frozen=True, slots=True)
class ResponseForm:
    """The object that a model responds with: its name, what it is for, and its JSON Schema."""

    name: str
    description: str
    schema: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ModelRequest:
    """A request to a model.

    `instructions` are ours. `prompt` holds what people wrote, in marked sections. `most_tokens` limits the
    response.
    """

    instructions: str
    prompt: Prompt
    form: ResponseForm
    temperature: float = 0
    most_tokens: int = 6_000


@dataclass(frozen=True, slots=True)
class ModelResponse:
    """The members of the object that a model responded with.

    `prompt` is the prompt as it was sent. `tokens` counts what the model has used, in and out. `model` is the
    model that the response names; None where it names none.
    """

    members: Mapping[str, Any]
    prompt: str
    tokens: int
    model: str | None = None


class LanguageModel(Protocol):
    """Responds to a prompt by an object.

    `provider` says by what it is reached and `name` which model it is, both as in a provenance. `engine`
    names it in the reason of a failure.
    """

    @property
    def provider(self) -> str: ...

    @property
    def name(self) -> str: ...

    @property
    def engine(self) -> str: ...

    def respond(self, request: ModelRequest) -> ModelResponse:
        """Ask the model. Raises EngineFailed, retryable for a response that is no such object."""
        ...
