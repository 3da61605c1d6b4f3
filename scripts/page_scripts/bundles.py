"""The bundles of the pages' scripts.

Each file of a folder `functions/*/assets/scripts` is the entry of a page's script, and the folders below have
what the entries import. Its bundle is in `bundles`, beside that folder: one minified script in a scope of its
own, with the syntax of ES2021 at most.
"""

import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

PROJECT: Final = Path(__file__).resolve().parents[2]
FUNCTIONS: Final = PROJECT / "functions"
SOURCES: Final = "scripts"
BUNDLES: Final = "bundles"
_PACKAGES: Final = Path(__file__).parent / "node_modules" / "@esbuild"
_OPTIONS: Final = (
    "--bundle",
    "--minify",
    "--format=iife",
    "--target=es2021",
    "--log-level=warning",
    f"--entry-names=[dir]/../{BUNDLES}/[name]",
)


def esbuild() -> Path | None:
    """The program that npm has installed for this machine. None without npm's packages."""
    return next(_PACKAGES.glob("*/bin/esbuild"), None)


def bundle(program: Path, *options: str, target: Path | None = None) -> None:
    """Write the bundles of all functions, below `target` where it is given.

    Raises CalledProcessError when a script cannot be bundled.
    """
    entries = map(str, sorted(FUNCTIONS.glob(f"*/assets/{SOURCES}/*.js")))
    command = [
        str(program),
        *_OPTIONS,
        *options,
        f"--outbase={FUNCTIONS}",
        f"--outdir={target or FUNCTIONS}",
        *entries,
    ]
    subprocess.run(command, cwd=PROJECT, check=True)


def out_of_date(program: Path) -> list[Path]:
    """The bundles that differ from what their scripts make: changed, missing, or of no script."""
    present = _bundles_in(FUNCTIONS)
    with TemporaryDirectory() as folder:
        bundle(program, target=Path(folder))
        wanted = _bundles_in(Path(folder))
    names = sorted(present.keys() | wanted.keys())
    return [FUNCTIONS / name for name in names if present.get(name) != wanted.get(name)]


def remove_unused() -> None:
    """Delete the bundles whose scripts are gone."""
    for name in _bundles_in(FUNCTIONS):
        file = FUNCTIONS / name
        if not (file.parents[1] / SOURCES / file.name).is_file():
            file.unlink()


def _bundles_in(folder: Path) -> dict[Path, bytes]:
    files = folder.glob(f"*/assets/{BUNDLES}/*.js")
    return {file.relative_to(folder): file.read_bytes() for file in files}
