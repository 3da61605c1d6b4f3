"""The folder of the models on this machine."""

from pathlib import Path
from typing import Final

from local_stack.models.catalogue import CatalogueModel, catalogue

FOLDER: Final = Path(__file__).resolve().parents[3] / ".models"


class ModelMissing(Exception):
    """A model is not on this machine; the message is a sentence that says what to do."""


def path_of(name: str, folder: Path = FOLDER) -> Path:
    """The folder of a model that is there. Raises ModelMissing, and KeyError for a name of no model.

    For example:

        weights = path_of("minilm-l6") / "model.safetensors"
    """
    model = catalogue()[name]
    if not is_complete(model, folder / model.folder_name):
        raise ModelMissing(f"The model {name} is not on this machine: run `make models`.")
    return folder / model.folder_name


def is_complete(model: CatalogueModel, folder: Path) -> bool:
    """Whether the folder has all files of the model. Their content was checked when they came."""
    return all(_size(folder / file.name) == file.size for file in model.files)


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return -1
