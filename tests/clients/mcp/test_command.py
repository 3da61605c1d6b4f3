"""The command `talent-screening-mcp` in a process of its own, over stdin and stdout and over HTTP."""

import asyncio
import json
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from mcp import Client

from local_stack.process.ports import free_port
from talent_screening_mcp import __version__
from talent_screening_mcp.catalogue import all_tools
from talent_screening_mcp.command import run
from talent_screening_mcp.server import INSTRUCTIONS
from tests.builders.service import Service, Tenant, Transport
from tests.clients.mcp.agents import (
    all_tools_of,
    command,
    content_of,
    environment,
    outside_of_untrusted,
    over_stdio,
    served,
)
from tests.support.records import ADA, add_candidate
from tests.template.deployment import REPOSITORY

PACKAGE = REPOSITORY / "clients" / "mcp"
FAR = "https://gather.example.com"
INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "a client", "version": "1"},
    },
}
ARTICLE = {"title": "Lines", "text": "One line.\u2028Another, after what some readers take for a line's end."}
ACCEPTS = {"accept": "application/json, text/event-stream"}


@pytest.fixture
def address(transport: Transport) -> Iterator[str]:
    with served(transport) as address:
        yield address


@contextmanager
def over_http(url: str, key: str, *options: str) -> Iterator[str]:
    """The command with `--http`, once it says where it is; its address."""
    port = free_port()
    process = subprocess.Popen(
        command("--http", str(port), *options),
        env=dict(environment(url, key)),
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        text=True,
    )
    assert process.stderr
    try:
        said = process.stderr.readline()
        assert said == f"talent-screening-mcp: http://127.0.0.1:{port}/mcp\n"
        _await(f"http://127.0.0.1:{port}/")
        yield f"http://127.0.0.1:{port}/mcp"
    finally:
        process.terminate()
        process.communicate(timeout=60)


def _await(url: str) -> None:
    with httpx.Client(transport=httpx.HTTPTransport(retries=10)) as client:
        assert client.get(url, timeout=60).status_code == 404


async def _use(server: Any, candidate_id: str) -> None:
    async with Client(server) as client:
        assert client.server_info
        assert client.server_info.name == "talent-screening"
        assert client.server_info.version == __version__
        assert client.instructions == INSTRUCTIONS
        tools = await all_tools_of(client)
        assert "createCandidate" in tools
        assert "createCredential" not in tools
        read = content_of(await client.call_tool("getCandidate", {"candidateId": candidate_id}))
        assert read["data"]["firstName"] == "Ada"
        told = content_of(await client.call_tool("eraseCandidate", {"candidateId": candidate_id}))
        assert told["done"] is False


def test_it_serves_stdin_and_stdout(address: str, service: Service, tenant: Tenant) -> None:
    asyncio.run(_use(over_stdio(address, tenant.key), add_candidate(service)))


def test_it_serves_http(address: str, service: Service, tenant: Tenant) -> None:
    with over_http(address, tenant.key) as url:
        asyncio.run(_use(url, add_candidate(service)))


def test_clients_of_an_earlier_protocol_are_served(address: str, tenant: Tenant) -> None:
    async def list_names() -> set[str]:
        async with Client(over_stdio(address, tenant.key, "--read-only"), mode="legacy") as client:
            return set(await all_tools_of(client))

    names = asyncio.run(list_names())
    assert names
    assert all(all_tools()[name].is_read for name in names)


def test_stdout_has_messages_of_the_protocol_alone(address: str, tenant: Tenant) -> None:
    messages = [
        INITIALIZE,
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {
            "jsonrpc": "2.0",
            "id": 2,
            "method": "tools/call",
            "params": {"name": "createCandidate", "arguments": ADA},
        },
        {
            "jsonrpc": "2.0",
            "id": 3,
            "method": "tools/call",
            "params": {
                "name": "createKnowledgeBase",
                "arguments": {"title": "Zoë 🌍", "articles": [ARTICLE]},
            },
        },
    ]
    process = subprocess.Popen(
        command(),
        env={**environment(address, tenant.key), "PYTHONIOENCODING": "ascii"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdin
    assert process.stdout
    process.stdin.write(b"".join(json.dumps(message).encode() + b"\n" for message in messages))
    process.stdin.flush()
    answers = [json.loads(process.stdout.readline()) for _ in range(3)]
    rest, said = process.communicate(timeout=60)

    assert rest == b""
    contents = {answer["id"]: answer["result"].get("structuredContent") for answer in answers}
    assert contents[2]["data"]["lastName"] == "Lovelace"
    assert contents[3]["data"]["knowledgeBase"]["title"] == "Zoë 🌍"
    assert contents[3]["data"]["knowledgeBase"]["articles"][0]["text"] == ARTICLE["text"]
    # Neither the key nor a person's data is in what it logs.
    assert tenant.key.encode() not in said
    assert b"Lovelace" not in said
    assert process.returncode == 0


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"origin": "{own}"}, 200),
        ({"origin": "https://evil.example.com"}, 403),
        ({"origin": "http://localhost:5173"}, 403),
        ({"origin": "null"}, 403),
        ({"host": "evil.example.com"}, 421),
        ({"host": "127.0.0.1.evil.example.com"}, 421),
    ],
)
def test_pages_of_other_origins_are_not_answered(headers: dict[str, str], status: int) -> None:
    with over_http(FAR, "qapi_key") as url:
        own = url.removesuffix("/mcp")
        sent = {name: value.format(own=own) for name, value in headers.items()}
        reply = httpx.post(url, json=INITIALIZE, headers={**ACCEPTS, **sent}, timeout=60)

    assert reply.status_code == status
    assert "access-control-allow-origin" not in reply.headers


