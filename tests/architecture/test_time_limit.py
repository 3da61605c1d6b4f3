"""A test that hangs fails, and the run goes on."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CONFTEST = """
from tests.time_limit import TimeLimit

def pytest_configure(config):
    config.pluginmanager.register(TimeLimit(config))
"""
SETTINGS = f"[pytest]\npythonpath = {ROOT}\nfaulthandler_timeout = 2\nfaulthandler_exit_on_timeout = true\n"
PLUGINS = ("-p", "xdist", "-p", "pytest_rerunfailures", "-p", "no:cacheprovider")
HANGS = """
import time

tries = []

def test_that_hangs(worker_id):
    tries.append(worker_id)
    if worker_id == "gw0" and len(tries) == {hangs_at}:
        time.sleep(60)
    assert len(tries) > 1 or worker_id != "gw0"

def test_that_does_not():
    pass
"""


@pytest.mark.parametrize("hangs_at", [1, 2], ids=["the first try", "a repeated one"])
def test_a_try_that_hangs_is_repeated_by_another_worker(tmp_path: Path, hangs_at: int) -> None:
    (tmp_path / "conftest.py").write_text(CONFTEST)
    (tmp_path / "pytest.ini").write_text(SETTINGS)
    (tmp_path / "test_it.py").write_text(HANGS.format(hangs_at=hangs_at))

    ran = subprocess.run(
        [sys.executable, "-m", "pytest", *PLUGINS, "-n", "1", "--reruns", "2", str(tmp_path)],
        cwd=tmp_path,
        env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        timeout=50,
    )

    assert ran.returncode == 0, ran.stdout
    assert f"2 passed, {hangs_at} rerun" in ran.stdout
    assert "Timeout (0:00:02)!" in ran.stderr
    assert "in test_that_hangs" in ran.stderr
