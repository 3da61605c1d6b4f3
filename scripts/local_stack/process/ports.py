"""The ports of the services behind the API: the same at every start from a state folder, if they are free."""

import json
import socket
from collections.abc import Collection
from pathlib import Path

from local_stack.settings import HOST, StackError

NAMES = ("services", "table", "engines")


def choose_ports(state_directory: Path) -> dict[str, int]:
    """A free port for each name, those of the last start where they can be had.

    Addresses of objects are stored in records, so that they should mean the same after the next start.
    """
    file = state_directory / "addresses.json"
    try:
        earlier = json.loads(file.read_text(encoding="ascii"))
    except (FileNotFoundError, ValueError):
        earlier = {}
    ports: dict[str, int] = {}
    for name in NAMES:
        ports[name] = free_port(int(earlier.get(name, 0)), set(ports.values()))
    file.write_text(json.dumps(ports), encoding="ascii")
    return ports


def free_port(wanted: int = 0, taken: Collection[int] = ()) -> int:
    """`wanted` where it can be had, otherwise any other that is not taken. Raises StackError without one."""
    for port in (wanted, 0):
        with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((HOST, port))
            except OSError:
                continue
            chosen = int(probe.getsockname()[1])
            if chosen not in taken:
                return chosen
    raise StackError("no free port is left on this machine")
