"""What a candidate interview needs is counted in a world, and nothing is missing."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from capacity import page
from capacity.meter import kind_of
from capacity.needs import read_needs

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize(
    ("partition", "kind"),
    [
        ("TEAM#019cad8f-ac00-7656-8d05-6a9d6be725ec#CANDIDATE#EMAIL#ab12", "TEAM#*#CANDIDATE#EMAIL#*"),
        ("LISTING#TEAM#019c#JOB#STATUS#active", "LISTING#TEAM#*#JOB#STATUS#active"),
        ("DUE#webhook-deletions#07", "DUE#webhook-deletions#*"),
    ],
)
def test_a_kind_of_partition_has_stars_for_ids(partition: str, kind: str) -> None:
    assert kind_of(partition) == kind


def test_needs_are_read_as_they_were_stored(tmp_path: Path) -> None:
    needs = read_needs(page.FIGURES)
    stored = tmp_path / "capacity.json"

    stored.write_text(needs.as_json(), encoding="utf-8")

    assert read_needs(stored) == needs


@pytest.mark.slow
def test_the_published_needs_are_those_of_the_code() -> None:
    """Else run `python -m capacity --publish`. The world needs a process of its own.

    What a change elsewhere only puts in another order may move a figure a little.
    """
    program = "from capacity.__main__ import counted_needs\nprint(counted_needs().as_json(), end='')\n"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONHASHSEED": "0"}
    ended = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
        timeout=600,
    )

    counted = dict(figures(json.loads(ended.stdout)))
    published = dict(figures(json.loads(page.FIGURES.read_text(encoding="utf-8"))))

    # What happened not at all in one of them has no figure there.
    names = counted.keys() | published.keys()
    assert {name: counted.get(name, 0.0) for name in names} == pytest.approx(
        {name: published.get(name, 0.0) for name in names}, rel=0.02, abs=1
    )


def figures(needs: Any, of: str = "") -> Iterator[tuple[str, float]]:
    """The numbers of needs, each by its place and by the names beside it."""
    if isinstance(needs, list):
        for each in needs:
            yield from figures(each, of)
    elif isinstance(needs, dict):
        names = " ".join([of, *(str(needs[key]) for key in ("index", "kind", "name") if key in needs)])
        for key, value in needs.items():
            yield from figures(value, f"{names} {key}")
    elif isinstance(needs, int | float):
        yield of, needs
