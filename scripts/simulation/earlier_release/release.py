"""Release 1.0.0: what it has left in the outbox, in queues and in executions.

Until a moment that the seed decides, everything that outlives an invocation has the form that it gave it:

- Messages have the members of today in every queue: attempts `teamId`, `deliveryId` and `attempt`, batches of
  the fan-out `teamId`, `eventId` and `after`, tasks `taskId`, `teamId`, `organizationId`, `name` and those of
  their payload. It never sent the tasks that are new since.
- An event `workflow.step.waiting` says no `reason`.
- An execution of an evaluation asks every five seconds whether its recordings are transcribed, and tells no
  step what the last one said. Its definition is that of the release. Those of enrollments and deliveries are
  the same since.
"""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import Any, Final

from simulation.virtual_time import VirtualTime

LONGEST_SECONDS: Final = 8 * 3600.0
"""How late this release takes over at most."""
NEW_MEMBERS: Final[Mapping[str, tuple[str, ...]]] = {"workflow.step.waiting": ("reason",)}
"""What the payloads of events have since, by the events' names."""
_EVALUATION: Final = Path(__file__).parent / "assets" / "evaluation.asl.json"
_EVALUATING_STATE: Final = "Evaluate"

Definition = Mapping[str, Any]


class EarlierRelease:
    """The release before this one, in half of all worlds."""

    def __init__(
        self,
        time: VirtualTime,
        random: Random,
        definitions: Mapping[str, Definition],
        tell: Callable[[str], None],
    ) -> None:
        """`definitions` are the state machines of this release, by their ARNs."""
        self._time = time
        self._until = time.elapsed + random.choice((0.0, random.uniform(0, LONGEST_SECONDS)))
        self._definitions = definitions
        self._earlier = {arn: earlier_definition(each) for arn, each in definitions.items()}
        if self.is_on:
            time.after(self._until - time.elapsed, lambda: tell("this release takes over"))

    @property
    def is_on(self) -> bool:
        """Whether it still is the release that writes."""
        return self._time.elapsed < self._until

    def definition_of(self, machine: str) -> Definition:
        """What an execution of a state machine that begins now follows to its end."""
        return (self._earlier if self.is_on else self._definitions)[machine]

    def written(self, parameters: Mapping[str, Any]) -> Mapping[str, Any]:
        """The parameters of an operation of the table as the release that writes gives them."""
        if not self.is_on or "TransactItems" not in parameters:
            return parameters
        return {**parameters, "TransactItems": [_earlier_write(each) for each in parameters["TransactItems"]]}


def earlier_definition(definition: Definition) -> Definition:
    """The definition that 1.0.0 gave to a state machine; the same for all but the evaluation's."""
    if _EVALUATING_STATE not in definition["States"]:
        return definition
    function = definition["States"][_EVALUATING_STATE]["Parameters"]["FunctionName"]
    text = _EVALUATION.read_text().replace("${EvaluationTaskFunctionArn}", function)
    earlier: Definition = json.loads(text.replace("${Partition}", function.split(":")[1]))
    return earlier


def earlier_entry(item: Mapping[str, Any]) -> Mapping[str, Any]:
    """An entry of the outbox, in DynamoDB's JSON, as 1.0.0 wrote it."""
    new = NEW_MEMBERS.get(item.get("name", {}).get("S", ""), ())
    if item.get("sk") != {"S": "OUTBOX"} or not new:
        return item
    payload = {name: value for name, value in item["payload"]["M"].items() if name not in new}
    return {**item, "payload": {"M": payload}}


def _earlier_write(write: Mapping[str, Any]) -> Mapping[str, Any]:
    put = write.get("Put")
    return write if put is None else {"Put": {**put, "Item": earlier_entry(put["Item"])}}
