"""A process that responds to DynamoDB's operations with what the service's own code would have stored."""

import json
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from bench.canned_table import ROUND_TRIPS
from bench.fill import candidate_item
from bench.tenants import credential_item
from gather.core.caller import TeamScope
from gather.core.clock import epoch_seconds
from gather.core.identifiers import new_id
from gather.table import keys
from gather.table.conversion import to_attributes

PAGE = 20
TOTAL = 64
SERVER = Path(__file__).with_name("canned_table.py")


def responses() -> dict[str, Any]:
    """A response for each operation that a create, a get or a list of candidates makes."""
    now = datetime.now(UTC)
    team = TeamScope(new_id(), new_id(), new_id())
    _, credential = credential_item(team)
    credential |= {"used": 7, "windowEndsAt": epoch_seconds(now + timedelta(hours=1)), "lastUsedAt": "-"}
    head = keys.listing_head(keys.listing(team.team_id, "CANDIDATE"))
    items = [to_attributes(candidate_item(team, now, number)) for number in range(PAGE)]
    return {
        "UpdateItem": {"Attributes": to_attributes(credential)},
        "TransactWriteItems": {},
        "GetItem": {"Item": items[0]},
        "Query": {
            "Items": [{**head.attributes(), "added": {"N": str(TOTAL)}}],
            "Count": 1,
            "ScannedCount": 1,
        },
        "Query of an index": {"Items": items, "Count": PAGE, "ScannedCount": PAGE},
    }


@contextmanager
def canned_table(folder: Path, seconds: float = 0) -> Iterator[str]:
    """The endpoint of the stand-in while the context lasts, which takes `seconds` for each response.

    `folder` takes its file of responses.
    """
    file = folder / "canned-responses.json"
    file.write_text(json.dumps(responses()))
    with subprocess.Popen(
        [sys.executable, "-I", "-S", str(SERVER), str(file), str(seconds)], stdout=subprocess.PIPE
    ) as server:
        try:
            assert server.stdout is not None
            yield f"http://127.0.0.1:{int(server.stdout.readline())}"
        finally:
            server.terminate()


def round_trips(endpoint: str) -> int:
    """The number of round trips that the stand-in has seen."""
    request = urllib.request.Request(endpoint, b"{}", {"X-Amz-Target": f"Bench.{ROUND_TRIPS}"})
    with urllib.request.urlopen(request, timeout=10) as response:  # the stand-in's own address
        return int(json.load(response))
