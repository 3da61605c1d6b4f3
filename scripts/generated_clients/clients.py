"""One function for each client: generates it, compiles it, and has it send requests to the service."""

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from generated_clients.tools import FOLDER, PROGRAMS, ToolFailed, Tools
from openapi.__main__ import DOCUMENT

Service = tuple[str, str]
"""The address of the service and a key."""


def python(tools: Tools, folder: Path, service: Service) -> str:
    """openapi-generator's client for Python."""
    tools.generate("python", DOCUMENT, folder)
    shutil.copy(PROGRAMS / "send.py", folder)
    tools.run([tools.python(), "send.py", *service], folder)
    return "sent 5 requests"


def typescript(tools: Tools, folder: Path, service: Service) -> str:
    """openapi-generator's client for TypeScript with axios, compiled strictly."""
    tools.generate("typescript-axios", DOCUMENT, folder)
    shutil.copy(PROGRAMS / "send.ts", folder)
    (folder / "node_modules").symlink_to(FOLDER / "node_modules")
    options = [
        "--strict",
        "--esModuleInterop",
        "--target",
        "es2022",
        "--module",
        "commonjs",
        "--skipLibCheck",
        "--types",
        "node",
    ]
    tools.run([tools.of_npm("tsc"), *options, "--outDir", "compiled", "send.ts"], folder)
    tools.run(["node", "compiled/send.js", *service], folder)
    return "compiled, sent 5 requests"


def go(tools: Tools, folder: Path, service: Service) -> str:
    """openapi-generator's client for Go, by the generator's own settings."""
    tools.generate("go", DOCUMENT, folder)
    # The tests that it generates want a library of their own.
    shutil.rmtree(folder / "test")
    program = folder / "cmd" / "send"
    program.mkdir(parents=True)
    shutil.copy(PROGRAMS / "send.go", program / "main.go")
    tools.run(["go", "build", "./..."], folder)
    tools.run(["go", "run", "./cmd/send", *service], folder)
    return "compiled, sent 5 requests"


def python_client(tools: Tools, folder: Path, _service: Service) -> str:
    """openapi-python-client's: every operation is there and can be imported."""
    made = folder / "client"
    command: list[str | Path] = [
        tools.environment / "bin" / "openapi-python-client",
        "generate",
        "--path",
        DOCUMENT,
    ]
    said = tools.run([*command, "--output-path", made, "--meta", "none"], folder)
    if "WARNING" in said or "Unable to" in said:
        raise ToolFailed(said[:4_000])
    shutil.move(made, folder / "talent_screening_service_client")
    shutil.copy(PROGRAMS / "import_all.py", folder)
    imported = int(tools.run([tools.python(), "import_all.py"], folder))
    paths = json.loads(DOCUMENT.read_text(encoding="utf-8"))["paths"]
    operations = sum(len(methods) for methods in paths.values())
    if imported != operations:
        raise ToolFailed(f"{imported} of {operations} operations can be imported")
    return f"{imported} operations"


def postman(tools: Tools, folder: Path, _service: Service) -> str:
    """openapi-to-postmanv2's collection: a request whose body the document describes has one."""
    made = folder / "collection.json"
    tools.run([tools.of_npm("openapi2postmanv2"), "-s", DOCUMENT, "-o", made], folder)
    requests = list(_requests(json.loads(made.read_text(encoding="utf-8"))["item"]))
    empty = [each["name"] for each in requests if _has_empty_body(each["request"])]
    if empty or len(requests) < 100:
        raise ToolFailed(f"{len(empty)} of {len(requests)} requests have an empty body: {empty}")
    return f"{len(requests)} requests"


def _requests(items: list[Any]) -> Iterator[Any]:
    for item in items:
        if "item" in item:
            yield from _requests(item["item"])
        else:
            yield item


def _has_empty_body(request: Any) -> bool:
    body = request.get("body")
    return bool(body) and body.get("raw", "").strip() in ("", "{}", "[]")


CLIENTS: dict[str, Callable[[Tools, Path, Service], str]] = {
    "openapi-generator python": python,
    "openapi-generator typescript-axios": typescript,
    "openapi-generator go": go,
    "openapi-python-client": python_client,
    "openapi-to-postmanv2": postman,
}
