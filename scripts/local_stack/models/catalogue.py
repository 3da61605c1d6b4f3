"""The models that are known, by `catalogue.toml`."""

import hashlib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

_FILE: Final = Path(__file__).with_suffix(".toml")


@dataclass(frozen=True, slots=True)
class WheelPart:
    """A file within the wheel of a package of PyPI, which is named with its version (`name==1.0.0`)."""

    package: str
    path: str


@dataclass(frozen=True, slots=True)
class ModelFile:
    """A file of a model: its parts in their order, and what the whole must be."""

    name: str
    parts: tuple[WheelPart, ...]
    sha256: str
    size: int


@dataclass(frozen=True, slots=True)
class CatalogueModel:
    """A model. `libraries` are the modules that run it."""

    name: str
    description: str
    licence: str
    source: str
    libraries: tuple[str, ...]
    files: tuple[ModelFile, ...]

    @property
    def size(self) -> int:
        """The bytes of all files."""
        return sum(file.size for file in self.files)

    @property
    def packages(self) -> list[str]:
        """The packages that have the files, each once, with their versions."""
        return list(dict.fromkeys(part.package for file in self.files for part in file.parts))

    @property
    def folder_name(self) -> str:
        """Another one for other files, so that a model of an earlier catalogue is none of this one."""
        content = " ".join(f"{file.name} {file.sha256}" for file in self.files)
        return f"{self.name}-{hashlib.sha256(content.encode()).hexdigest()[:8]}"

    def missing_libraries(self) -> list[str]:
        """The libraries that are not installed here."""
        return [library for library in self.libraries if find_spec(library) is None]


@cache
def catalogue() -> Mapping[str, CatalogueModel]:
    """The models by their names."""
    read = tomllib.loads(_FILE.read_text(encoding="utf-8"))
    return {name: _model(name, content) for name, content in read.items()}


def _model(name: str, content: Mapping[str, Any]) -> CatalogueModel:
    return CatalogueModel(
        name=name,
        description=content["description"],
        licence=content["licence"],
        source=content["source"],
        libraries=tuple(content["libraries"]),
        files=tuple(_file(each) for each in content["files"]),
    )


def _file(content: Mapping[str, Any]) -> ModelFile:
    parts = tuple(WheelPart(each["package"], each["path"]) for each in content["parts"])
    return ModelFile(content["name"], parts, content["sha256"], content["bytes"])
