"""Cuts botocore's data folder down to the operations of `layer.services`.

A stock botocore lists some 900 folders and parses a 1.25 MB file of endpoints each time it makes a
client, and a service's model describes every operation with its documentation.
"""

import gzip
import json
import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

_SHARED_FILES = ("_retry.json", "endpoints.json", "partitions.json", "sdk-default-configuration.json")


def trim(data: Path, operations: Mapping[str, Iterable[str]]) -> None:
    """Leave in `data` only the services and operations named, in their newest version.

    Raises ValueError when botocore knows no such service or operation.
    """
    for entry in data.iterdir():
        if entry.is_dir() and entry.name not in operations:
            shutil.rmtree(entry)
        elif entry.is_file() and entry.name not in _SHARED_FILES:
            entry.unlink()
    prefixes = {_trim_service(data / service, names) for service, names in operations.items()}
    _trim_endpoints(data / "endpoints.json", prefixes)


def _trim_service(folder: Path, operations: Iterable[str]) -> str:
    """Returns the service's name in endpoints.json."""
    if not folder.is_dir():
        raise ValueError(f"botocore has no service {folder.name}")
    *older, newest = sorted(entry for entry in folder.iterdir() if entry.is_dir())
    for version in older:
        shutil.rmtree(version)
    model = _read(newest, "service-2.json")
    rules = _read(newest, "endpoint-rule-set-1.json")
    shutil.rmtree(newest)
    newest.mkdir()
    _write(newest / "service-2.json", _trimmed_model(model, operations, folder.name))
    _write(newest / "endpoint-rule-set-1.json", rules)
    return str(model["metadata"]["endpointPrefix"])


def _trimmed_model(model: dict[str, Any], operations: Iterable[str], service: str) -> dict[str, Any]:
    kept = {}
    for name in operations:
        if name not in model["operations"]:
            raise ValueError(f"botocore's {service} has no operation {name}")
        kept[name] = _undocumented(model["operations"][name])
    shapes: dict[str, Any] = {}
    waiting = list(_shapes_named_in(kept))
    while waiting:
        name = waiting.pop()
        if name not in shapes:
            shapes[name] = _undocumented(model["shapes"][name])
            waiting.extend(_shapes_named_in(shapes[name]))
    return {
        **{key: value for key, value in model.items() if key not in ("documentation", "examples")},
        "operations": kept,
        "shapes": shapes,
    }


def _shapes_named_in(node: object) -> Iterable[str]:
    """Every reference `{"shape": name}` below `node`."""
    if isinstance(node, dict):
        for key, value in node.items():
            if key == "shape" and isinstance(value, str):
                yield value
            else:
                yield from _shapes_named_in(value)
    elif isinstance(node, list):
        for value in node:
            yield from _shapes_named_in(value)


def _undocumented(node: Any) -> Any:
    """A member may itself be named `documentation`; then its value is no text."""
    if isinstance(node, dict):
        return {
            key: _undocumented(value)
            for key, value in node.items()
            if not (key == "documentation" and isinstance(value, str))
        }
    if isinstance(node, list):
        return [_undocumented(value) for value in node]
    return node


def _trim_endpoints(file: Path, prefixes: set[str]) -> None:
    endpoints = json.loads(file.read_bytes())
    for partition in endpoints["partitions"]:
        services = partition["services"]
        partition["services"] = {name: services[name] for name in services if name in prefixes}
    _write(file, endpoints)


def _read(folder: Path, name: str) -> dict[str, Any]:
    packed = folder / f"{name}.gz"
    content = gzip.decompress(packed.read_bytes()) if packed.exists() else (folder / name).read_bytes()
    model: dict[str, Any] = json.loads(content)
    return model


def _write(file: Path, content: object) -> None:
    """Unpacked, because botocore looks for that first and the layer is zipped anyway."""
    file.write_text(json.dumps(content, separators=(",", ":")))
