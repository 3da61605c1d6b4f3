"""An edit reaches the build that containers run on."""

import sys
import threading
from pathlib import Path

import pytest

from sam_local.hot_reload import BuiltPackage, HotReload, built_packages

PATIENCE_SECONDS = 60


@pytest.fixture
def source(tmp_path: Path) -> Path:
    folder = tmp_path / "functions" / "cups"
    folder.mkdir(parents=True)
    (folder / "handler.py").write_text("FULL = False\n")
    return folder


@pytest.fixture
def users(tmp_path: Path) -> tuple[Path, ...]:
    return tuple(tmp_path / "build" / name for name in ("CupsFunction", "CupTasksFunction"))


@pytest.fixture
def package(source: Path, users: tuple[Path, ...]) -> BuiltPackage:
    return BuiltPackage(source, tuple(user / "cups" for user in users), "/var/task", users, sys.executable)


def test_a_change_is_in_every_copy(package: BuiltPackage, source: Path, users: tuple[Path, ...]) -> None:
    (source / "handler.py").write_text("FULL = True\n")

    assert package.follow()
    assert [(user / "cups" / "handler.py").read_text() for user in users] == ["FULL = True\n"] * 2
    assert not package.follow()


def test_a_source_that_is_gone_is_gone_from_the_copies(
    package: BuiltPackage, source: Path, users: tuple[Path, ...]
) -> None:
    (source / "saucers.py").write_text("")
    package.follow()
    (source / "saucers.py").unlink()

    assert package.follow()
    assert not (users[0] / "cups" / "saucers.py").exists()


def test_a_mistake_waits_for_its_correction(package: BuiltPackage, source: Path) -> None:
    (source / "handler.py").write_text("FULL =\n")
    assert not package.follow()

    (source / "handler.py").write_text("FULL = 1\n")
    assert package.follow()


def test_the_containers_of_a_change_are_told_of(package: BuiltPackage, source: Path) -> None:
    told = threading.Event()
    changed: list[BuiltPackage] = []

    def tell(which: BuiltPackage) -> None:
        changed.append(which)
        told.set()

    reload = HotReload([package], tell, period=0.01)
    (source / "handler.py").write_text("FULL = True\n")

    assert told.wait(PATIENCE_SECONDS)
    reload.close()
    assert changed == [package]


def test_the_layer_s_packages_concern_every_container_and_a_function_s_own_only_its_containers(
    tmp_path: Path,
) -> None:
    functions = {"DeliveriesFunction": "deliveries", "SlowDeliveriesFunction": "deliveries"}

    *shared, deliveries = built_packages(tmp_path, functions)

    assert [(each.name, each.users) for each in shared] == [("dynamo", (tmp_path,)), ("gather", (tmp_path,))]
    assert deliveries.users == tuple(tmp_path / function for function in functions)
