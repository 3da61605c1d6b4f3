"""The check of a request's key, under way while the request reads.

A process that has seen a key remembers its caller. It reads for that caller while the table checks the key.
It uses the result only if the check succeeds and the caller is the same, and writes, sends and answers
nothing before. A key that is refused fails in any case.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from gather.core.caller import Caller, Quota
from gather.core.errors import GatherError
from gather.table.concurrency import Start, Started, at_once
from gather.table.keys import Key
from gather.table.known_callers import KnownCallers
from gather.table.records import Records

Outcome = TypeVar("Outcome")

Check = Callable[[], tuple[Caller, Quota]]
"""Checks and counts a key. Raises GatherError when it is refused."""

Settle = Callable[[], None]
"""Returns when a request is admitted as the caller for whom it reads; any of its threads may ask."""


def no_check() -> None:
    """Settle a request that needs no key, or whose key was checked before."""


def while_allowed(
    start: Start,
    allow: Callable[[], None],
    settle: Settle,
    records: Records,
    respond: Callable[[Records, Settle], Outcome],
) -> Outcome:
    """Return the response of `respond`, which reads while `allow` looks up whether the caller may ask for it.

    The request is settled once `settle` and `allow` have returned; before that `respond` writes nothing.
    Raises what `allow` raises, else what `respond` raises.
    """
    allowing = start(allow)

    def settle_both() -> None:
        settle()
        allowing.result()

    try:
        outcome = respond(records.after(settle_both), settle_both)
    except Exception:
        # Every kind, for who may not ask learns no other fault.
        allowing.result()
        raise
    allowing.result()
    return outcome


class AnotherCaller(Exception):
    """A key stands for another caller than when this process saw it last."""


@dataclass(frozen=True, slots=True)
class KeyCheck:
    """The check of the key at `checked_at`."""

    known: KnownCallers
    checked_at: Key
    check: Check
    admitted: Callable[[Caller, Quota], None]
    """Notes an admission, before anything is answered. It may be told several times, by several threads."""

    def first(self) -> Caller:
        """The caller, once the key is checked. Raises what the check raises."""
        return self._result(at_once(self.check))

    def meanwhile(
        self, start: Start, records: Records, respond: Callable[[Caller, Records, Settle], Outcome]
    ) -> Outcome:
        """Return the response of `respond`, which reads while a key that was seen before is checked.

        `respond` is called once more when the key stands for another caller than before: its first call has
        written nothing. Raises what the check raises, else what `respond` raises.
        """
        expected = self.known.find(self.checked_at)
        if expected is None:
            return respond(self.first(), records, no_check)
        checking = start(self.check)

        is_settled = False

        def settle() -> None:
            nonlocal is_settled
            if is_settled:
                return
            if self._result(checking) != expected:
                raise AnotherCaller
            is_settled = True

        try:
            outcome = respond(expected, records.after(settle), settle)
            settle()
        except Exception:
            # Every kind, for none may hide the refusal: a refused caller learns no other fault, and another
            # caller has others. Without a refusal the exception goes on as it is.
            if self._result(checking) == expected:
                raise
        else:
            return outcome
        return respond(self._result(checking), records, no_check)

    def _result(self, checking: Started[tuple[Caller, Quota]]) -> Caller:
        try:
            caller, quota = checking.result()
        except GatherError:
            self.known.discard(self.checked_at)
            raise
        self.known.remember(self.checked_at, caller)
        self.admitted(caller, quota)
        return caller
