"""`python -m release_dump`: plays the demo on the code as it is and keeps its table in tests/upgrades.

The file is named after the version of pyproject.toml. It is made once for each release, with the code of that
release.
"""

import gzip
import json
import sys
import tomllib
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

from demo.printing import Page
from demo.receiver import Receiver
from demo.scene import open_scene
from demo.stack import PROJECT, Stack
from demo.story import tell
from local_stack.clients import plain_client

KEPT = ("organizationId", "teamId", "userId")
"""The members of the dump's first line: the owner of the records that the demo created."""


def main() -> int:
    """Make the dump of this version. Returns 2 when there is one already."""
    version = tomllib.loads((PROJECT / "pyproject.toml").read_text())["project"]["version"]
    file = PROJECT / "tests" / "upgrades" / f"{version}.jsonl.gz"
    if file.exists():
        print(f"{file.relative_to(PROJECT)} is there already: a release is dumped once.", file=sys.stderr)
        return 2
    with Receiver() as receiver, Stack() as stack:
        tell(open_scene(Page(StringIO(), colours=False), receiver, stack.ready))
        count = write(file, stack.ready)
    print(f"{file.relative_to(PROJECT)}: {count} items")
    return 0


def write(file: Path, ready: dict[str, Any]) -> int:
    """Write the items of the stack's table, in the order of their keys. Returns how many there are."""
    items = sorted(_items(ready), key=lambda item: (item["pk"]["S"], item["sk"]["S"]))
    lines = [{name: ready[name] for name in KEPT}, *items]
    text = "".join(json.dumps(line, sort_keys=True) + "\n" for line in lines)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(gzip.compress(text.encode(), mtime=0))
    return len(items)


def _items(ready: dict[str, Any]) -> Iterator[dict[str, Any]]:
    client = plain_client("dynamodb", ready["endpoints"]["AWS_ENDPOINT_URL_DYNAMODB"])
    page: dict[str, Any] = {}
    while not page or "LastEvaluatedKey" in page:
        start = {"ExclusiveStartKey": page["LastEvaluatedKey"]} if page else {}
        page = client.scan(TableName=ready["tableName"], **start)
        yield from page["Items"]


if __name__ == "__main__":
    sys.exit(main())
