"""The container engine: what is asked of it, and what a person is told when there is none."""

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from docker.errors import DockerException, NotFound

from local_stack.settings import PROJECT, StackError
from sam_local.engine import CODE_MOUNT, Engine, host_architecture
from sam_local.engines_layer import LIBRARIES, locked


class _Client:
    """An engine with one network and two containers."""

    def __init__(self, network: dict[str, Any] | None) -> None:
        self._network = network
        self.networks = SimpleNamespace(get=self._get_network)
        self.containers = SimpleNamespace(list=self._list)
        self.api = SimpleNamespace(remove_container=self._remove)
        self.removed: list[str] = []

    def ping(self) -> None:
        """It is there."""

    def _get_network(self, name: str) -> Any:
        if self._network is None:
            raise NotFound(name)
        return SimpleNamespace(attrs={"IPAM": {"Config": [self._network]}})

    def _list(self, *, all: bool) -> list[Any]:
        sources = {"ours": "/project/build/CupsFunction", "foreign": "/elsewhere/CupsFunction"}
        return [
            SimpleNamespace(id=name, attrs={"Mounts": [{"Destination": CODE_MOUNT, "Source": source}]})
            for name, source in sources.items()
        ]

    def _remove(self, identifier: str, *, force: bool) -> None:
        self.removed.append(identifier)


def _engine(client: _Client) -> Engine:
    return Engine(lambda **_: client)


def test_without_an_engine_a_person_reads_what_to_install() -> None:
    def refuse(**_: Any) -> Any:
        raise DockerException("connection refused")

    with pytest.raises(StackError, match=r"install Docker Engine .* DOCKER_HOST"):
        Engine(refuse)


def test_the_command_says_it_in_one_line(tmp_path: Path) -> None:
    finished = subprocess.run(
        [sys.executable, "-m", "sam_local"],
        cwd=PROJECT,
        env={
            **os.environ,
            "PYTHONPATH": str(PROJECT / "scripts"),
            "DOCKER_HOST": f"unix://{tmp_path}/none",
            "GATHER_STATE_DIR": str(tmp_path),
            "PORT": "39999",
        },
        capture_output=True,
        text=True,
        check=False,
    )

    assert finished.returncode == 2
    assert finished.stdout == ""
    assert finished.stderr.startswith("sam local: no container engine answers")
    assert finished.stderr.count("\n") == 1


def test_containers_reach_this_machine_at_the_bridge_s_gateway() -> None:
    assert _engine(_Client({"Gateway": "172.17.0.1"})).address_of_host() == "172.17.0.1"


@pytest.mark.parametrize("network", [None, {}], ids=["no bridge", "no gateway"])
def test_an_engine_without_a_way_to_this_machine_is_refused(network: dict[str, Any] | None) -> None:
    with pytest.raises(StackError):
        _engine(_Client(network)).address_of_host()


@pytest.mark.parametrize("folder", ["/project/build", "/project/build/CupsFunction"])
def test_only_containers_on_the_build_are_removed(folder: str) -> None:
    client = _Client({})

    assert _engine(client).remove_containers_on(Path(folder)) == 1
    assert client.removed == ["ours"]


@pytest.mark.parametrize(("machine", "architecture"), [("x86_64", "x86_64"), ("aarch64", "arm64")])
def test_the_host_s_architecture_is_named_as_lambda_names_it(machine: str, architecture: str) -> None:
    assert host_architecture(machine) == architecture


def test_a_host_that_lambda_has_no_runtime_for_is_refused() -> None:
    with pytest.raises(StackError, match="riscv64"):
        host_architecture("riscv64")


@pytest.mark.parametrize("library", LIBRARIES)
def test_the_engines_libraries_are_locked(library: str) -> None:
    entry = locked(library, (PROJECT / "requirements" / "dev.txt").read_text())

    assert entry.startswith(f"{library}==")
    assert "--hash=sha256:" in entry


def test_a_library_is_installed_in_the_version_that_the_lock_file_has_for_the_containers_python() -> None:
    lock = (
        "other==1 \\\n    --hash=sha256:0\n"
        "av==18 ; python_full_version < '3.12' \\\n    --hash=sha256:1\n"
        "av==19 ; python_full_version >= '3.12' \\\n    --hash=sha256:2\n"
        "next==1 \\\n    --hash=sha256:3\n"
    )

    entries = locked("av", lock)

    assert "av==18" in entries
    assert "av==19" in entries
    assert "hash=sha256:3" not in entries
    assert "other" not in entries
