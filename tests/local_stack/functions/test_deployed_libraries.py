"""A function on the local stack finds the libraries of its deployment, and no others."""

import json
import os
import shutil
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest

from layer import pdf_reader
from local_stack.functions.deployed_libraries import link_libraries
from local_stack.functions.process_starter import ProcessStarter

HANDLER = """
import importlib.util, json, os, subprocess, sys
names = ["pypdf", "Crypto", "pydantic", "boto3", "cryptography", "moto", "pytest", "yaml", "zipfile"]
ask = f"import importlib.util; print([each for each in {names} if importlib.util.find_spec(each)])"
environment = {"PYTHONPATH": os.pathsep.join(sys.path)}
asked = subprocess.run([sys.executable, "-S", "-c", ask], env=environment, capture_output=True, text=True)
found = [each for each in names if importlib.util.find_spec(each)]
print(json.dumps([found, asked.stdout.strip().replace("'", '"')]), flush=True)
"""
EVERYBODYS = ["pydantic", "boto3", "zipfile"]


@pytest.fixture
def starter(tmp_path: Path) -> Iterator[ProcessStarter]:
    for folder in ("functions/chat", "functions/screening", "functions/jobs", "layers/shared"):
        (tmp_path / folder).mkdir(parents=True)
    for package in ("chat", "screening", "jobs"):
        (tmp_path / "functions" / package / "handler.py").write_text(HANDLER)
    started = ProcessStarter(tmp_path, lambda _: 0)
    yield started
    started.close()


def found_by(starter: ProcessStarter, package: str) -> tuple[list[str], list[str]]:
    """Returns the libraries that a function finds, and those that its child process finds."""
    variables = {"AWS_LAMBDA_RUNTIME_API": "127.0.0.1:9", "PATH": os.environ["PATH"]}
    _, output = starter.start(f"{package}.handler.handler", variables)
    with os.fdopen(output, encoding="utf-8") as lines:
        itself, program = json.loads(lines.readline())
    return itself, json.loads(program)


@pytest.mark.parametrize("package", ["chat", "screening", "jobs"])
def test_a_function_and_its_programs_find_what_is_carried(starter: ProcessStarter, package: str) -> None:
    starter.import_layer({})
    carried = [*pdf_reader.LIBRARIES.values()] if package in pdf_reader.FUNCTIONS else []

    itself, program = found_by(starter, package)

    assert itself == [*carried, *EVERYBODYS]
    assert program == [*carried, *EVERYBODYS]


def test_processes_of_a_function_may_be_started_at_the_same_time(tmp_path: Path) -> None:
    starts = 8
    together = Barrier(starts)

    def start(_: int) -> Path:
        together.wait()
        return link_libraries("candidates", tmp_path)

    for _ in range(5):
        with ThreadPoolExecutor(starts) as threads:
            assert len({*threads.map(start, range(starts))}) == 1
        shutil.rmtree(tmp_path / "candidates")
