"""A process that responds to DynamoDB's operations with what the service's own code would have stored."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

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
    """A response for each operation that a create or a list of candidates makes."""
    now = datetime.now(UTC)
    team = TeamScope(new_id(), new_id(), new_id())
    _, credential = credential_item(team)
    credential |= {"used": 7, "windowEndsAt": epoch_seconds(now + timedelta(hours=1)), "lastUsedAt": "-"}
    head = keys.listing_head(keys.listing(team.team_id, "CANDIDATE"))
    items = [to_attributes(candidate_item(team, now, number)) for number in range(PAGE)]
    return {
        "UpdateItem": {"Attributes": to_attributes(credential)},
        "TransactWriteItems": {},
        "Query": {
            "Items": [{**head.attributes(), "added": {"N": str(TOTAL)}}],
            "Count": 1,
            "ScannedCount": 1,
        },
        "Query of an index": {"Items": items, "Count": PAGE, "ScannedCount": PAGE},
    }


@contextmanager
def canned_table(folder: Path) -> Iterator[str]:
    """The endpoint of the stand-in while the context lasts. `folder` takes its file of responses."""
    file = folder / "canned-responses.json"
    file.write_text(json.dumps(responses()))
    with subprocess.Popen(
        [sys.executable, "-I", "-S", str(SERVER), str(file)], stdout=subprocess.PIPE
    ) as server:
        try:
            assert server.stdout is not None
            yield f"http://127.0.0.1:{int(server.stdout.readline())}"
        finally:
            server.terminate()
