"""The Python client as it is installed: a wheel of its own."""

import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

from talent_screening import __version__
from tests.template.deployment import REPOSITORY

CLIENT = REPOSITORY / "clients" / "python"


def test_the_wheel_has_the_package_with_its_types_and_needs_httpx_and_pydantic(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(command, cwd=CLIENT, check=True, capture_output=True)

    [wheel] = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as package:
        names = set(package.namelist())
        [metadata] = [package.read(name).decode() for name in names if name.endswith("METADATA")]

    sources = (CLIENT / "src").rglob("*.py")
    assert {str(source.relative_to(CLIENT / "src")) for source in sources} <= names
    assert "talent_screening/py.typed" in names
    assert f"Version: {__version__}" in metadata.splitlines()
    assert {line for line in metadata.splitlines() if line.startswith("Requires-Dist")} == {
        "Requires-Dist: httpx<1,>=0.27",
        "Requires-Dist: pydantic<3,>=2.8",
    }


def test_the_package_imports_nothing_of_the_service() -> None:
    program = (
        "import sys, talent_screening, talent_screening.models;"
        "print([name for name in sys.modules if name.split('.')[0] in ('gather', 'botocore', 'openapi')])"
    )
    finished = subprocess.run(
        [sys.executable, "-c", program],
        env={"PYTHONPATH": str(CLIENT / "src")},
        capture_output=True,
        check=True,
    )

    assert finished.stdout == b"[]\n"


def test_the_generated_part_is_small() -> None:
    generated = list((CLIENT / "src" / "talent_screening" / "generated").rglob("*.py"))
    project = tomllib.loads((CLIENT / "pyproject.toml").read_text())

    assert len(generated) < 150
    assert project["project"]["name"] == "talent-screening"
