"""`admin.py failures`: work that was given up, of all tenants."""

from collections.abc import Sequence

from botocore.exceptions import BotoCoreError, ClientError

from administration import failures
from administration.commands import Arguments, Change, Command, CommandResult, Row, argument
from gather.core.errors import Conflict, GatherError, NotFound
from gather.table.failures import GivenUpWork
from gather.wiring import Adapters


def _list(arguments: Arguments, adapters: Adapters) -> CommandResult:
    """Show the work that was given up, the latest first. Never what it holds of a person."""
    return [_row(failure) for failure in _of_the_list(arguments, adapters)]


def _retry(arguments: Arguments, adapters: Adapters) -> CommandResult:
    """Have work done again that was given up, the oldest first, and take it off the list."""
    if arguments.failure:
        chosen = [failures.read(adapters.records, each) for each in dict.fromkeys(arguments.failure)]
    else:
        chosen = sorted(_of_the_list(arguments, adapters), key=lambda failure: failure.created_at)

    def carry_out() -> Row:
        outcomes, faults = _retried(chosen, adapters)
        if faults:
            done = f"{outcomes.count(True)} retried, {outcomes.count(False)} no longer wanted"
            raise Conflict(f"{done}; {len(faults)} not retried: {', '.join(faults)}")
        return {"retried": outcomes.count(True), "noLongerWanted": outcomes.count(False)}

    effects = [f"{failure.name} is done again: {_subject(failure)}" for failure in chosen]
    return Change(effects, {"retried": 0, "noLongerWanted": 0}, carry_out)


def _retried(chosen: Sequence[GivenUpWork], adapters: Adapters) -> tuple[list[bool], list[str]]:
    """The result of each retry, and the faults: work that cannot be retried keeps no other back."""
    outcomes: list[bool] = []
    faults: list[str] = []
    for failure in chosen:
        try:
            outcomes.append(failures.retry(adapters.records, failure.id, adapters.clock.now()))
        except NotFound:
            # Somebody else has retried it meanwhile.
            outcomes.append(False)
        except (GatherError, BotoCoreError, ClientError, ValueError) as fault:
            faults.append(f"{failure.id} ({type(fault).__name__})")
    return outcomes, faults


def _dismiss(arguments: Arguments, adapters: Adapters) -> CommandResult:
    """Take work off the list that is not to be done, such as a message to an address that does not exist."""
    chosen = [failures.read(adapters.records, each) for each in dict.fromkeys(arguments.failure)]

    def carry_out() -> Row:
        return {"dismissed": sum(failures.dismiss(adapters.records, failure.id) for failure in chosen)}

    effects = [f"{failure.name} is never done: {_subject(failure)}" for failure in chosen]
    return Change(effects, {"dismissed": 0}, carry_out)


def _of_the_list(arguments: Arguments, adapters: Adapters) -> list[GivenUpWork]:
    found = failures.listed(adapters.records, arguments.organization)
    return [failure for failure in found if arguments.name in (None, failure.name)]


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


_OF = (
    argument("--organization", metavar="ID", help="only the work of this organization"),
    argument("--name", metavar="NAME", help="only work of this name, as the list has it"),
)

COMMANDS = (
    Command("failures", "list", _list, _OF),
    Command(
        "failures",
        "retry",
        _retry,
        (argument("failure", nargs="*", help="id of a failure; without any, all of the list"), *_OF),
        changes=True,
    ),
    Command(
        "failures",
        "dismiss",
        _dismiss,
        (argument("failure", nargs="+", help="id of a failure"),),
        changes=True,
    ),
)
