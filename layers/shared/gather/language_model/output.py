"""The object that a model responded with, read by type.

A member that is not what the schema says is an EngineFailed, because another attempt may fit. So is a text
that repeats the instructions (`gather.core.echo`): no engine reads one.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any, Final

from gather.core.echo import EchoGuard, marks_of, names_in
from gather.ports.failure import EngineFailed, InstructionsRepeated
from gather.ports.language_model import LanguageModel, ModelRequest

_LONGEST_TEXT: Final = 4_000


def ask(model: LanguageModel, request: ModelRequest, *, own: str | None = None) -> ModelOutput:
    """Asks the model and returns its object. Raises EngineFailed.

    No text of the output repeats `own`, the part of the instructions that nobody may read, by default all
    of them. It may repeat the prompt, but not the marks of its sections.
    """
    response = model.respond(request)
    form = request.form
    shape = json.dumps([form.name, form.description, form.schema], ensure_ascii=False)
    told = f"{request.instructions if own is None else own}\n{shape}"
    guard = EchoGuard(told, (response.prompt,), names_in(told), marks_of(response.prompt))
    return ModelOutput(model.engine, response.members, guard, response.tokens, response.model)


def unusable(engine: str, why: str) -> EngineFailed:
    """Returns the failure of an output that does not hold what was requested."""
    return EngineFailed(retryable=True, reason=f"{engine} gave an answer that cannot be used: {why}")


class ModelOutput:
    """The object that a model returned. Its members are read by type. A wrong type is an EngineFailed, and so
    is a text that `guard` recognizes.

    `tokens` are those of the whole answer, input and output; a part of an answer has none. `model` is the one
    that the response names.
    """

    def __init__(
        self,
        engine: str,
        members: Mapping[str, Any],
        guard: EchoGuard,
        tokens: int = 0,
        model: str | None = None,
    ) -> None:
        self._engine = engine
        self._members = members
        self._guard = guard
        self.tokens = tokens
        self.model = model

    def objects(self, name: str) -> list[ModelOutput]:
        """Returns a list of objects."""
        items = self._members.get(name)
        if not isinstance(items, list) or not all(isinstance(item, Mapping) for item in items):
            raise self.unusable(f"{name} is no list of objects")
        return [ModelOutput(self._engine, item, self._guard) for item in items]

    def part(self, name: str) -> ModelOutput | None:
        """Returns an object, or None for another value."""
        item = self._members.get(name)
        return ModelOutput(self._engine, item, self._guard) if isinstance(item, Mapping) else None

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
        """Returns one of the words that the schema offers, or an empty text. It needs no guard."""
        item = self._members.get(name)
        return item if isinstance(item, str) else ""

    def _guarded(self, text: str) -> str:
        if self._guard.repeats(text):
            raise InstructionsRepeated(
                retryable=True, reason=f"{self._engine} gave an answer that repeats its instructions"
            )
        return text

    def flag(self, name: str) -> bool:
        """Returns true or false."""
        item = self._members.get(name)
        if not isinstance(item, bool):
            raise self.unusable(f"{name} is neither true nor false")
        return item

    def optional_flag(self, name: str, *, absent: bool = False) -> bool:
        """Returns true or false; `absent` when it is left out."""
        return self.flag(name) if name in self._members else absent

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
        return unusable(self._engine, why)
