"""`python -m endurance`: an hour of faults. Its status is 1 if something was lost or came twice in vain."""

import argparse
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from random import Random

from endurance.load import ADDRESSES, Load
from endurance.receiver import CountingReceiver
from endurance.stack import KillableStack
from endurance.storm import Storm
from endurance.verdict import Verdict, judge, slowest_end_seconds
from local_stack.table.server import dynoxide_program

QUIET_SECONDS = 900.0
"""The longest wait for the next delivery. Time scaling does not shorten leases and graces, and recovery takes
up overdue work after ten minutes at the latest, which is the lease of an evaluation's step."""

REPETITION_SECONDS = 20.0
"""The time for repetitions after the last expected delivery; recovery runs every three seconds of it."""

WITHOUT_KEPT_TABLE = (
    "The table in memory survives no kill. Install npm and run `make setup`, which brings another."
)

_SHOWN = 20


def endure(deliveries: int, enrollments: int, kills: int, seed: int) -> Verdict:
    """Do the work in as many rounds as there are kills, print what happens, and judge.

    The stack's data and log are kept when something was lost, so that its cause can be found.
    """
    folder = Path(tempfile.mkdtemp(prefix="endurance-"))
    verdict = _endure(folder, deliveries, enrollments, kills, seed)
    if verdict.is_clean:
        shutil.rmtree(folder, ignore_errors=True)
    else:
        print(f"The stack's data and log are in {folder}", flush=True)
    return verdict


def _endure(folder: Path, deliveries: int, enrollments: int, kills: int, seed: int) -> Verdict:
    random = Random(seed)
    with CountingReceiver() as receiver, KillableStack(folder, random) as stack:
        storm = Storm(stack, random)
        load = Load(stack.ready, receiver)
        started = time.monotonic()
        for number in range(1, kills + 1):
            interviews = _share(deliveries // len(ADDRESSES), kills, number)
            storm.round(load, interviews, _share(enrollments, kills, number))
            _say(f"round {number} of {kills}: {len(receiver.arrivals)} deliveries so far", started)
        receiver.await_quiet(sum(each.times for each in load.expected), QUIET_SECONDS)
        time.sleep(REPETITION_SECONDS)
        verdict = judge(load.expected, receiver.arrivals, storm.faults)
        slowest = slowest_end_seconds(receiver.arrivals)
        _say(f"the end of an enrollment came {slowest:.1f} s after that of its last step at most", started)
        done = Counter(fault.what for fault in storm.faults)
        _say(", ".join(f"{count} times {what}" for what, count in sorted(done.items())), started)
    return verdict


def _share(whole: int, rounds: int, number: int) -> int:
    """The part of round `number` (from 1), so that all rounds together do the whole."""
    return whole * number // rounds - whole * (number - 1) // rounds


def _say(text: str, started: float) -> None:
    print(f"{time.monotonic() - started:7.1f} s  {text}", flush=True)


def _print(verdict: Verdict) -> None:
    print(
        f"{verdict.expected} deliveries had to come: {len(verdict.lost)} lost, {len(verdict.strays)} nobody "
        f"caused, {verdict.explained} repeated by a fault, {len(verdict.unexplained)} repeated without one"
    )
    for name in ("lost", "strays", "unexplained"):
        for each in getattr(verdict, name)[:_SHOWN]:
            print(f"  {name}: {each}")


def main(arguments: list[str]) -> int:
    """Run it as the command line says; the status that the process ends with."""
    parser = argparse.ArgumentParser(prog="endurance", description=__doc__)
    option = parser.add_argument
    option("--deliveries", type=int, default=10_000, help="of new interviews, to four addresses (10000)")
    option("--enrollments", type=int, default=500, help="candidates who pass a workflow of two steps (500)")
    option("--kills", type=int, default=20, help="how often the stack is killed, once a round (20)")
    option("--seed", type=int, default=0, help="of the random moments (0)")
    options = parser.parse_args(arguments)
    if dynoxide_program() is None:
        print(WITHOUT_KEPT_TABLE, file=sys.stderr)
        return 2
    # An end by `kill` or a time limit takes the stack along, as Ctrl-C does.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    verdict = endure(options.deliveries, options.enrollments, options.kills, options.seed)
    _print(verdict)
    return 0 if verdict.is_clean else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
