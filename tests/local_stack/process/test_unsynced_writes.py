"""A process that leaves its writes to the kernel never waits for the disk."""

import platform
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from local_stack.process.unsynced_writes import leave_writes_to_kernel

NO_FILE = 999
"""A descriptor of nothing: a call that is made fails, one that is answered as done does not."""

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or platform.machine() not in ("x86_64", "aarch64"),
    reason="the filter is for Linux on x86-64 and ARM",
)


def run(script: str, prepare: Callable[[], None] | None) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-c", script], preexec_fn=prepare, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("call", ["fsync", "fdatasync"])
def test_a_wait_for_the_disk_is_answered_at_once(call: str) -> None:
    script = f"import os; os.{call}({NO_FILE})"

    assert "Bad file descriptor" in run(script, None).stderr
    assert run(script, leave_writes_to_kernel).returncode == 0


def test_everything_else_is_done_as_before(tmp_path: Path) -> None:
    file = str(tmp_path / "written")
    script = f"open({file!r}, 'w').write('x'); print(open({file!r}).read())"

    assert run(script, leave_writes_to_kernel).stdout == "x\n"


def test_what_the_process_starts_does_not_wait_either() -> None:
    inner = f"import os; os.fsync({NO_FILE})"
    script = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {inner!r}], check=True)"

    assert run(script, leave_writes_to_kernel).returncode == 0
