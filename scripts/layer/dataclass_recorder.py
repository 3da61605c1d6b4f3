"""Notes what `dataclasses` executes while everything that is deployed is imported.

    python dataclass_recorder.py record TARGET ROOT...
    python dataclass_recorder.py verify TARGET ROOT...

`record` writes the sources with their code to TARGET. `verify` fails when a source is executed that TARGET
does not have. Run by the interpreter that the layer is built for. The roots are import roots, of which those
of the package and of the functions hold what is imported.
"""

import builtins
import dataclasses
import importlib.util
import marshal
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

PACKAGES = ("dynamo", "gather")
"""The layer's own packages."""

INSTALLER = "_dataclass_methods"
"""The layer's module that has dataclasses use the compiled methods."""

# The newest format in which what is written depends on nothing but the code.
_FORMAT = 2
_MODULE_OF_FUNCTION = "handler.py"


def _executed(roots: list[str]) -> set[str]:
    """The sources of all dataclasses that are made when the deployed modules are imported."""
    sources: set[str] = set()

    def execute(source: str, *namespaces: dict[str, object]) -> None:
        sources.add(source)
        builtins.exec(source, *namespaces)  # noqa: S102  # as dataclasses does

    sys.path[:0] = roots
    if importlib.util.find_spec(INSTALLER):
        # Otherwise the first package would put it in the place of what notes.
        import_module(INSTALLER)
    # A name of the module goes before a builtin.
    dataclasses.exec = execute  # type: ignore[attr-defined]
    for module in _deployed(roots):
        import_module(module)
    return sources


def _deployed(roots: list[str]) -> Iterator[str]:
    for root in map(Path, roots):
        for package in sorted(root.iterdir()):
            if package.name in PACKAGES or (package / _MODULE_OF_FUNCTION).is_file():
                for file in sorted(package.rglob("*.py")):
                    name = ".".join(file.relative_to(root).with_suffix("").parts)
                    yield name.removesuffix(".__init__")


def main() -> None:
    """Do as the command line says."""
    action, target, *roots = sys.argv[1:]
    sources = _executed(roots)
    if not sources:
        raise SystemExit("dataclasses executes no source any more.")
    if action == "record":
        compiled = {
            source: marshal.dumps(compile(source, "<string>", "exec"), _FORMAT) for source in sorted(sources)
        }
        Path(target).write_bytes(marshal.dumps((importlib.util.MAGIC_NUMBER, compiled), _FORMAT))
        return
    magic_number, known = marshal.loads(Path(target).read_bytes())  # noqa: S302  # written above
    if magic_number != importlib.util.MAGIC_NUMBER or sources - known.keys():
        raise SystemExit(f"{len(sources - known.keys())} sources are not compiled.")


if __name__ == "__main__":
    main()
