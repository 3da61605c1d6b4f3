"""`sam local invoke` runs every sample in a container, on the services of `make sam-local`."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from local_stack.settings import PROJECT, StackError
from tests.builders.samples import every_sample
from tests.doubles.over_http import StackProcess, await_ready
from tests.template.deployment import routes_of

pytestmark = pytest.mark.slow

INVOCATION_SECONDS = 300


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Runs `make sam-local`, where there is a container engine."""
    from sam_local.engine import Engine

    try:
        Engine()
    except StackError as error:
        pytest.skip(str(error))
    state = tmp_path_factory.mktemp("stack")
    stack = StackProcess(state, "sam_local")
    try:
        await_ready(state, stack.process_id)
        yield
    finally:
        stack.stop()


def _invoke(function: str, sample: Path) -> Any:
    """Invokes a function with a sample and returns its result."""
    from sam_local.api_server import TEMPLATE, VARIABLES

    finished = subprocess.run(
        [
            str(Path(sys.executable).with_name("sam")),
            *("local", "invoke", function, "--event", str(sample), "--skip-pull-image"),
            *("--template", str(TEMPLATE), "--env-vars", str(VARIABLES)),
        ],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        timeout=INVOCATION_SECONDS,
        check=False,
    )
    assert finished.returncode == 0, finished.stderr
    return json.loads(finished.stdout.strip().splitlines()[-1])


@pytest.mark.parametrize(
    ("function", "sample"),
    [pytest.param(*each, id=f"{each[0]}-{each[1].stem}") for each in every_sample()],
)
def test_a_sample_runs_in_a_container(served: None, function: str, sample: Path) -> None:
    returned = _invoke(function, sample)

    if routes_of(function):
        # The samples name a key and records that are not there.
        assert returned["statusCode"] in (200, 401, 404, 405)
    else:
        assert not str((returned or {}).get("errorType", "")).startswith(("Runtime.", "Sandbox."))
