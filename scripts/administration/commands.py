"""A command of the administration: a noun, a verb, its arguments, and its function."""

from argparse import ArgumentTypeError, Namespace
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from pydantic import TypeAdapter, ValidationError

from gather.core.caller import TeamScope
from gather.core.formats import Title
from gather.core.model import Model
from gather.core.moment import moment_of
from gather.core.validation_faults import faults_of
from gather.tenancy.teams.storage import TEAM as TEAM_KIND
from gather.wiring import Adapters

Arguments = Namespace
Row = Mapping[str, object]


@dataclass(frozen=True)
class Noted:
    """A row, and what has to be said of it to a person, which is no part of it."""

    row: Row
    note: str


@dataclass(frozen=True)
class Change:
    """The change that a command is about to make to records that exist.

    `effects` say it, a sentence each, and are all that a dry run does; without any there is nothing to be
    done. `present` is the row as it is, `carry_out` returns the row after the change.
    """

    effects: Sequence[str]
    present: Row
    carry_out: Callable[[], Row]


CommandResult = Row | Sequence[Row] | Noted | Change


@dataclass(frozen=True)
class Argument:
    """An argument of a command, as argparse takes it."""

    names: tuple[str, ...]
    options: Mapping[str, Any]


@dataclass(frozen=True)
class Command:
    """`admin.py NOUN VERB`; the docstring of `run` is its help. With `changes` it returns a `Change`."""

    noun: str
    verb: str
    run: Callable[[Arguments, Adapters], CommandResult]
    arguments: Sequence[Argument] = field(default=())
    changes: bool = False


def argument(*names: str, **options: Any) -> Argument:
    """An argument, by the names and options of argparse."""
    return Argument(names, options)


def checked(annotation: Any) -> Callable[[str], str]:
    """A type of arguments: text that the service would take in a request as `annotation`."""
    adapter: TypeAdapter[str] = TypeAdapter(annotation)

    def convert(text: str) -> str:
        try:
            return adapter.validate_python(text)
        except ValidationError as error:
            raise ArgumentTypeError(faults_of(error)[0].reason) from None

    return convert


def moment(text: str) -> datetime:
    """A type of arguments: a time."""
    try:
        return moment_of(text)
    except ValueError:
        raise ArgumentTypeError("must be a time such as 2026-03-02T09:30:00Z") from None


NAME = checked(Title)
ORGANIZATION = argument("organization", help="id of the organization")
TEAM = argument("team", help="id of the team, which is of the organization")
IN_TEAM = (ORGANIZATION, TEAM)


def team_of(arguments: Arguments, adapters: Adapters) -> TeamScope:
    """The team that a command names. Raises NotFound when it is none of the organization."""
    adapters.records.get(TEAM_KIND, arguments.organization, arguments.team)
    return TeamScope(arguments.organization, arguments.team, None)


def row(record: Model, *without: str) -> dict[str, object]:
    """The members of a record that are shown: all but those that `without` names."""
    shown = record.model_dump(by_alias=True, mode="json")
    return {name: value for name, value in shown.items() if name not in without}


def difference(before: Row, after: Row) -> list[str]:
    """A sentence for each member that changes; the time of the change is none."""
    return [
        f"{name} changes from {_said(before[name])} to {_said(after[name])}"
        for name in after
        if name != "updatedAt" and before[name] != after[name]
    ]


def _said(value: object) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{name}={each}" for name, each in value.items()) or "none"
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value)) or "none"
    return "none" if value is None else str(value)
