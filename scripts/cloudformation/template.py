"""Reads template.yaml as CloudFormation does once its transform AWS::LanguageExtensions has run.

That transform writes each `Fn::ForEach` out and settles what depends on the loop's value. SAM's transform,
which runs after it, knows no loops.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml
from samtranslator.yaml_helper import intrinsics_multi_constructor

TEMPLATE = Path(__file__).parents[2] / "template.yaml"

_LOOP = "Fn::ForEach::"


class _TemplateLoader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]  # either is a loader
    """YAML with CloudFormation's short forms, such as `!Ref`. libyaml parses it, where PyYAML has it."""


_TemplateLoader.add_multi_constructor("!", intrinsics_multi_constructor)


def read_template(path: Path = TEMPLATE) -> dict[str, Any]:
    """The template, parsed and without loops. Raises ValueError for a loop that is not understood."""
    return without_loops(_parsed(path))


def without_loops(template: Mapping[str, Any]) -> dict[str, Any]:
    """The template with every `Fn::ForEach` written out.

    A collection is a list of literals. Raises ValueError for another one, and for two entries of one name.
    """
    written: dict[str, Any] = _written_out(template)
    settled: dict[str, Any] = _settled(written, written.get("Mappings", {}))
    return settled


def _parsed(path: Path) -> Any:
    if path.suffix == ".json":
        return json.loads(path.read_bytes())
    return yaml.load(path.read_text(encoding="utf-8"), _TemplateLoader)  # noqa: S506  # as safe as SafeLoader


def with_includes(template: Mapping[str, Any], folder: Path) -> dict[str, Any]:
    """The template with the files in it that it includes by `AWS::Include`, which are in `folder`."""
    included: dict[str, Any] = _included(template, folder)
    return included


def _included(value: Any, folder: Path) -> Any:
    match value:
        case {"Fn::Transform": {"Name": "AWS::Include", "Parameters": {"Location": str(location)}}}:
            return _parsed(folder / location)
        case {**members}:
            return {name: _included(member, folder) for name, member in members.items()}
        case [*items]:
            return [_included(item, folder) for item in items]
    return value


def _written_out(value: Any) -> Any:
    if isinstance(value, list):
        return [_written_out(item) for item in value]
    if not isinstance(value, Mapping):
        return value
    written: dict[str, Any] = {}
    for name, content in value.items():
        turns = _turns(name, content) if name.startswith(_LOOP) else [{name: _written_out(content)}]
        for entries in turns:
            if repeated := written.keys() & entries.keys():
                raise ValueError(f"{name} repeats {', '.join(sorted(repeated))}")
            written |= entries
    return written


def _turns(name: str, loop: Any) -> Iterator[dict[str, Any]]:
    """Writes the body of a loop out, once for each value of its collection."""
    identifier, collection, body = loop
    if not isinstance(collection, list) or not all(isinstance(value, str) for value in collection):
        raise ValueError(f"{name} takes its values from {collection}, which is no list of names")
    return (_written_out(_with_value(body, identifier, value)) for value in collection)


def _with_value(fragment: Any, identifier: str, value: str) -> Any:
    """A loop's body for one value: `${Identifier}` and `Ref: Identifier` are the value."""
    if isinstance(fragment, str):
        return fragment.replace(f"${{{identifier}}}", value)
    if isinstance(fragment, list):
        return [_with_value(item, identifier, value) for item in fragment]
    if fragment == {"Ref": identifier}:
        return value
    if isinstance(fragment, Mapping):
        return {
            _with_value(key, identifier, value): _with_value(item, identifier, value)
            for key, item in fragment.items()
        }
    return fragment


def _settled(value: Any, mappings: Mapping[str, Any]) -> Any:
    """`value` with the functions evaluated that need only literals and mappings."""
    if isinstance(value, list):
        return [_settled(item, mappings) for item in value]
    if not isinstance(value, Mapping):
        return value
    settled = {name: _settled(item, mappings) for name, item in value.items()}
    match settled:
        case {"Fn::Sub": str(text)} if "${" not in text:
            return text
        case {"Fn::FindInMap": [str(mapping), str(first), str(second)]}:
            return mappings[mapping][first][second]
    return settled
