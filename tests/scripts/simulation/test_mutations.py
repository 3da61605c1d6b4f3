"""The mistakes of the simulation's table can be made: each passage stands in its module once, and compiles.

Which of them the simulation finds is told by `make simulate-mutations`, which takes hours.
"""

import importlib.util
from pathlib import Path

import pytest

from simulation.mutations.table import MUTATIONS, Mutation


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: mutation.name)
def test_a_mistake_can_be_made(mutation: Mutation) -> None:
    found = importlib.util.find_spec(mutation.module)
    assert found is not None
    assert found.origin is not None
    source = Path(found.origin).read_text()

    changed = mutation.applied(source)

    assert changed != source
    compile(changed, found.origin, "exec")


def test_no_two_mistakes_have_one_name() -> None:
    names = [mutation.name for mutation in MUTATIONS]

    assert len(set(names)) == len(names) >= 30
