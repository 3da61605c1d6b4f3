"""`python -m page_scripts` bundles the scripts of the pages.

`--check` writes nothing and fails when a bundle is out of date. `--watch` bundles anew whenever a script is
saved. Without npm's packages the bundles stay as they are.
"""

import argparse
import sys

from page_scripts.bundles import PROJECT, bundle, esbuild, out_of_date, remove_unused


def run(arguments: list[str]) -> int:
    """Write, check or watch; the status that the process ends with."""
    parser = argparse.ArgumentParser(prog="page_scripts", description=__doc__)
    way = parser.add_mutually_exclusive_group()
    way.add_argument("--check", action="store_true", help="write nothing; fail when a bundle is out of date")
    way.add_argument("--watch", action="store_true", help="bundle anew whenever a script is saved")
    asked = parser.parse_args(arguments)
    program = esbuild()
    if program is None:
        print("page_scripts: the bundles are left as they are, without esbuild", file=sys.stderr)
        return 0
    if asked.check:
        stale = out_of_date(program)
        for file in stale:
            print(
                f"page_scripts: {file.relative_to(PROJECT)} is out of date: run make format", file=sys.stderr
            )
        return 1 if stale else 0
    remove_unused()
    bundle(program, *(("--watch=forever",) if asked.watch else ()))
    return 0


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
