"""The methods of dataclasses come compiled from the build, and are the same as without it."""

import subprocess
import sys
from pathlib import Path

import pytest

from layer.patches.dataclass_methods import installing, precompile

CLASSES = """
from dataclasses import dataclass, field

@dataclass(frozen=True, slots=True, order=True)
class Point:
    x: int
    y: int = 0
    names: tuple[str, ...] = field(default=(), compare=False)
"""

USE = """
import sys
sys.path[:0] = {roots!r}
import builtins
as_text = []
execute = builtins.exec
def noting(source, *namespaces):
    if isinstance(source, str):
        as_text.append(source)
    execute(source, *namespaces)
builtins.exec = noting
from places import handler
point = handler.Point(1, 2, names=("a",))
assert repr(point) == {shown!r}, point
assert point < handler.Point(2) and hash(point) == hash(handler.Point(1, 2))
print(len(as_text))
"""


@pytest.fixture
def layer(tmp_path: Path) -> Path:
    """A layer of empty packages."""
    for package in ("aws_lambda_powertools", "botocore", "gather", "pydantic"):
        (tmp_path / "layer" / package).mkdir(parents=True)
        (tmp_path / "layer" / package / "__init__.py").write_text("")
    return tmp_path / "layer"


@pytest.fixture
def functions(tmp_path: Path) -> Path:
    """A function with a dataclass."""
    package = tmp_path / "functions" / "places"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "handler.py").write_text(f"import gather\n{CLASSES}")
    return tmp_path / "functions"


def use(layer: Path, functions: Path, shown: str = "Point(x=1, y=2, names=('a',))") -> int:
    """Returns the number of sources that are compiled when a function is loaded whose class works."""
    script = USE.format(roots=[str(layer), str(functions)], shown=shown)
    command = [sys.executable, "-B", "-I", "-S", "-c", script]
    return int(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def test_a_known_class_is_made_without_compiling(layer: Path, functions: Path) -> None:
    assert use(layer, functions) > 0

    precompile(layer, functions, layer, sys.executable)

    assert use(layer, functions) == 0


def test_a_class_that_has_changed_since_is_compiled_as_ever(layer: Path, functions: Path) -> None:
    precompile(layer, functions, layer, sys.executable)
    handler = functions / "places" / "handler.py"
    handler.write_text(handler.read_text().replace("y: int = 0", "y: int = 0\n    z: int = 3"))

    assert use(layer, functions, "Point(x=1, y=2, z=3, names=('a',))") > 0


def test_what_is_compiled_is_the_same_each_time(layer: Path, functions: Path) -> None:
    contents = set()
    for _ in range(2):
        precompile(layer, functions, layer, sys.executable)
        contents.add((layer / "_dataclass_methods.bin").read_bytes())
        for package in layer.glob("*/__init__.py"):
            package.write_text("")

    assert len(contents) == 1


def test_an_interpreter_that_executes_no_source_stops_the_build(layer: Path, functions: Path) -> None:
    (functions / "places" / "handler.py").write_text("")

    with pytest.raises(ValueError, match="executes no source any more"):
        precompile(layer, functions, layer, sys.executable)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("", "import _dataclass_methods\n"),
        ('"""Doc."""\nx = 1\n', '"""Doc."""\nimport _dataclass_methods\nx = 1\n'),
        (
            '"""Doc\n\nof lines."""\nfrom __future__ import annotations\nx = 1\n',
            '"""Doc\n\nof lines."""\nfrom __future__ import annotations\nimport _dataclass_methods\nx = 1\n',
        ),
    ],
)
def test_the_methods_are_there_before_anything_is_imported(source: str, expected: str) -> None:
    assert installing(source) == expected


def test_stock_dataclasses_compile_the_methods_of_each_class() -> None:
    """The patch may go when they compile none."""
    script = (
        "import builtins, dataclasses; compiled = []; "
        "dataclasses.exec = lambda source, *namespaces: (compiled.append(source), "
        "builtins.exec(source, *namespaces)); "
        "dataclasses.make_dataclass('Point', ['x', 'y']); print(len(compiled))"
    )
    command = [sys.executable, "-I", "-c", script]

    assert int(subprocess.run(command, capture_output=True, text=True, check=True).stdout) > 0
