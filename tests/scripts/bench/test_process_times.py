"""The processor time of a process is that of all that it has started."""

import os
import subprocess
import sys

from bench.process_times import processor_seconds

BURN = """
import sys, time
while time.process_time() < 0.3:
    pass
print("burnt", flush=True)
sys.stdin.read()
"""


def test_the_time_of_a_descendant_counts() -> None:
    between = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {BURN!r}])"
    with subprocess.Popen(
        [sys.executable, "-c", between], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()

        assert processor_seconds(process.pid) >= 0.25
        assert processor_seconds(os.getpid()) >= processor_seconds(process.pid)

        process.communicate(b"")


def test_a_process_that_is_gone_took_nothing() -> None:
    with subprocess.Popen([sys.executable, "-c", ""]) as process:
        process.wait()

    assert processor_seconds(process.pid) == 0
