"""The models of the engine server: those that are there, and the others, which it fetches meanwhile."""

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Final, Generic, TypeVar

from local_stack.engine_server.failures import EngineRefusal
from local_stack.models.catalogue import CatalogueModel, catalogue
from local_stack.models.download import ModelUnavailable, fetch
from local_stack.models.store import FOLDER, is_complete

T = TypeVar("T")

_FIRST_PAUSE_SECONDS, _LONGEST_PAUSE_SECONDS = 60.0, 900.0
_RETRY_AFTER_SECONDS: Final = 5


class ModelState(StrEnum):
    """What can be said of a model."""

    READY = "ready"
    FETCHING = "fetching"
    UNAVAILABLE = "unavailable"


class ModelSupply(Mapping[str, Path]):
    """The folders of the models, by their names. `start` fetches what is missing, one after the other, and
    tries again later."""

    def __init__(
        self,
        folder: Path = FOLDER,
        models: Sequence[CatalogueModel] | None = None,
        fetch: Callable[[CatalogueModel, Path], Path] = fetch,
    ) -> None:
        self._folder = folder
        self._fetch = fetch
        self._models = {model.name: model for model in models or catalogue().values()}
        self._reasons = {
            model.name: f"The model {model.name} needs {', '.join(missing)}, which could not be installed: "
            "run `make setup` and read what it says."
            for model in self._models.values()
            if (missing := model.missing_libraries())
        }
        self._without_libraries = frozenset(self._reasons)

    def start(self) -> None:
        """Begins to fetch what is missing."""
        threading.Thread(target=self._fetch_all, daemon=True).start()

    def models(self) -> Sequence[CatalogueModel]:
        """The models, whatever their state."""
        return tuple(self._models.values())

    def state(self, name: str) -> ModelState:
        """The state of a model."""
        if name in self._without_libraries:
            return ModelState.UNAVAILABLE
        model = self._models[name]
        if is_complete(model, self._folder / model.folder_name):
            return ModelState.READY
        return ModelState.UNAVAILABLE if name in self._reasons else ModelState.FETCHING

    def reason(self, name: str) -> str:
        """Why a model is unavailable, in a sentence."""
        return self._reasons.get(name, "")

    def __getitem__(self, name: str) -> Path:
        """The folder of a model. Raises EngineRefusal for one that is not there."""
        state = self.state(name)
        if state is ModelState.FETCHING:
            message = f"The model {name} is being fetched."
            raise EngineRefusal(503, message, retry_after=_RETRY_AFTER_SECONDS)
        if state is ModelState.UNAVAILABLE:
            raise EngineRefusal(501, self.reason(name))
        return self._folder / self._models[name].folder_name

    def __iter__(self) -> Iterator[str]:
        return iter(self._models)

    def __len__(self) -> int:
        return len(self._models)

    def _fetch_all(self) -> None:
        pause = _FIRST_PAUSE_SECONDS
        while self._fetch_missing():
            threading.Event().wait(pause)
            pause = min(2 * pause, _LONGEST_PAUSE_SECONDS)

    def _fetch_missing(self) -> bool:
        """Fetches every missing model; whether one did not come."""
        wanted = [model for model in self._models.values() if model.name not in self._without_libraries]
        for model in wanted:
            try:
                self._fetch(model, self._folder)
            except ModelUnavailable as error:
                self._reasons[model.name] = str(error)
                print(error, flush=True)
            else:
                self._reasons.pop(model.name, None)
        return any(model.name in self._reasons for model in wanted)


class LoadedOnce(Generic[T]):
    """An engine that is made at its first use, when the models that it `needs` are there."""

    def __init__(
        self, needs: Sequence[str], load: Callable[[Mapping[str, Path]], T], supply: ModelSupply
    ) -> None:
        self._needs = needs
        self._load = load
        self._supply = supply
        self._lock = threading.Lock()
        self._engine: T | None = None

    def get(self) -> T:
        """The engine. Raises EngineRefusal while it cannot be made."""
        with self._lock:
            if self._engine is None:
                for name in self._needs:
                    self._supply[name]
                try:
                    self._engine = self._load(self._supply)
                except ImportError as error:
                    raise EngineRefusal(
                        501, f"The library {error.name} is missing: run `make setup` and read what it says."
                    ) from error
            return self._engine
