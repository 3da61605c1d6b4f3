"""The command line of the administration: `admin.py NOUN VERB`."""

import argparse
import os
import sys
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, NoReturn

from botocore.exceptions import BotoCoreError, ClientError

from administration.articles import NotAnArticle
from administration.commands import Arguments, Change, Command, Noted
from administration.nouns import COMMANDS
from administration.presentation import (
    as_json,
    as_text,
    dry_run_as_json,
    dry_run_as_text,
    effects_as_text,
)
from administration.target import NoTarget, choose_environment, connect
from gather.core.errors import GatherError, NotFound
from gather.ports.failure import EngineFailed
from gather.wiring import Adapters, bootstrap

DONE, REFUSED, NOT_UNDERSTOOD = 0, 1, 2


def run(words: Sequence[str]) -> int:
    """Run a command; the status that the process ends with: 0 done, 1 refused, 2 not understood."""
    arguments = _parser().parse_args(words)
    try:
        connect(
            choose_environment(arguments.table, arguments.stack, arguments.local, arguments.state, os.environ)
        )
        return _carry_out(arguments, bootstrap())
    except (NoTarget, NotAnArticle) as error:
        return _say(error, NOT_UNDERSTOOD)
    except NotFound as error:
        return _say(f"{error.message.rstrip('.')}: {error.identifier}", REFUSED)
    except EngineFailed as error:
        return _say(error.reason, REFUSED)
    except GatherError as error:
        return _say(error.__cause__ or error.message, REFUSED)
    except (BotoCoreError, ClientError) as error:
        return _say(error, REFUSED)


def _say(problem: object, status: int) -> int:
    print("admin:", " ".join(str(problem).split()), file=sys.stderr)
    return status


def _carry_out(arguments: Arguments, adapters: Adapters) -> int:
    command: Command = arguments.command
    result = command.run(arguments, adapters)
    if isinstance(result, Change):
        return _settle(result, arguments)
    if isinstance(result, Noted):
        print(result.note, file=sys.stderr)
        result = result.row
    print(as_json(result) if arguments.json else as_text(result))
    return DONE


def _settle(change: Change, arguments: Arguments) -> int:
    """Carry a change out, or only say what it would do."""
    if arguments.dry_run:
        print(dry_run_as_json(change) if arguments.json else dry_run_as_text(change))
        return DONE
    if change.effects and not arguments.yes and not _agreed(change):
        return _say("Nothing was changed.", REFUSED)
    row = change.carry_out() if change.effects else change.present
    print(as_json(row) if arguments.json else as_text(row))
    return DONE


def _agreed(change: Change) -> bool:
    """Whether a person agrees; a program is not asked."""
    if not sys.stdin.isatty():
        return True
    print(effects_as_text(change), file=sys.stderr)
    print("Go on? [y/N] ", end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().casefold() in ("y", "yes")


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(NOT_UNDERSTOOD, f"admin: {message}; see {self.prog} --help\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="admin.py",
        description="Makes, shows and changes organizations, keys and what no route makes.",
        epilog="admin.py NOUN VERB --help says more. Without a target: TABLE_NAME, else the local stack.",
    )
    _add_everywhere(parser)
    nouns = parser.add_subparsers(required=True, metavar="NOUN", dest="noun")
    for noun, commands in groupby(COMMANDS, lambda command: command.noun):
        verbs = _add_noun(nouns, noun).add_subparsers(required=True, metavar="VERB", dest="verb")
        for command in commands:
            _add_command(verbs, command)
    return parser


def _add_noun(nouns: Any, noun: str) -> argparse.ArgumentParser:
    verbs = ", ".join(command.verb for command in COMMANDS if command.noun == noun)
    added: argparse.ArgumentParser = nouns.add_parser(noun, help=verbs)
    return added


def _add_command(verbs: Any, command: Command) -> None:
    text = command.run.__doc__
    parser: argparse.ArgumentParser = verbs.add_parser(command.verb, help=text, description=text)
    for argument in command.arguments:
        parser.add_argument(*argument.names, **argument.options)
    if command.changes:
        parser.add_argument("--dry-run", action="store_true", help="say what would happen, and do nothing")
        parser.add_argument("--yes", action="store_true", help="do not ask")
    # Here too, because a person adds them last; the default must not undo what stands before the noun.
    _add_everywhere(parser, default=argparse.SUPPRESS)
    parser.set_defaults(command=command)


def _add_everywhere(parser: argparse.ArgumentParser, **default: Any) -> None:
    target = parser.add_mutually_exclusive_group()
    target.add_argument("--stack", metavar="NAME", help="CloudFormation stack of a deployment", **default)
    target.add_argument("--table", metavar="NAME", help="table of a deployment", **default)
    target.add_argument("--local", action="store_true", help="the local stack that runs here", **default)
    target.add_argument(
        "--state", type=Path, metavar="FOLDER", help="the local stack that runs on a state folder", **default
    )
    parser.add_argument("--json", action="store_true", help="print JSON", **default)
