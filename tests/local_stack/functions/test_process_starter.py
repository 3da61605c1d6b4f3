"""The processes that fork functions: what they import once, and what an edit does."""

import os
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest

from local_stack.functions.pool import fingerprint_of
from local_stack.functions.process_starter import FunctionParents

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
def parents(project: Path) -> Iterator[FunctionParents]:
    started = FunctionParents(project, fingerprint_of)
    yield started
    started.close()


def greeted(parents: FunctionParents) -> tuple[str, str, str]:
    """What a new function process says: the layer's text, who imported the layer, and who it is itself."""
    _, output = parents.start("greeter.handler", VARIABLES)
    with os.fdopen(output, encoding="utf-8") as lines:
        text, importer, process = lines.readline().split()
    return text, importer, process


def test_functions_share_one_import_of_the_layer(parents: FunctionParents) -> None:
    parents.import_layer({})
    first, second = greeted(parents), greeted(parents)
    assert first[:2] == second[:2]
    assert first[0] == "hello"
    assert len({first[1], first[2], second[2]}) == 3


def test_a_function_that_starts_after_an_edit_runs_what_is_there(
    parents: FunctionParents, project: Path
) -> None:
    parents.import_layer({})
    before = greeted(parents)
    write_greeting(project, "good-morning")
    after = greeted(parents)
    assert (before[0], after[0]) == ("hello", "good-morning")
    assert before[1] != after[1]


def test_a_line_of_the_layer_s_logger_is_written_once(parents: FunctionParents, project: Path) -> None:
    """The runtime client has a handler of its own at the root, which in Lambda is there before the layer."""
    (project / "layers/shared/greeting.py").write_text(
        "from aws_lambda_powertools import Logger\nlogger = Logger(service='greeter')\n"
    )
    (project / "functions/greeter.py").write_text(
        "import os\nfrom greeting import logger\nlogger.info('told')\nos._exit(0)\n"
    )
    parents.import_layer({})

    _, output = parents.start("greeter.handler", VARIABLES)

    with os.fdopen(output, encoding="utf-8") as lines:
        assert [line for line in lines if "told" in line][1:] == []


def test_a_layer_that_cannot_be_imported_fails_in_its_function(
    parents: FunctionParents, project: Path
) -> None:
    (project / "layers/shared/greeting.py").write_text("raise RuntimeError('broken')\n")
    parents.import_layer({})
    _, output = parents.start("greeter.handler", VARIABLES)
    with os.fdopen(output, encoding="utf-8", errors="replace") as lines:
        assert "broken" in lines.read()
    write_greeting(project, "mended")
    assert greeted(parents)[0] == "mended"


def test_who_is_first_to_meet_an_edit_may_end(parents: FunctionParents, project: Path) -> None:
    """A request's thread starts the process that forks the functions of all later ones."""
    parents.import_layer({})
    write_greeting(project, "good-morning")
    request = Thread(target=greeted, args=(parents,))
    request.start()
    request.join()
    importers = [greeted(parents)[1] for _ in range(3)]
    assert len(set(importers)) == 1
