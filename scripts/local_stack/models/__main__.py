"""`python -m local_stack.models`: fetches the models of the local stack's engines that are not there yet."""

import argparse
import sys

from local_stack.models.catalogue import catalogue
from local_stack.models.download import ModelUnavailable, fetch
from local_stack.models.store import FOLDER, is_complete


def run(arguments: list[str]) -> int:
    """Fetches the models that are named, all without a name; the status that the process ends with."""
    parser = argparse.ArgumentParser(
        prog="local_stack.models", description="Fetches the models of the local stack's engines."
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(catalogue()))
    names = parser.parse_args(arguments).names or list(catalogue())
    if unknown := [name for name in names if name not in catalogue()]:
        parser.error(f"unknown: {', '.join(unknown)}")
    failed = 0
    for model in (catalogue()[name] for name in names):
        if is_complete(model, FOLDER / model.folder_name):
            continue
        print(f"models: fetching {model.name}, {model.size / 1e6:.0f} MB ({model.licence})", flush=True)
        try:
            fetch(model)
        except ModelUnavailable as error:
            print(f"models: {error}", file=sys.stderr, flush=True)
            failed = 1
    return failed


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
