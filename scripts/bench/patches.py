"""`python -m bench.patches [--rounds 40] [PATCH...]`: what each patch of the layer gains of a cold start.

The layer is built for this host with the patch and without it. Fresh interpreters then load what gains by the
patch, from one layer and from the other in turn. Times are user and system CPU time; the gain is the median
of the differences of the pairs. Where other load slows the machine down, the difference of the shortest times
is closer to what a quiet machine shows.
"""

import argparse
import resource
import statistics
import subprocess
import sys
from pathlib import Path
from typing import Final

from bench import handler_process, workspace
from layer import build

_IN_EACH_FUNCTION: Final = "import candidates.handler"
LOADED: Final = {
    "dataclass_methods": _IN_EACH_FUNCTION,
    "powertools_packages": _IN_EACH_FUNCTION,
    "powertools_batches": "import deliveries.handler",
    "botocore_documentation": "from gather.aws.clients import s3; s3()",
}
"""A statement that gains, by patch."""


def main() -> int:
    """Measure as the command line says."""
    parser = argparse.ArgumentParser(prog="bench.patches", description="Measure the patches of the layer.")
    parser.add_argument("patches", nargs="*", metavar="PATCH", help=", ".join(build.PATCHES))
    parser.add_argument("--rounds", type=int, default=40)
    options = parser.parse_args()
    place = workspace.prepare()
    layer, functions = place.service
    for patch in options.patches or build.PATCHES:
        unpatched = workspace.FOLDER / "layer-without-a-patch"
        build.build(unpatched, "host", place.python, without=patch)
        commands = [
            [place.python, "-I", "-S", "-c", _script((root, functions), LOADED[patch])]
            for root in (layer, unpatched)
        ]
        pairs = [_pair(commands, first=number % 2) for number in range(options.rounds + 1)][1:]
        low, middle, high = statistics.quantiles((without - with_it for with_it, without in pairs), n=4)
        shortest = [min(times) for times in zip(*pairs, strict=True)]
        print(
            f"{patch}: gains {middle:.1f} ms, quartiles {low:.1f} to {high:.1f}; "
            f"the shortest of {shortest[0]:.1f} ms gains {shortest[1] - shortest[0]:.1f} ms",
            flush=True,
        )
    return 0


def _script(roots: tuple[Path, ...], statement: str) -> str:
    return f"import sys; sys.path[:0] = {[str(root) for root in roots]!r}; {statement}"


def _pair(commands: list[list[str]], first: int) -> tuple[float, float]:
    """The milliseconds of both commands, of which the one numbered `first` runs first."""
    costs = [0.0, 0.0]
    for number in (first, 1 - first):
        costs[number] = _milliseconds(commands[number])
    return costs[0], costs[1]


def _milliseconds(command: list[str]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        command, env=handler_process.environment("", workspace.FOLDER), check=True, cwd=workspace.FOLDER
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime) * 1000


if __name__ == "__main__":
    sys.exit(main())
