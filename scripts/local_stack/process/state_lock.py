"""A lock on the state folder: one stack at a time uses it."""

import fcntl
from pathlib import Path
from typing import TextIO

from local_stack.settings import StackError


def lock_state(state_directory: Path) -> TextIO:
    """Holds the state folder as long as the file is open. Raises StackError when another stack does."""
    file = (state_directory / "lock").open("w", encoding="ascii")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        file.close()
        raise StackError(
            f"another stack runs on folder {state_directory}: stop it or choose another with GATHER_STATE_DIR"
        ) from error
    return file
