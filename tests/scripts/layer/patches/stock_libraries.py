"""What the libraries load as they are installed, without the patches of the layer's build."""

import subprocess
import sys


def loaded_by(statement: str) -> set[str]:
    """The names of the modules in a fresh interpreter that has executed `statement`."""
    script = f"import sys; {statement}; print(*sys.modules)"
    command = [sys.executable, "-I", "-c", script]
    return set(subprocess.run(command, capture_output=True, text=True, check=True).stdout.split())
