"""Seeds a new stack once, in a process of its own with the functions' environment, and keeps what came of it.

Keys are shown once, when they are made: the answer of the seed stays in the state folder for every later
start.
"""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from local_stack.ready_file import write_private
from local_stack.settings import SCRIPTS, StackError

_SEED_SECONDS = 60


def seed_once(
    mode: str, environment: Mapping[str, str], state_directory: Path, project: Path
) -> dict[str, Any]:
    """What the seed answered, now or when the state folder was new. Raises StackError when it fails."""
    kept = state_directory / "seed.json"
    if not kept.is_file():
        _seed_in_a_process(mode, environment, project, kept)
    answer: dict[str, Any] = json.loads(kept.read_text(encoding="utf-8"))
    return answer


def _seed_in_a_process(mode: str, environment: Mapping[str, str], project: Path, answer: Path) -> None:
    path = os.pathsep.join(map(str, (project / "functions", project / "layers" / "shared", SCRIPTS)))
    finished = subprocess.run(
        [sys.executable, "-m", "local_stack.seeding", mode, str(answer)],
        env={**os.environ, **environment, "PYTHONPATH": path},
        timeout=_SEED_SECONDS,
        check=False,
    )
    if finished.returncode:
        raise StackError("the seed failed (see above): correct it and start with an empty GATHER_STATE_DIR")


def _seed_in_this_process(mode: str, result: Path) -> None:
    from local_stack.seed import read_seed_settings, seed

    write_private(result, seed(mode, read_seed_settings()))


if __name__ == "__main__":
    _seed_in_this_process(sys.argv[1], Path(sys.argv[2]))
