"""Descriptions of members: the text below each declaration, and the consequences of its schema.

A text below an attribute costs a function nothing, because Python's compiler drops it. It is read from the
source. A member that has none of its own takes that of a base, of another model of its module, of a model
of its area in the folder with the most similar name, or that of the record that it holds. A request thus
describes a member as its record does.
"""

import ast
import inspect
import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import takewhile
from types import ModuleType
from typing import Any

from pydantic.alias_generators import to_camel, to_snake

from gather.core import model, record
from gather.core.model import Model
from gather.http import paging
from gather.ports.speech import Narrator
from openapi.schemas import Schema

_COMMON = (record, model, paging)
_CITATION = re.compile(r"\s*\(interface[:] [^)]*\)|\s*\bInterface[:] [^.]*\.", re.IGNORECASE)


class Descriptions:
    """The descriptions of the members of models, and the members that have none."""

    def __init__(self) -> None:
        self._models = {each.__name__: each for each in _subclasses(Model)}
        self._models[Narrator.__name__] = Narrator
        self._names = {name for each in self._models.values() for name in _fields(each) if "_" in name}
        self.missing: list[str] = []

    def describe(self, name: str, schema: Schema, schemas: Mapping[str, Schema]) -> None:
        """Add descriptions to the members of a component or of a query's schema."""
        found = self._models.get(name) or self._models.get(name.removesuffix("Input"))
        if "description" in schema:
            schema["description"] = self.readable(schema["description"])
        for member, inner in schema.get("properties", {}).items():
            text = self._text(found, member) if found else None
            nested = _taken_out(inner)
            text = text or self.readable(inner.get("description", nested)) or _of_reference(inner, schemas)
            if not text:
                self.missing.append(f"{name}.{member}")
                continue
            inner["description"] = " ".join(
                [self.readable(text), *_consequences(inner, text, _null(found, name))]
            )

    def readable(self, text: str) -> str:
        """Adapts a docstring to readers of the document: members by their names there, and no citations."""
        spelled = re.sub(r"`(\w+)`", lambda match: f"`{self._spelled(match[1])}`", text)
        return without_citations(spelled)

    def _spelled(self, name: str) -> str:
        return to_camel(name) if name in self._names else name

    def _text(self, found: type, member: str) -> str | None:
        # A model that is documented as another one does not have its fields.
        field = next((name for name, alias in _fields(found).items() if alias == member), to_snake(member))
        for base in found.__mro__:
            module = inspect.getmodule(base)
            if module is not None and (text := _attribute_texts(module).get(base.__name__, {}).get(field)):
                return text
        return _of_module(inspect.getmodule(found), field) or self._of_area(found, field) or _common(field)

    def _of_area(self, found: type, field: str) -> str | None:
        if not found.__module__.startswith("gather."):
            return None
        area = ".".join(found.__module__.split(".")[:2])
        modules = {
            each.__module__: inspect.getmodule(each)
            for each in self._models.values()
            if each.__module__.startswith(f"{area}.")
        }
        nearest = sorted(modules, key=lambda name: _distance(found.__module__, name))
        return next((text for name in nearest if (text := _of_module(modules[name], field))), None)


def without_citations(text: str) -> str:
    """Removes references to the numbered rules, which readers of the document do not have."""
    return re.sub(r"\s+([.,])", r"\1", _CITATION.sub("", text)).strip()


def _distance(module: str, other: str) -> tuple[bool, int, bool, int, str]:
    """Sorts other modules of an area by how near they are to `module`: those of its folder come first.

    Among the others, those come first whose folder shares more words with the name of `module`:
    `candidate_interviews` has more of `candidates` than of `answers`.
    """
    folder, others = (name.rpartition(".")[0] for name in (module, other))
    pairs = zip(folder.split("_"), others.split("_"), strict=False)
    shared = len([*takewhile(lambda pair: pair[0].removesuffix("s") == pair[1].removesuffix("s"), pairs)])
    return folder != others, -shared, not other.endswith(".models"), len(others), other


def _common(field: str) -> str | None:
    return next((text for module in _COMMON if (text := _of_module(module, field))), None)


