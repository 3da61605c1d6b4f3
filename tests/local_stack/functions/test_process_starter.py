"""The processes that fork functions: they import libraries once, and notice an edit."""

import os
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest

from local_stack.functions.pool import fingerprint_of
from local_stack.functions.process_starter import ProcessStarter

HANDLER = (
    "import greeting, os\nprint(greeting.TEXT, greeting.PROCESS, os.getpid(), flush=True)\nos._exit(0)\n"
)


# Its import ends the process, so nothing asks there.
VARIABLES = {"PATH": os.defpath, "AWS_LAMBDA_RUNTIME_API": "127.0.0.1:1"}


def write_greeting(project: Path, text: str) -> None:
    (project / "layers/shared/greeting.py").write_text(f"import os\nTEXT = {text!r}\nPROCESS = os.getpid()\n")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for folder in ("functions", "layers/shared"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "functions/greeter.py").write_text(HANDLER)
    write_greeting(tmp_path, "hello")
    return tmp_path


@pytest.fixture
def starter(project: Path) -> Iterator[ProcessStarter]:
    started = ProcessStarter(project, fingerprint_of)
    yield started
    started.close()


def greeted(starter: ProcessStarter) -> tuple[str, str, str]:
    """Starts a function process and returns the layer's text, the id of its importer, and its own id."""
    _, output = starter.start("greeter.handler", VARIABLES)
    with os.fdopen(output, encoding="utf-8") as lines:
        text, importer, process = lines.readline().split()
    return text, importer, process


def test_functions_share_one_import_of_the_layer(starter: ProcessStarter) -> None:
    starter.import_layer({})
    first, second = greeted(starter), greeted(starter)
    assert first[:2] == second[:2]
    assert first[0] == "hello"
    assert len({first[1], first[2], second[2]}) == 3


def test_a_function_that_starts_after_an_edit_runs_what_is_there(
    starter: ProcessStarter, project: Path
) -> None:
    starter.import_layer({})
    before = greeted(starter)
    write_greeting(project, "good-morning")
    after = greeted(starter)
    assert (before[0], after[0]) == ("hello", "good-morning")
    assert before[1] != after[1]


def test_a_line_of_the_layer_s_logger_is_written_once(starter: ProcessStarter, project: Path) -> None:
    """The runtime client has a handler of its own at the root, which in Lambda is there before the layer."""
    (project / "layers/shared/greeting.py").write_text(
        "from aws_lambda_powertools import Logger\nlogger = Logger(service='greeter')\n"
    )
    (project / "functions/greeter.py").write_text(
        "import os\nfrom greeting import logger\nlogger.info('told')\nos._exit(0)\n"
    )
    starter.import_layer({})

    _, output = starter.start("greeter.handler", VARIABLES)

    with os.fdopen(output, encoding="utf-8") as lines:
        assert [line for line in lines if "told" in line][1:] == []


def test_a_layer_that_cannot_be_imported_fails_in_its_function(
    starter: ProcessStarter, project: Path
) -> None:
    (project / "layers/shared/greeting.py").write_text("raise RuntimeError('broken')\n")
    starter.import_layer({})
    _, output = starter.start("greeter.handler", VARIABLES)
    with os.fdopen(output, encoding="utf-8", errors="replace") as lines:
        assert "broken" in lines.read()
    write_greeting(project, "mended")
    assert greeted(starter)[0] == "mended"


def test_who_is_first_to_meet_an_edit_may_end(starter: ProcessStarter, project: Path) -> None:
    """The thread of a request starts the process that forks the functions of all later requests."""
    starter.import_layer({})
    write_greeting(project, "good-morning")
    request = Thread(target=greeted, args=(starter,))
    request.start()
    request.join()
    importers = [greeted(starter)[1] for _ in range(3)]
    assert len(set(importers)) == 1
