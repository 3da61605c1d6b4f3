"""The settings of the local stack: environment variables of a person or a script, read once and checked."""

import os
import re
import socket
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

HOST = "127.0.0.1"
TURNS_PATH = "/_local/turns"
ISSUER_PATH = "/_local/issuer"
CLIENT_ID = "console"
"""The gateway's path that judges turns."""
SUITES_PATH = "/_local/suites"
"""The gateway's path below which recruiting suites are simulated."""
ACCOUNT_ID = "123456789012"
REGION = "us-east-1"
STACK_NAME = "talent-screening-local"

PROJECT = Path(__file__).resolve().parents[2]
SCRIPTS = Path(__file__).resolve().parents[1]

CLIENT_REQUESTS_AN_HOUR = 3_000
"""The template's default."""
SEEDS = ("demo", "empty")
ENGINE_KINDS = ("MODEL", "TRANSCRIPTION", "SPEECH")
TABLE_CLIENTS = ("direct", "botocore")
SEED_MODULE = "local_stack.seeding.seed"
MAXIMUM_TIME_SCALE = 100_000


class StackError(Exception):
    """The stack cannot start; the message is one line that says what to do. The exit status is 2."""


@dataclass(frozen=True)
class StackSettings:
    """The stack's port, its content at the start and the folder where its data outlives the stop."""

    port: int
    ready_file: Path | None
    seed: str
    time_scale: float
    state_directory: Path
    project: Path = PROJECT
    seed_module: str = SEED_MODULE
    table_in_memory: bool = False
    avatar_player_url: str = ""
    engine_servers: Mapping[str, str] = field(default_factory=dict)
    """The variables of functions that name servers for engines, with their values."""
    client_requests_an_hour: int = 0
    """The number of requests without a key that one address may send in an hour; 0 for any number."""
    runs_models: bool = True
    """Whether the engines use models, which are fetched where they are missing."""
    table_client: str = ""
    """The functions' client of the table, instead of the template's."""
    host_for_functions: str = HOST
    table_endpoint: str = ""
    """The address where functions reach the table instead of its own: a proxy that misbehaves on purpose."""

    @property
    def base_url(self) -> str:
        return f"http://{HOST}:{self.port}"

    @property
    def address_for_functions(self) -> str:
        """The stack's address as its functions reach it."""
        return f"http://{self.host_for_functions}:{self.port}"

    @property
    def template(self) -> Path:
        return self.project / "template.yaml"


def read_settings(
    environment: Mapping[str, str],
    project: Path = PROJECT,
    seed_module: str = SEED_MODULE,
    *,
    table_in_memory: bool = False,
    table_endpoint: str = "",
) -> StackSettings:
    """The settings that the environment asks for, with those of the command line.

    Raises StackError for a value that is not understood, a port that is taken, a folder that cannot be
    written.
    """
    settings = StackSettings(
        port=_port(environment.get("PORT") or "3000"),
        ready_file=_ready_file(environment.get("GATHER_READY_FILE") or ""),
        seed=_seed(environment.get("GATHER_SEED") or "demo"),
        time_scale=_time_scale(environment.get("GATHER_TIME_SCALE") or "1"),
        state_directory=Path(environment.get("GATHER_STATE_DIR") or project / ".local").absolute(),
        project=project,
        seed_module=seed_module,
        table_in_memory=table_in_memory,
        avatar_player_url=environment.get("GATHER_AVATAR_PLAYER_URL") or "",
        engine_servers=_engine_servers(environment),
        client_requests_an_hour=_client_requests(environment.get("GATHER_CLIENT_LIMITS") or "off"),
        runs_models=_runs_models(environment.get("GATHER_LOCAL_MODELS") or "on"),
        table_client=_table_client(environment.get("GATHER_TABLE_CLIENT") or ""),
        table_endpoint=table_endpoint,
    )
    if not settings.template.is_file():
        raise StackError(f"{settings.template} is not there: start the stack from a complete checkout")
    _require_free_port(settings.port)
    _require_writable(settings.state_directory)
    return settings


def _port(text: str) -> int:
    if text.isascii() and text.isdigit() and 0 < int(text) < 65536:
        return int(text)
    raise StackError(f"PORT={text!r} is no port: give a number from 1 to 65535")


def _seed(text: str) -> str:
    if text in SEEDS:
        return text
    raise StackError(f"GATHER_SEED={text!r} is unknown: give {' or '.join(SEEDS)}")


def _client_requests(text: str) -> int:
    if text in ("on", "off"):
        return CLIENT_REQUESTS_AN_HOUR if text == "on" else 0
    if text.isascii() and text.isdigit() and len(text) < 10:
        return int(text)
    raise StackError(
        f"GATHER_CLIENT_LIMITS={text!r} is unknown: give on, off or a number of requests an hour"
    )


def _runs_models(text: str) -> bool:
    if text in ("on", "off"):
        return text == "on"
    raise StackError(f"GATHER_LOCAL_MODELS={text!r} is unknown: give on or off")


def _engine_servers(environment: Mapping[str, str]) -> dict[str, str]:
    """What is set of `GATHER_MODEL_URL`, `_NAME` and `_KEY`, and so for transcription and speech."""
    variables = {}
    for kind in ENGINE_KINDS:
        url = environment.get(f"GATHER_{kind}_URL") or ""
        if not url:
            continue
        if not re.fullmatch(r"https?://[^\s/?#]+[^\s#]*", url):
            raise StackError(
                f"GATHER_{kind}_URL is no address: give one that begins with http:// or https://"
            )
        variables[f"{kind}_URL"] = url
        variables[f"{kind}_NAME"] = environment.get(f"GATHER_{kind}_NAME") or ""
        variables[f"{kind}_KEY"] = environment.get(f"GATHER_{kind}_KEY") or ""
    if "SPEECH_URL" in variables:
        variables["SPEECH_VOICES"] = environment.get("GATHER_SPEECH_VOICES") or ""
    return variables


def _table_client(text: str) -> str:
    if text in ("", *TABLE_CLIENTS):
        return text
    raise StackError(f"GATHER_TABLE_CLIENT={text!r} is unknown: give {' or '.join(TABLE_CLIENTS)}")


def _time_scale(text: str) -> float:
    try:
        scale = float(text)
    except ValueError:
        scale = 0.0
    if 0 < scale <= MAXIMUM_TIME_SCALE:
        return scale
    raise StackError(
        f"GATHER_TIME_SCALE={text!r} is no time scale: give a number above 0, at most {MAXIMUM_TIME_SCALE}; "
        "60 turns a minute into a second"
    )


def _ready_file(text: str) -> Path | None:
    if not text:
        return None
    path = Path(text).absolute()
    if path.is_dir() or not os.access(path.parent, os.W_OK | os.X_OK):
        raise StackError(f"GATHER_READY_FILE={text!r} cannot be written: give a file in a folder that can be")
    return path


def _require_free_port(port: int) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except PermissionError as error:
            raise StackError(f"port {port} is not yours to use: choose one above 1023 with PORT") from error
        except OSError as error:
            raise StackError(
                f"port {port} is taken: stop what listens there or choose another with PORT"
            ) from error


def _require_writable(directory: Path) -> None:
    probe = directory / f".probe-{os.getpid()}"
    try:
        directory.mkdir(parents=True, exist_ok=True, mode=0o700)
        probe.write_bytes(b"")
        probe.unlink()
    except OSError as error:
        raise StackError(
            f"folder {directory} cannot be written ({error.strerror}): choose another with GATHER_STATE_DIR"
        ) from error
