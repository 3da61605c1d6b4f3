"""`python -m simulation.neighbours`: normal teams beside a hostile one, in virtual time.

Its status is 1 if one of their waits is too long beside it.
"""

import argparse
import os
import sys

from simulation.determinism import with_fixed_hashes


def main(arguments: list[str]) -> int:
    """Measure what the command line asks for, and print a table; the status that the process ends with."""
    from simulation.deployment import read_deployment
    from simulation.functions import load_functions
    from simulation.neighbours.comparison import ONE_BY_ONE, TOGETHER, compare, table, too_long
    from simulation.neighbours.demands import FULL, SHORT

    cases = {case.name: case for case in (TOGETHER, *ONE_BY_ONE)}
    parser = argparse.ArgumentParser(prog="simulation.neighbours", description=__doc__)
    option = parser.add_argument
    option("--seeds", type=int, default=3, help="how many seeds (3)")
    option("--first", type=int, default=1, help="the first of them (1)")
    option("--seconds", type=float, default=20, help="how long the normal teams are looked at (20)")
    option("--only", choices=list(cases), action="append", help="one case; may be given more than once")
    option("--short", action="store_true", help="ask for as much as the test does")
    option("--processes", type=int, default=os.cpu_count() or 1, help="how many at a time (the cores)")
    options = parser.parse_args(arguments)
    deployment = read_deployment()
    load_functions(deployment.functions)
    rows = compare(
        deployment,
        [cases[name] for name in options.only or cases],
        range(options.first, options.first + options.seeds),
        SHORT if options.short else FULL,
        options.seconds,
        processes=options.processes,
        tell=lambda text: print(text, flush=True),
    )
    print("\n".join(table(rows)))
    return 1 if too_long(rows) else 0


if __name__ == "__main__":
    with_fixed_hashes("simulation.neighbours")
    sys.exit(main(sys.argv[1:]))
