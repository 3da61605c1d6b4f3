"""`admin.py failures`: work that was given up, of all tenants."""

from administration import failures
from administration.commands import Arguments, Change, Command, CommandResult, Row, argument
from gather.table.failures import GivenUpWork
from gather.wiring import Adapters


def _list(arguments: Arguments, adapters: Adapters) -> CommandResult:
    """Show the work that was given up, the latest first. Never what it holds of a person."""
    return [_row(failure) for failure in failures.listed(adapters.records, arguments.organization)]


def _retry(arguments: Arguments, adapters: Adapters) -> CommandResult:
    """Have work done again that was given up, and take it off the list."""
    if arguments.failure:
        chosen = [failures.read(adapters.records, each) for each in dict.fromkeys(arguments.failure)]
    else:
        chosen = failures.listed(adapters.records, arguments.organization)

    def carry_out() -> Row:
        now = adapters.clock.now()
        outcomes = [failures.retry(adapters.records, failure.id, now) for failure in chosen]
        return {"retried": outcomes.count(True), "noLongerWanted": outcomes.count(False)}

    effects = [f"{failure.name} is done again: {_subject(failure)}" for failure in chosen]
    return Change(effects, {"retried": 0, "noLongerWanted": 0}, carry_out)


def _row(failure: GivenUpWork) -> Row:
    return {
        "id": failure.id,
        "givenUpAt": failure.given_up_at,
        "work": failure.work.value,
        "name": failure.name,
        "organizationId": failure.organization_id,
        "teamId": failure.team_id,
        "subject": _subject(failure),
        "attempts": failure.attempts,
        "reason": failure.reason,
    }


def _subject(failure: GivenUpWork) -> str:
    return " ".join(f"{name}={value}" for name, value in failure.subject.items()) or failure.id


_OF = argument("--organization", metavar="ID", help="only the work of this organization")

COMMANDS = (
    Command("failures", "list", _list, (_OF,)),
    Command(
        "failures",
        "retry",
        _retry,
        (argument("failure", nargs="*", help="id of a failure; without any, all of the list"), _OF),
        changes=True,
    ),
)
