"""`admin.py meeting`: meetings that a workflow asks candidates to."""

from argparse import ArgumentTypeError
from datetime import datetime
from typing import Any

from administration.commands import (
    IN_TEAM,
    NAME,
    Arguments,
    Change,
    Command,
    CommandResult,
    Row,
    argument,
    checked,
    difference,
    row,
    team_of,
)
from administration.content import Resource, change_meeting, create_resource, listed
from gather.core.clock import timestamp
from gather.core.formats import LanguageCode, TimeZone
from gather.wiring import Adapters
from gather.workflow.meetings.storage import MEETING


def _list(arguments: Arguments, adapters: Adapters) -> CommandResult:
    """Show the meetings of a team, newest first."""
    found = listed(adapters.records, MEETING, team_of(arguments, adapters).team_id)
    return [row(each) for each in found]


def _create(arguments: Arguments, adapters: Adapters) -> CommandResult:
    """Make a meeting of a team."""
    scope, now = team_of(arguments, adapters), adapters.clock.now()
    given = _given(arguments)
    return row(create_resource(adapters.records, Resource.MEETING, scope, arguments.title, now, **given))


def _change(arguments: Arguments, adapters: Adapters) -> CommandResult:
    """Change a meeting. Of another time, length or place its candidates are told, and asked anew."""
    scope, now = team_of(arguments, adapters), adapters.clock.now()
    given = _given(arguments)
    if arguments.title is not None:
        given["title"] = arguments.title
    before = adapters.records.get(MEETING, scope.team_id, arguments.meeting).record

    def carry_out() -> Row:
        return row(change_meeting(adapters.records, before, now, **given))

    return Change(difference(row(before), row(before.changed(**given))), row(before), carry_out)


def _given(arguments: Arguments) -> dict[str, Any]:
    """The members of the meeting that the command names: time, length, place, language and time zone."""
    members = ("starts_at", "minutes", "place", "language", "timezone")
    return {name: getattr(arguments, name) for name in members if getattr(arguments, name) is not None}


def _moment(text: str) -> str:
    """A time as it is stored. Raises ArgumentTypeError for one that is none, or has no zone."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        moment = None
    if moment is None or moment.tzinfo is None:
        raise ArgumentTypeError("must be a time with its zone, such as 2026-03-02T09:30+01:00")
    return timestamp(moment)


_DETAILS = (
    argument("--starts-at", type=_moment, help="when it begins, such as 2026-03-02T09:30+01:00"),
    argument(
        "--minutes", type=int, choices=range(5, 24 * 60 + 1), metavar="MINUTES", help="how long it takes"
    ),
    argument(
        "--timezone", type=checked(TimeZone), help="in which its times are shown, such as Europe/Berlin"
    ),
    argument("--place", type=NAME, help="an address, a room or the link of a call"),
    argument("--language", type=checked(LanguageCode), help="in which candidates are invited, such as de"),
)


COMMANDS = (
    Command("meeting", "list", _list, IN_TEAM),
    Command("meeting", "create", _create, (*IN_TEAM, argument("title", type=NAME), *_DETAILS)),
    Command(
        "meeting",
        "change",
        _change,
        (*IN_TEAM, argument("meeting"), argument("--title", type=NAME), *_DETAILS),
        changes=True,
    ),
)
