"""`python -m catalogues` brings the catalogues up to the code's English and compiles them.

`--check` writes nothing and fails when a catalogue has a gap or what was compiled of it is out of date.
"""

import argparse
import sys
from pathlib import Path

from catalogues.files import faults, generate, translations, updated
from catalogues.parts import PROJECT, catalogue_file


def run(arguments: list[str]) -> int:
    """Write or check; the status that the process ends with."""
    parser = argparse.ArgumentParser(prog="catalogues", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; fail when something is missing")
    is_check = parser.parse_args(arguments).check
    if not is_check:
        for part, language in translations():
            _write(catalogue_file(part, language), updated(part, language))
        for path, content in generate().items():
            _write(path, content)
    complaints = [fault for part, language in translations() for fault in faults(part, language)]
    complaints += [
        f"{path.relative_to(PROJECT)} is out of date: run python -m catalogues"
        for path, content in generate().items()
        if not path.is_file() or path.read_text(encoding="utf-8") != content
    ]
    for complaint in complaints:
        print(f"catalogues: {complaint}", file=sys.stderr)
    return 1 if complaints else 0


def _write(path: Path, content: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
