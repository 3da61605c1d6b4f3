"""Requests to a language model on Amazon Bedrock (Converse API), and the reading of its output.

The model responds through a tool whose schema is its only way to respond. An output that does not fit the
schema all the same is an EngineFailed, because another attempt may fit. So is a text that repeats the
instructions (`gather.core.echo`): no adapter reads one.
"""

from __future__ import annotations

import json
import math
import secrets
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from gather.aws.clients import engine_errors
from gather.core.echo import EchoGuard, marks_of, names_in
from gather.ports.failure import EngineFailed, InstructionsRepeated

if TYPE_CHECKING:
    from mypy_boto3_bedrock_runtime import BedrockRuntimeClient
    from mypy_boto3_bedrock_runtime.type_defs import ToolSpecificationTypeDef

_LONGEST_TEXT: Final = 4_000


def new_marker() -> str:
    """Returns the mark of a prompt's sections, new for each prompt, so that no text can end its own."""
    return secrets.token_hex(8)


def section(name: str, marker: str, content: str) -> str:
    """Returns a part of a prompt that somebody wrote, between marks that nobody can guess."""
    return f"<{name}-{marker}>\n{content}\n</{name}-{marker}>"


class BedrockModel:
    """A model that is called through `client`. `engine` names it in the reason of a failure."""

    def __init__(self, engine: str, client: Callable[[], BedrockRuntimeClient], model_id: str) -> None:
        self._engine = engine
        self._client = client
        self._model_id = model_id

    def ask(
        self,
        instructions: str,
        prompt: str,
        tool: ToolSpecificationTypeDef,
        *,
        own: str | None = None,
        temperature: float = 0,
        most_tokens: int = 6_000,
    ) -> ModelOutput:
        """Asks the model and returns the input of `tool`. Raises EngineFailed.

        No text of the output repeats `own`, the part of the instructions that nobody may read, by default all
        of them. It may repeat the prompt, but not the marks of its sections.
        """
        with engine_errors(self._engine):
            response = self._client().converse(
                modelId=self._model_id,
                system=[{"text": instructions}],
                messages=[{"role": "user", "content": [{"text": prompt}]}],
                inferenceConfig={"maxTokens": most_tokens, "temperature": temperature},
                toolConfig={
                    "tools": [{"toolSpec": tool}],
                    "toolChoice": {"tool": {"name": tool["name"]}},
                },
            )
        if response["stopReason"] == "max_tokens":
            raise self.unusable("it was cut off")
        for block in response["output"].get("message", {"content": []})["content"]:
            use = block.get("toolUse")
            if use and use["name"] == tool["name"] and isinstance(use["input"], Mapping):
                told = f"{instructions if own is None else own}\n{json.dumps(tool, ensure_ascii=False)}"
                guard = EchoGuard(told, (prompt,), names_in(told), marks_of(prompt))
                return ModelOutput(self, use["input"], guard, response["usage"]["totalTokens"])
        raise self.unusable("the tool was not used")

    def unusable(self, why: str) -> EngineFailed:
        """Returns the failure of an output that does not hold what was requested."""
        return EngineFailed(
            retryable=True, reason=f"{self._engine} gave an answer that cannot be used: {why}"
        )

    def repeated(self) -> InstructionsRepeated:
        """Returns the failure of an output that repeats the instructions."""
        return InstructionsRepeated(
            retryable=True, reason=f"{self._engine} gave an answer that repeats its instructions"
        )


class ModelOutput:
    """The object that a model returned. Its members are read by type. A wrong type is an EngineFailed, and so
    is a text that `guard` recognizes.

    `tokens` are those of the whole answer, input and output; a part of an answer has none.
    """

    def __init__(
        self, model: BedrockModel, members: Mapping[str, Any], guard: EchoGuard, tokens: int = 0
    ) -> None:
        self._model = model
        self._members = members
        self._guard = guard
        self.tokens = tokens

    def objects(self, name: str) -> list[ModelOutput]:
        """Returns a list of objects."""
        items = self._members.get(name)
        if not isinstance(items, list) or not all(isinstance(item, Mapping) for item in items):
            raise self.unusable(f"{name} is no list of objects")
        return [ModelOutput(self._model, item, self._guard) for item in items]

    def part(self, name: str) -> ModelOutput | None:
        """Returns an object, or None for another value."""
        item = self._members.get(name)
        return ModelOutput(self._model, item, self._guard) if isinstance(item, Mapping) else None

    def __contains__(self, name: str) -> bool:
        return name in self._members

    def texts(self, name: str) -> list[str]:
        """Returns a list of texts, empty when it is absent."""
        items = self._members.get(name, [])
        if not isinstance(items, list) or not all(isinstance(item, str) for item in items):
            raise self.unusable(f"{name} is no list of texts")
        return [self._guarded(item) for item in items]

    def text(self, name: str) -> str:
        """Returns a text that is not blank, of at most 4,000 characters."""
        item = self._members.get(name)
        if not isinstance(item, str) or not item.strip():
            raise self.unusable(f"{name} is no text")
        return self._guarded(item.strip()[:_LONGEST_TEXT])

    def optional_text(self, name: str) -> str:
        """Returns a text of at most 4,000 characters, empty when it is absent."""
        item = self._members.get(name) or ""
        if not isinstance(item, str):
            raise self.unusable(f"{name} is no text")
        return self._guarded(item.strip()[:_LONGEST_TEXT])

    def choice(self, name: str) -> str:
        """Returns one of the words that the tool's schema offers, or an empty text. It needs no guard."""
        item = self._members.get(name)
        return item if isinstance(item, str) else ""

    def _guarded(self, text: str) -> str:
        if self._guard.repeats(text):
            raise self._model.repeated()
        return text

    def flag(self, name: str) -> bool:
        """Returns true or false."""
        item = self._members.get(name)
        if not isinstance(item, bool):
            raise self.unusable(f"{name} is neither true nor false")
        return item

    def optional_flag(self, name: str) -> bool:
        """Returns true or false; false when it is absent."""
        return self.flag(name) if name in self._members else False

    def number(self, name: str) -> float:
        """Returns a finite number."""
        return self._number(name, self._members.get(name))

    def numbers(self, name: str) -> list[int]:
        """Returns a list of numbers, rounded down; empty when it is absent."""
        items = self._members.get(name, [])
        if not isinstance(items, list):
            raise self.unusable(f"{name} is no list of numbers")
        return [math.floor(self._number(name, item)) for item in items]

    def _number(self, name: str, item: object) -> float:
        if isinstance(item, bool) or not isinstance(item, int | float) or not math.isfinite(item):
            raise self.unusable(f"{name} is no number")
        return float(item)

    def unusable(self, why: str) -> EngineFailed:
        """Returns the failure of an output that does not hold what was requested."""
        return self._model.unusable(why)
