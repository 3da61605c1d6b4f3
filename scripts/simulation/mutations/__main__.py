"""`python -m simulation.mutations`: which mistakes of the table the simulation finds, and when."""

import subprocess
import sys

from simulation.mutations.table import MOST_SEEDS, MUTATIONS


def main(wanted: list[str]) -> int:
    """Make each mistake whose name holds one of `wanted`, by default all; 1 where one is not found."""
    missed = 0
    for mutation in MUTATIONS:
        if wanted and not any(each in mutation.name for each in wanted):
            continue
        command = [sys.executable, "-m", "simulation", "--mutation", mutation.name, "--until-broken"]
        command += ["--seeds", str(MOST_SEEDS)]
        ended = subprocess.run(command, capture_output=True, text=True, check=False)
        lines = [line for line in ended.stdout.splitlines() if line.startswith("seed ")]
        missed += not lines
        print(
            f"{mutation.name}: {lines[0] if lines else 'NOT FOUND'} {'' if lines else ended.stderr[-2000:]}",
            flush=True,
        )
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
