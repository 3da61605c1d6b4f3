"""The command line that the trials of engines share."""

import argparse
import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

Engine = TypeVar("Engine")


@dataclass(frozen=True, slots=True)
class TrialOptions:
    """The options of a trial: a model of Amazon Bedrock, empty for the local engine, and a whole report."""

    model: str
    with_all: bool

    def engine(self, local: Callable[[], Engine], bedrock: Callable[[str], Engine]) -> Engine:
        """The engine to try: that of `bedrock` with the model, or that of `local` without one."""
        return bedrock(self.model) if self.model else local()


def read_options(program: str, description: str, help_of_all: str) -> TrialOptions:
    """The options of the command line; without `--model` the environment's MODEL is tried.

    Exits with status 2 for a command line that is not understood.
    """
    parser = argparse.ArgumentParser(prog=program, description=description)
    parser.add_argument("--model", default=os.environ.get("MODEL", ""), help="a model of Amazon Bedrock")
    parser.add_argument("--all", action="store_true", help=help_of_all)
    options = parser.parse_args()
    return TrialOptions(options.model, options.all)
