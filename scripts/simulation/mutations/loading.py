"""Loads one module of the service with a passage of its source replaced."""

import importlib.util
import sys
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import CodeType, ModuleType

from simulation.mutations.table import Mutation


class _MutatingLoader(SourceFileLoader):
    """Compiles the changed source, whatever is compiled of the other one."""

    mutation: Mutation

    def get_code(self, fullname: str) -> CodeType:
        source = self.get_data(self.path).decode()
        return compile(self.mutation.applied(source), self.path, "exec")


class MutationFinder(MetaPathFinder):
    """Finds the module of a mutation before others do."""

    def __init__(self, mutation: Mutation) -> None:
        self._mutation = mutation

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != self._mutation.module:
            return None
        spec = PathFinder.find_spec(fullname, path)
        if spec is None or spec.origin is None:
            raise ImportError(f"there is no {fullname} to mutate")
        loader: Loader = _MutatingLoader(fullname, spec.origin)
        loader.mutation = self._mutation  # type: ignore[attr-defined]  # it is the loader above
        return importlib.util.spec_from_file_location(fullname, spec.origin, loader=loader)


def install(mutation: Mutation) -> None:
    """Have every later import of the mutation's module get the changed one."""
    sys.meta_path.insert(0, MutationFinder(mutation))
