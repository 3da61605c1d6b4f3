"""`python -m simulation`: the whole service in worlds of faults. Its status is 1 if an invariant breaks."""

import argparse
import os
import sys

from simulation.determinism import with_fixed_hashes
from simulation.mutations.loading import install
from simulation.mutations.table import MUTATIONS


def main(arguments: list[str]) -> int:
    """Run the seeds that the command line names; the status that the process ends with."""
    parser = argparse.ArgumentParser(prog="simulation", description=__doc__)
    option = parser.add_argument
    option("--seeds", type=int, default=100, help="how many seeds (100)")
    option("--first", type=int, default=1, help="the first of them (1)")
    option("--seed", type=int, help="one seed, told whole, with the fewest faults that break it")
    option("--processes", type=int, default=os.cpu_count() or 1, help="how many at a time (the cores)")
    option("--mutation", help="the name of a mistake that is made in the service (simulation.mutations)")
    option("--until-broken", action="store_true", help="stop at the first seed that breaks an invariant")
    options = parser.parse_args(arguments)
    _make_mistake(options.mutation)
    # What the functions are made of is imported with the mistake in it.
    from simulation.all_seeds import run_all, tell_one
    from simulation.deployment import read_deployment
    from simulation.functions import load_functions

    deployment = read_deployment()
    load_functions(deployment.functions)
    if options.seed is not None:
        return tell_one(deployment, options.seed)
    seeds = range(options.first, options.first + options.seeds)
    return run_all(deployment, seeds, options.processes, until_broken=options.until_broken)


def _make_mistake(name: str | None) -> None:
    if name is None:
        return
    [mutation] = [each for each in MUTATIONS if each.name == name]
    install(mutation)


if __name__ == "__main__":
    with_fixed_hashes("simulation")
    sys.exit(main(sys.argv[1:]))
