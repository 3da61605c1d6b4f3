"""What a dry run would have made so far, so that its later rows find the candidates of the earlier ones.

Nothing of it is stored: it is made anew from the rows that are done, whenever the run is taken up.
"""

from collections import defaultdict
from collections.abc import Iterable
from typing import Final

from gather.screening.candidates.models import Candidate
from gather.screening.candidates.storage import CANDIDATE
from gather.table.conversion import Item
from gather.table.kind import Stored
from gather.workflow.imports.duplicates import Likeness, likenesses_of

_AS_NEW: Final[Item] = {"revision": 1}


class Rehearsal:
    """The candidates whom a dry run would have made or changed, and those whom it would have invited."""

    def __init__(self) -> None:
        self._candidates: dict[str, Candidate] = {}
        self._alike: defaultdict[Likeness, set[str]] = defaultdict(set)
        self._invited: set[str] = set()

    def find(self, likeness: Likeness, stored: Iterable[str]) -> set[str]:
        """The candidates of a likeness; `stored` are those whom the team has."""
        alike = self._alike.get(likeness, set())
        return {each for each in stored if each not in self._candidates} | alike

    def get(self, candidate_id: str) -> Stored[Candidate] | None:
        """A candidate as the run would have left them; None for one whom it would not have touched."""
        candidate = self._candidates.get(candidate_id)
        return None if candidate is None else Stored(CANDIDATE, candidate, _AS_NEW)

    def is_invited(self, candidate_id: str) -> bool:
        """Whether the run would have invited a candidate."""
        return candidate_id in self._invited

    def invite(self, candidate_id: str) -> None:
        """Take in that a row would have invited a candidate."""
        self._invited.add(candidate_id)

    def save(self, candidate: Candidate) -> None:
        """Take in that a row would have made a candidate, or changed them to this."""
        before = self._candidates.get(candidate.id)
        for likeness in likenesses_of(before) if before is not None else ():
            self._alike[likeness].discard(candidate.id)
        self._candidates[candidate.id] = candidate
        for likeness in likenesses_of(candidate):
            self._alike[likeness].add(candidate.id)
