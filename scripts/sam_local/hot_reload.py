"""Brings an edit into the build that containers run on, and has those containers replaced."""

import shutil
import subprocess
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from layer import bytecode
from layer.dataclass_recorder import PACKAGES
from local_stack.settings import PROJECT

PERIOD_SECONDS = 1.0
_NOT_DEPLOYED = shutil.ignore_patterns("__pycache__", "*.pyc", "*.asl.json", "scripts", "py.typed")

Sources = Mapping[Path, int]


class BuiltPackage:
    """A package of sources, and its copies in the build, whose parents are deployed at `deployed_at`.

    `users` are the folders of the build whose containers have imported it. `python` compiles it; without one,
    the build has sources alone.
    """

    def __init__(
        self,
        source: Path,
        copies: tuple[Path, ...],
        deployed_at: str,
        users: tuple[Path, ...],
        python: str | None,
    ) -> None:
        self.users = users
        self._python = python
        self._source = source
        self._copies = copies
        self._deployed_at = deployed_at
        self._seen = self._look()

    @property
    def name(self) -> str:
        return self._source.name

    def follow(self) -> bool:
        """Copies and compiles the package anew when a source has changed. Says whether it did.

        A package that does not compile waits for the next change.
        """
        before, now = self._seen, self._look()
        if now == before:
            return False
        self._seen = now
        try:
            for copy in self._copies:
                self._renew(copy, before.keys() - now.keys())
        except (OSError, subprocess.CalledProcessError):
            # A file that is being saved just now, or one with a mistake, which the compiler has printed.
            return False
        return True

    def _renew(self, copy: Path, removed: Iterable[Path]) -> None:
        for file in removed:
            (copy / file).unlink(missing_ok=True)
        shutil.copytree(self._source, copy, ignore=_NOT_DEPLOYED, dirs_exist_ok=True)
        if self._python:
            bytecode.compile_with(self._python, copy, f"{self._deployed_at}/{copy.name}")

    def _look(self) -> Sources:
        seen: dict[Path, int] = {}
        for file in self._source.rglob("*.py"):
            with suppress(FileNotFoundError):
                seen[file.relative_to(self._source)] = file.stat().st_mtime_ns
        return seen


def built_packages(build: Path, package_by_function: Mapping[str, str]) -> Iterator[BuiltPackage]:
    """Yields this project's packages in a build: those of the layer, and each function's own."""
    python = bytecode.runtime_python()
    layer = build / "SharedLayer" / "python"
    for package in PACKAGES:
        source = PROJECT / "layers" / "shared" / package
        yield BuiltPackage(source, (layer / package,), "/opt/python", (build,), python)
    for package in sorted(set(package_by_function.values())):
        users = tuple(build / function for function, its in package_by_function.items() if its == package)
        copies = tuple(user / package for user in users)
        yield BuiltPackage(PROJECT / "functions" / package, copies, "/var/task", users, python)


class HotReload:
    """Follows the packages until `close`. `told` gets each one that has changed."""

    def __init__(
        self,
        packages: list[BuiltPackage],
        told: Callable[[BuiltPackage], None],
        period: float = PERIOD_SECONDS,
    ) -> None:
        self._packages = packages
        self._told = told
        self._period = period
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._follow, daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._stopped.set()
        self._thread.join()

    def _follow(self) -> None:
        while not self._stopped.wait(self._period):
            for package in self._packages:
                if package.follow():
                    self._told(package)
