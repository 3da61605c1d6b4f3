"""Programs that look at what strangers send: processes of their own, with bounds of time and memory.

They have no credentials and no files to write, so that the worst document ends nothing but its program.
"""

import math
import os
import resource
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

_PASSED_ON: Final = ("LD_LIBRARY_PATH", "PATH", "SYSTEMROOT")
"""The variables that an interpreter needs; the others include credentials."""


def output_of(arguments: Sequence[str], content: bytes, seconds: float) -> bytes:
    """Start an interpreter with `content` as its input. Returns its output until it ends or has to.

    It imports what this process can import, and nothing of what else is installed.
    """
    environment = {name: os.environ[name] for name in _PASSED_ON if name in os.environ}
    try:
        return subprocess.run(
            [sys.executable, "-P", "-S", *arguments],
            input=content,
            stdout=subprocess.PIPE,
            # Its error messages may quote the document.
            stderr=subprocess.DEVNULL,
            timeout=seconds,
            env={**environment, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            check=False,
        ).stdout
    except subprocess.TimeoutExpired as late:
        return late.stdout or b""


def bound(seconds: int, memory: int) -> None:
    """Limit this process from now on, as far as the system can: seconds of CPU time, and bytes of memory,
    with those that it has already."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    limits = {
        resource.RLIMIT_CPU: math.ceil(used.ru_utime + used.ru_stime) + seconds,
        resource.RLIMIT_AS: memory,
        resource.RLIMIT_FSIZE: 0,
        resource.RLIMIT_CORE: 0,
    }
    for limit, most in limits.items():
        with suppress(ValueError, OSError):
            resource.setrlimit(limit, (most, most))
