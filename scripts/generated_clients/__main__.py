"""Tries generators of clients on the OpenAPI document, against a local stack: `make generate-clients`."""

import sys
import tempfile
from pathlib import Path

from demo.stack import Stack, StackFailed
from generated_clients.clients import CLIENTS
from generated_clients.tools import FOLDER, ToolFailed, Tools
from setup.environment import install_node_packages
from setup.locked_environment import install


def main() -> int:
    """Print what became of each client. Returns 1 where one fails, and 2 where they cannot be tried."""
    if not install_node_packages(FOLDER, "no clients are generated"):
        return 2
    tools = Tools(install("generators"))
    try:
        with Stack() as stack, tempfile.TemporaryDirectory(prefix="generated-clients-") as folder:
            service = (stack.ready["baseUrl"], stack.ready["apiKey"])
            return max(_tried(name, tools, Path(folder), service) for name in CLIENTS)
    except StackFailed as failure:
        print(f"generate-clients: the local stack did not start.\n{failure}", file=sys.stderr)
        return 2


def _tried(name: str, tools: Tools, folder: Path, service: tuple[str, str]) -> int:
    place = folder / name.replace(" ", "-")
    place.mkdir()
    try:
        print(f"{name}: {CLIENTS[name](tools, place, service)}", flush=True)
    except ToolFailed as failure:
        print(f"{name}: FAILED\n{failure}", flush=True)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
