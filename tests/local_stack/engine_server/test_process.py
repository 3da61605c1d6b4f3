"""The engine server lives as long as the stack that started it."""

import os
import signal
import subprocess
import sys
from pathlib import Path

from local_stack.engine_server.process import EngineProcess
from local_stack.process.ports import free_port
from tests.support.waiting import wait_until

STACK = """
import sys, time
from pathlib import Path
from local_stack.engine_server.process import EngineProcess
server = EngineProcess(int(sys.argv[1]), Path(sys.argv[2]))
while not server.models():
    time.sleep(0.05)
print(server.process_id, flush=True)
time.sleep(600)
"""


def is_running(process_id: int) -> bool:
    try:
        status = Path(f"/proc/{process_id}/stat").read_text()
    except OSError:
        return False
    return status.rpartition(")")[2].split()[0] != "Z"


def await_end(process_id: int) -> None:
    wait_until(lambda: not is_running(process_id), shown=lambda: "the end of the engine server")


def await_models(server: EngineProcess, log: Path) -> None:
    wait_until(server.models, shown=log.read_text)


def test_closing_ends_the_process(tmp_path: Path) -> None:
    log = tmp_path / "engines.log"
    server = EngineProcess(free_port(), log)
    await_models(server, log)

    server.close()

    assert not is_running(server.process_id)
    assert server.models() == {}


def test_the_server_ends_with_a_stack_that_is_killed(tmp_path: Path) -> None:
    stack = subprocess.Popen(
        [sys.executable, "-c", STACK, str(free_port()), str(tmp_path / "engines.log")],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    with stack:
        assert stack.stdout is not None
        process_id = int(stack.stdout.readline())
        assert is_running(process_id)

        stack.send_signal(signal.SIGKILL)

    await_end(process_id)


def test_the_key_is_another_one_for_each_stack_and_in_no_command_line(tmp_path: Path) -> None:
    first, second = (EngineProcess(free_port(), tmp_path / name) for name in ("one.log", "two.log"))
    try:
        keys = {each.environment["LOCAL_ENGINES_KEY"] for each in (first, second)}
        assert len(keys) == 2
        command = Path(f"/proc/{first.process_id}/cmdline").read_text()
        assert not any(key in command for key in keys)
    finally:
        first.close()
        second.close()


def test_a_server_that_ends_by_itself_is_started_again_with_the_same_key(tmp_path: Path) -> None:
    log = tmp_path / "engines.log"
    server = EngineProcess(free_port(), log, first_pause=0.01)
    try:
        await_models(server, log)
        first, environment = server.process_id, server.environment

        os.kill(first, signal.SIGSEGV)
        await_end(first)
        await_models(server, log)

        assert server.process_id != first
        assert server.environment == environment
        told = log.read_text()
        assert "Fatal Python error: Segmentation fault" in told
        assert "The server ended with -11 and is started again." in told
    finally:
        server.close()
    assert not is_running(server.process_id)
