"""A process has one espeak-ng, whoever asks for it first."""

import os
import subprocess
import sys

MANY_THREADS = """
import threading
from local_stack.engines.espeak_library import espeak_library

THREADS = 16
begun, found = threading.Barrier(THREADS), []

def ask():
    begun.wait()
    found.append(espeak_library())

threads = [threading.Thread(target=ask) for _ in range(THREADS)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(len({id(each) for each in found}), found[0].phonemes("calm", "en-us"))
"""


def test_threads_that_ask_at_once_get_the_same_library() -> None:
    process = subprocess.run(
        [sys.executable, "-c", MANY_THREADS],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )

    assert (process.returncode, process.stdout) == (0, "1 kˈɑːm\n"), process.stderr
