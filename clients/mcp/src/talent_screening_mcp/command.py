"""The command `talent-screening-mcp`: the tools over stdin and stdout, or over HTTP on this machine."""

import argparse
import asyncio
import logging
import os
import sys
from collections.abc import Mapping, Sequence
from urllib.parse import urlsplit

import uvicorn
from mcp.server.stdio import stdio_server
from mcp.server.transport_security import TransportSecuritySettings
from starlette.applications import Starlette

from talent_screening_mcp.catalogue import ToolSelection, all_tools
from talent_screening_mcp.server import ToolServer
from talent_screening_mcp.service import ServiceClient
from talent_screening_mcp.version import __version__

URL_VARIABLE, KEY_VARIABLE = "TALENT_SCREENING_URL", "TALENT_SCREENING_KEY"
HOST = "127.0.0.1"


def main() -> None:
    """Run the command until its client ends it."""
    sys.exit(run(sys.argv[1:], os.environ))


def run(arguments: Sequence[str], environment: Mapping[str, str]) -> int:
    """Serve the tools as the arguments and the environment say; the status that the process ends with."""
    options = _parser().parse_args(arguments)
    url, key = environment.get(URL_VARIABLE, "").strip(), environment.get(KEY_VARIABLE, "").strip()
    fault = _fault(url, key)
    if fault:
        print(f"talent-screening-mcp: {fault}", file=sys.stderr)
        return 2
    # httpx logs addresses, which have searches for people in them.
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING)
    selection = ToolSelection(key, options.read_only, frozenset(options.only))
    try:
        asyncio.run(_serve(url, selection, options.http))
    except KeyboardInterrupt:
        return 130
    return 0


def http_app(server: ToolServer, port: int) -> Starlette:
    """The application at `/mcp`. It answers neither other hosts nor the pages of other origins.

    A page of the internet can have its name lead to this machine, and its scripts would reach the tools.
    """
    hosts = [f"{host}:{port}" for host in (HOST, "localhost")]
    return server.protocol().streamable_http_app(
        streamable_http_path="/mcp",
        json_response=True,
        stateless_http=True,
        host=HOST,
        transport_security=TransportSecuritySettings(
            allowed_hosts=hosts, allowed_origins=[f"http://{host}" for host in hosts]
        ),
    )


async def _serve(url: str, selection: ToolSelection, port: int | None) -> None:
    service = ServiceClient(url, selection.key)
    server = ToolServer(service, selection)
    try:
        if port is None:
            protocol = server.protocol()
            async with stdio_server() as (incoming, outgoing):
                await protocol.run(incoming, outgoing, protocol.create_initialization_options())
        else:
            print(f"talent-screening-mcp: http://{HOST}:{port}/mcp", file=sys.stderr, flush=True)
            settings = uvicorn.Config(
                http_app(server, port), host=HOST, port=port, log_level="warning", access_log=False
            )
            await uvicorn.Server(settings).serve()
    finally:
        await service.close()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="talent-screening-mcp",
        description="The Talent Screening Service as tools for agents. "
        f"{URL_VARIABLE} is the service's address, and {KEY_VARIABLE} the key.",
    )
    parser.add_argument(
        "--http", type=_port, metavar="PORT", help=f"serve http://{HOST}:PORT/mcp instead of stdin and stdout"
    )
    parser.add_argument("--read-only", action="store_true", help="leave out all tools that change something")
    parser.add_argument(
        "--only",
        type=_families,
        default=(),
        metavar="FAMILY,...",
        help="leave in these families alone, for clients that take few tools: " + ", ".join(_all_families()),
    )
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    return parser


def _port(text: str) -> int:
    port = int(text)
    if not 1 <= port <= 65535:
        raise argparse.ArgumentTypeError("a port is a number from 1 to 65535")
    return port


def _families(text: str) -> tuple[str, ...]:
    families = tuple(family.strip() for family in text.split(",") if family.strip())
    unknown = sorted(set(families) - set(_all_families()))
    if unknown or not families:
        raise argparse.ArgumentTypeError(f"no such family: {', '.join(unknown) or text}")
    return families


def _all_families() -> list[str]:
    return sorted({tool.family for tool in all_tools().values()})


def _fault(url: str, key: str) -> str | None:
    """What is wrong with the settings; it shows neither of them, since clients keep what is said in logs."""
    if not _is_address(url):
        return f"{URL_VARIABLE} has to be the address of the service, such as https://gather.example.com"
    if not key or not key.isascii() or not key.isprintable() or " " in key:
        return f"{KEY_VARIABLE} has to be an API key"
    return None


def _is_address(url: str) -> bool:
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.hostname)


if __name__ == "__main__":
    main()
