"""The modules that libraries load without the patches of the layer's build."""

import subprocess
import sys


def loaded_by(statement: str) -> set[str]:
    """Returns the names of the modules in a fresh interpreter that has executed `statement`."""
    script = f"import sys; {statement}; print(*sys.modules)"
    command = [sys.executable, "-I", "-c", script]
    return set(subprocess.run(command, capture_output=True, text=True, check=True).stdout.split())
