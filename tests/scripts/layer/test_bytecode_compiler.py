"""The deployed bytecode does what the sources say, without their docstrings."""

import marshal
import subprocess
import sys
from pathlib import Path

from layer import bytecode
from layer.bytecode_compiler import STAND_IN, compiled

SOURCE = b'''"""A module."""
from dataclasses import dataclass

@dataclass
class Point:
    """A point."""
    x: int

def told():
    """Says something."""
    return "something"

def silent():
    """Does nothing."""

TEXT = "a text"
'''
HEADER_BYTES = 16


def test_everything_is_there_but_the_docstrings() -> None:
    content = compiled(SOURCE, "/opt/python/sample.py")
    namespace: dict[str, object] = {"__name__": __name__}

    code = marshal.loads(content[HEADER_BYTES:])  # made above
    exec(code, namespace)  # made above

    assert code.co_filename == "/opt/python/sample.py"
    for text in (b"A module.", b"A point.", b"Says something.", b"Does nothing."):
        assert text not in content
    point, told, silent = namespace["Point"], namespace["told"], namespace["silent"]
    assert isinstance(point, type)
    assert callable(told)
    assert callable(silent)
    # Anything, since a class without one would be given one when it is made.
    assert point.__doc__ == STAND_IN
    assert (told(), silent(), namespace["TEXT"]) == ("something", None, "a text")


def test_an_interpreter_takes_the_bytecode_whatever_the_source_has_become(tmp_path: Path) -> None:
    file = tmp_path / "package" / "sample.py"
    file.parent.mkdir()
    file.write_bytes(SOURCE)
    bytecode.compile_with(sys.executable, tmp_path, "/opt/python")
    file.write_text("changed = True\n")

    script = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r}); from package import sample; "
        "print(sample.told(), hasattr(sample, 'changed'))"
    )
    command = [sys.executable, "-B", "-I", "-c", script]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout

    assert said == "something False\n"


def test_the_same_source_makes_the_same_bytecode() -> None:
    assert compiled(SOURCE, "/opt/python/sample.py") == compiled(SOURCE, "/opt/python/sample.py")
