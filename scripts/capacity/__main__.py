"""`python -m capacity`: what candidate interviews need, by their number a month, and what breaks first."""

import argparse
import json
import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from capacity.needs import InterviewNeeds

_HASH_SEED = "PYTHONHASHSEED"


def main(arguments: list[str]) -> int:
    """Count what a candidate interview needs, and print what many of them need; the status of the process."""
    parser = argparse.ArgumentParser(prog="capacity", description=__doc__)
    option = parser.add_argument
    option("--json", action="store_true", help="print JSON in place of tables")
    option("--published", action="store_true", help="take the needs of docs/capacity.json, and count nothing")
    option("--publish", action="store_true", help="put the needs and the tables into docs/")
    options = parser.parse_args(arguments)
    # The functions are imported in the process that counts alone.
    from capacity import page
    from capacity.needs import read_needs

    needs = read_needs(page.FIGURES) if options.published else counted_needs()
    if options.publish:
        page.publish(needs)
    forecast = page.Forecast(needs)
    if options.json:
        print(json.dumps(forecast.as_json(), indent=2))
    else:
        print("\n".join(line for table in forecast.tables() for line in table.text()))
    return 0


def counted_needs() -> "InterviewNeeds":
    """What a usual candidate interview needs, counted in a process of its own."""
    from capacity.measuring import count_needs
    from simulation.deployment import read_deployment
    from simulation.functions import load_functions
    from simulation.report import in_own_process

    deployment = read_deployment()
    load_functions(deployment.functions)
    return in_own_process(lambda: count_needs(deployment))


def _with_fixed_hashes() -> None:
    """Begin anew with an order of sets that is always the same, unless it is already."""
    if os.environ.get(_HASH_SEED) != "0":
        os.environ[_HASH_SEED] = "0"
        os.execv(sys.executable, [sys.executable, "-m", "capacity", *sys.argv[1:]])  # noqa: S606  # itself


if __name__ == "__main__":
    _with_fixed_hashes()
    sys.exit(main(sys.argv[1:]))
