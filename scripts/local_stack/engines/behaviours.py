"""What people tell of their work, as sentences to compare with: `behaviours.toml`."""

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

FILE: Final = Path(__file__).with_suffix(".toml")
_OF_NO_BEHAVIOUR: Final = ("beside", "praise", "intention", "others", "verdicts")


@dataclass(frozen=True, slots=True)
class Behaviour:
    """A behaviour: how scorecards name it (`signs`), and how answers tell of it (`deeds`)."""

    name: str
    signs: tuple[str, ...]
    deeds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Behaviours:
    """The behaviours, and by their kind the sentences that are evidence of none."""

    known: tuple[Behaviour, ...]
    no_evidence: dict[str, tuple[str, ...]]


def example_sentences() -> tuple[str, ...]:
    """Every sentence in the file, once, in its order."""
    compared = behaviours()
    listed = (*(each.signs for each in compared.known), *(each.deeds for each in compared.known))
    others = compared.no_evidence.values()
    return tuple(dict.fromkeys(sentence for each in (*listed, *others) for sentence in each))


@cache
def behaviours() -> Behaviours:
    """Everything in the file."""
    read = tomllib.loads(FILE.read_text(encoding="utf-8"))
    listed = read["behaviours"]
    return Behaviours(
        known=tuple(Behaviour(each["name"], tuple(each["signs"]), tuple(each["deeds"])) for each in listed),
        no_evidence={
            **{kind: tuple(read[kind]["sentences"]) for kind in _OF_NO_BEHAVIOUR},
            "lapses": tuple(sentence for each in listed for sentence in each.get("lapses", ())),
        },
    )