def _of_module(module: ModuleType | None, field: str) -> str | None:
    if module is None:
        return None
    return next((texts[field] for texts in _attribute_texts(module).values() if field in texts), None)


def _taken_out(member: Schema) -> str:
    """Takes the description away from the elements or alternatives of a member, which has it instead."""
    inner = (member.get("items", {}), *member.get("anyOf", ()))
    said = [each.pop("description") for each in inner if "enum" in each and "description" in each]
    return str(said[0]).partition("\n\n")[0].replace("\n", " ") if said else ""


def _of_reference(schema: Schema, schemas: Mapping[str, Schema]) -> str | None:
    """Returns the description of the record, for a member that holds one or several."""
    for inner in (schema, schema.get("items", {}), *schema.get("anyOf", ())):
        name = inner.get("$ref", inner.get("items", {}).get("$ref", "")).rpartition("/")[2]
        if "description" in schemas.get(name, {}):
            described: str = schemas[name]["description"]
            return described.partition("\n\n")[0].replace("\n", " ")
    return None


def _null(found: type | None, name: str) -> str | None:
    """Says what null means for a member. Returns None for the parameters of a query, which have no null."""
    if found is not None and issubclass(found, model.QueryModel):
        return None
    return "Null clears it." if name.startswith(("Change", "Update")) else "Null when there is none."


def _consequences(schema: Schema, text: str, null: str | None) -> Iterator[str]:
    """Yields sentences for the schema's bounds, default and `null`."""
    variants = [each for each in schema.get("anyOf", [schema]) if each.get("type") != "null"]
    can_be_null = any(each.get("type") == "null" for each in schema.get("anyOf", ()))
    if len(variants) == 1:
        yield from bounds(variants[0])
    if "default" in schema:
        yield f"Default: `{_written(schema['default'])}`."
    if can_be_null and null is not None and "null" not in text.lower():
        yield null


def _written(value: Any) -> str:
    """Writes a value as clients send it: a text as it is, anything else as JSON."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


_BOUNDS = (
    ("minimum", "maximum", ""),
    ("minLength", "maxLength", " characters"),
    ("minItems", "maxItems", " elements"),
)


def bounds(schema: Schema) -> Iterator[str]:
    """Yields a sentence for each pair of bounds but the length of a UUID, which is always the same."""
    if schema.get("format") == "uuid":
        return
    for lowest, highest, unit in _BOUNDS:
        low, high = schema.get(lowest), schema.get(highest)
        if low is not None and high is not None:
            yield f"{low:,} to {high:,}{unit}."
        elif high is not None:
            yield f"At most {high:,}{unit}."
        elif low is not None:
            yield f"At least {low:,}{unit}."


def _fields(found: type) -> dict[str, str]:
    """Maps the Python names of a model's members to their names in the document."""
    if issubclass(found, Model):
        return {
            name: field.serialization_alias or field.alias or to_camel(name)
            for name, field in found.model_fields.items()
        }
    return {name: name for name in found.__annotations__}


def _subclasses(base: type[Model]) -> Iterator[type[Any]]:
    for each in base.__subclasses__():
        yield each
        yield from _subclasses(each)


@cache
def _attribute_texts(module: ModuleType) -> dict[str, dict[str, str]]:
    """Returns the texts below the attributes of a module's classes, by class and attribute."""
    if getattr(module, "__file__", None) is None:
        return {}
    tree = ast.parse(inspect.getsource(module))
    return {each.name: dict(_texts_of(each)) for each in ast.walk(tree) if isinstance(each, ast.ClassDef)}


def _texts_of(declared: ast.ClassDef) -> Iterator[tuple[str, str]]:
    for attribute, text in zip(declared.body, declared.body[1:], strict=False):
        if (
            isinstance(attribute, ast.AnnAssign)
            and isinstance(attribute.target, ast.Name)
            and isinstance(text, ast.Expr)
            and isinstance(text.value, ast.Constant)
            and isinstance(text.value.value, str)
        ):
            yield attribute.target.id, re.sub(r"\s+", " ", inspect.cleandoc(text.value.value))