def test_a_form_of_a_page_is_not_taken() -> None:
    with over_http(FAR, "qapi_key") as url:
        reply = httpx.post(
            url, content=json.dumps(INITIALIZE), headers={**ACCEPTS, "content-type": "text/plain"}, timeout=60
        )

    assert reply.status_code == 400


@pytest.mark.parametrize(
    ("variables", "says"),
    [
        ({}, "TALENT_SCREENING_URL"),
        ({"TALENT_SCREENING_URL": "gather.example.com", "TALENT_SCREENING_KEY": "k"}, "TALENT_SCREENING_URL"),
        ({"TALENT_SCREENING_URL": "http://[", "TALENT_SCREENING_KEY": "k"}, "TALENT_SCREENING_URL"),
        ({"TALENT_SCREENING_URL": "https://", "TALENT_SCREENING_KEY": "k"}, "TALENT_SCREENING_URL"),
        ({"TALENT_SCREENING_URL": FAR}, "TALENT_SCREENING_KEY"),
        ({"TALENT_SCREENING_URL": FAR, "TALENT_SCREENING_KEY": "qapi_test_…"}, "TALENT_SCREENING_KEY"),
        ({"TALENT_SCREENING_URL": FAR, "TALENT_SCREENING_KEY": "a key"}, "TALENT_SCREENING_KEY"),
        ({"TALENT_SCREENING_URL": FAR, "TALENT_SCREENING_KEY": " "}, "TALENT_SCREENING_KEY"),
    ],
)
def test_without_an_address_and_a_key_it_says_what_is_missing(
    variables: dict[str, str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([], variables) == 2
    said = capsys.readouterr().err
    assert says in said
    assert "qapi_test" not in said


@pytest.mark.parametrize("options", [["--http", "0"], ["--http", "x"], ["--only", "weather"], ["--only", ""]])
def test_options_that_make_no_sense_are_refused(
    options: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        run(options, {})
    assert ended.value.code == 2
    assert capsys.readouterr().err


def test_instructions_fit_what_clients_read_of_them() -> None:
    assert len(INSTRUCTIONS) < 2_000
    assert INSTRUCTIONS.index("untrusted") < 50


def test_the_wheel_has_the_tools_and_the_command(tmp_path: Path) -> None:
    line = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(line, cwd=PACKAGE, check=True, capture_output=True)

    [wheel] = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as package:
        names = set(package.namelist())
        [metadata] = [package.read(name).decode() for name in names if name.endswith("METADATA")]
        [entries] = [package.read(name).decode() for name in names if name.endswith("entry_points.txt")]

    sources = [file for kind in ("*.py", "*.json") for file in (PACKAGE / "src").rglob(kind)]
    assert {str(source.relative_to(PACKAGE / "src")) for source in sources} <= names
    assert {"talent_screening_mcp/py.typed", "talent_screening_mcp/tools.json"} <= names
    assert "talent-screening-mcp = talent_screening_mcp.command:main" in entries
    assert f"Version: {__version__}" in metadata.splitlines()
    assert {line for line in metadata.splitlines() if line.startswith("Requires-Dist")} == {
        "Requires-Dist: httpx<1,>=0.27",
        "Requires-Dist: mcp<3,>=2.3",
        "Requires-Dist: starlette>=0.27",
        "Requires-Dist: uvicorn>=0.31",
    }


def test_the_package_imports_nothing_of_the_service() -> None:
    program = (
        "import sys, talent_screening_mcp.command;"
        "others = ('gather', 'botocore', 'openapi', 'client_code', 'talent_screening');"
        "print([name for name in sys.modules if name.split('.')[0] in others])"
    )
    finished = subprocess.run(
        [sys.executable, "-c", program],
        env={"PYTHONPATH": str(PACKAGE / "src")},
        capture_output=True,
        check=True,
    )

    assert finished.stdout == b"[]\n"


def test_texts_inside_are_told_from_those_outside() -> None:
    told = {"a": "b", "c": [{"untrusted": ["d"]}], "e": {"untrusted": {"f": "g"}, "h": 1}}

    assert set(outside_of_untrusted(told)) == {"a", "b", "c", "untrusted", "e", "h"}
