"""The parts of a Word document, by the relations that lead to them (ECMA-376, part 2, 6.5)."""

import posixpath
import re
import zipfile
from typing import IO, Final

from gather.core.archived_document import elements_of

_MOST_PARTS: Final = 12
"""Headers and footers that are read: a document has three of each in a section."""
_MAIN: Final = "/officedocument"
_MAIN_NAME: Final = re.compile(r"word/document[^/]*\.xml")
_LARGEST_RELATIONS: Final = 1024 * 1024


class WordParts:
    """The parts of a document whose archive is open. Raises what zipfile raises."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._archive = archive
        # Some programs write names as Windows does.
        self._names = {name.replace("\\", "/"): name for name in archive.namelist()}
        self.main = self._main()
        self._relations = self._relations_of(self.main) if self.main else {}

    def _main(self) -> str | None:
        related = (target for kind, target in self._relations_of("").values() if kind.endswith(_MAIN))
        named = filter(_MAIN_NAME.fullmatch, self._names)
        return next((name for name in (*related, *named) if name in self._names), None)

    def open(self, name: str) -> IO[bytes]:
        """A part's content. Raises what zipfile raises."""
        return self._archive.open(self._names[name])

    def list_names(self, *kinds: str) -> list[str]:
        """The parts beside the main one whose names begin so, in the order of their kinds and numbers."""
        folder = posixpath.dirname(self.main or "")
        beside = {
            posixpath.basename(name): name
            for name in self._names
            if posixpath.dirname(name) == folder and name.endswith(".xml")
        }
        found = (name for kind in kinds for name in sorted(beside) if re.fullmatch(rf"{kind}\d*\.xml", name))
        return [beside[name] for name in found][:_MOST_PARTS]

    def find_name(self, relation: str) -> str | None:
        """The part that a relation of the main one leads to; None where it leads out of the document."""
        target = self._relations.get(relation, ("", ""))[1]
        return target if target in self._names else None

    def _relations_of(self, part: str) -> dict[str, tuple[str, str]]:
        """The relations of a part by their names: the kind of the relation and the other part."""
        folder, name = posixpath.split(part)
        path = posixpath.join(folder, "_rels", f"{name}.rels")
        if path not in self._names:
            return {}
        with self.open(path) as entry:
            elements = elements_of(entry.read(_LARGEST_RELATIONS))
        return {
            given["Id"]: (given.get("Type", "").lower(), _target(folder, given.get("Target", "")))
            for _, given in elements
            if "Id" in given and given.get("TargetMode") != "External"
        }


def _target(folder: str, target: str) -> str:
    return posixpath.normpath(posixpath.join("/", folder, target)).lstrip("/")
