"""What takes long to compute, computed by one of the processes that run the tests."""

import fcntl
import os
import pickle
from collections.abc import Callable
from typing import TypeVar

import pytest

T = TypeVar("T")


def shared_result(factory: pytest.TempPathFactory, name: str, compute: Callable[[], T]) -> T:
    """The result of `compute` in whichever process asks for `name` first; the others wait for it."""
    folder = factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        # Each process has a folder of its own in that of the run.
        folder = folder.parent
    file = folder / f"{name}.pickle"
    with (folder / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not file.exists():
            file.write_bytes(pickle.dumps(compute()))
        result: T = pickle.loads(file.read_bytes())
        return result
