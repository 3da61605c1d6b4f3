"""`python -m openapi` writes what is made from the routes; `--check` fails when it is out of date."""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from cloudformation.template import read_template
from openapi import gateway
from openapi.changes import (
    CORRECTIONS,
    RELEASES,
    breaking_changes,
    corrections,
    last_release,
    surface,
)
from openapi.declarations import (
    FUNCTIONS,
    PROJECT,
    declared_routes,
    declared_twice,
    methods_by_path,
    ours,
)
from openapi.document import build
from openapi.payload_files import payload_schemas
from openapi.recording import kept_examples

SAMPLE_EVENTS = PROJECT / "events"
DOCUMENT = PROJECT / "docs" / "openapi.json"
PAYLOADS = PROJECT / "docs" / "events"
FALLBACK_ROUTES = FUNCTIONS / "fallback" / "assets" / "routes.json"


def sample_bodies(folder: Path = SAMPLE_EVENTS) -> dict[str, Any]:
    """Returns a body for each route, by its key, from the sample events."""
    bodies: dict[str, Any] = {}
    for sample in sorted(folder.glob("*/*.json")):
        event = json.loads(sample.read_text(encoding="utf-8"))
        is_json = event.get("body") and not event.get("isBase64Encoded")
        if is_json and event.get("routeKey", "$default") != "$default":
            bodies.setdefault(event["routeKey"], json.loads(event["body"]))
    return bodies


def generate() -> tuple[dict[Path, str], list[str]]:
    """Returns the generated files with their content, and the faults of the declarations."""
    declared = declared_routes()
    functions = gateway.functions_of_families(read_template())
    document = build(ours(declared), sample_bodies(), kept_examples())
    contents = {
        DOCUMENT: _text(document),
        **{PAYLOADS / f"{event}.json": _text(schema) for event, schema in payload_schemas(document).items()},
        gateway.GATEWAY: gateway.text(gateway.definition(declared, functions)),
        FALLBACK_ROUTES: _text(methods_by_path(declared)),
    }
    complaints = [*declared_twice(declared), *gateway.unserved(declared, functions), *unannounced(document)]
    return contents, complaints


def unannounced(document: dict[str, Any]) -> list[str]:
    """Lists the changes that break clients of the last release, unless the major version announces them."""
    release = last_release()
    if release is None or _major(release) != _major(document):
        return []
    known, found = corrections(), breaking_changes(release, document)
    return [
        *(f"breaks clients: {change}" for change in found if change not in known),
        *(f"{CORRECTIONS.name}: nothing needs {line!r}" for line in sorted(known.difference(found))),
    ]


def _major(document: dict[str, Any]) -> str:
    version: str = document["info"]["version"]
    return version.partition(".")[0]


def stale(contents: dict[Path, str]) -> list[Path]:
    """Lists the files that differ from their generated content."""
    return [
        path
        for path, content in contents.items()
        if not path.is_file() or path.read_text(encoding="utf-8") != content
    ]


def run(arguments: list[str]) -> int:
    """Write or check the files. Returns the exit status of the process."""
    parser = argparse.ArgumentParser(prog="openapi", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; fail when a file is out of date")
    parser.add_argument("--release", action="store_true", help="keep the document as that of its version")
    options = parser.parse_args(arguments)
    contents, complaints = generate()
    if options.release:
        document = json.loads(contents[DOCUMENT])
        contents[RELEASES / f"{document['info']['version']}.json"] = _line(surface(document))
    if options.check:
        complaints += [
            f"{path.relative_to(PROJECT)} is out of date: run python -m openapi" for path in stale(contents)
        ]
    else:
        for path, content in contents.items():
            path.parent.mkdir(exist_ok=True)
            path.write_text(content, encoding="utf-8")
    for complaint in complaints:
        print(f"openapi: {complaint}", file=sys.stderr)
    return 1 if complaints else 0


def _line(document: object) -> str:
    return json.dumps(document, separators=(",", ":"), sort_keys=True, ensure_ascii=False) + "\n"


def _text(document: object) -> str:
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
