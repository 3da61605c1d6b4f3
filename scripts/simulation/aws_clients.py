"""The clients of AWS that functions use, in the simulated world: the table, queues and state machines."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from dynamo.client import Operation
from gather.core.aws import AwsClients
from simulation.functions import FaultGate
from simulation.machines.executions import SimulatedExecutions
from simulation.queues import SimulatedQueue
from simulation.table.held_items import HELD_SECONDS
from simulation.table.throughput import PartitionThroughput
from simulation.virtual_time import VirtualTime

_TABLE_OPERATIONS = (
    "GetItem",
    "BatchGetItem",
    "Query",
    "PutItem",
    "UpdateItem",
    "DeleteItem",
    "TransactWriteItems",
)


class SimulatedTableClient:
    """The table's client of the functions: each call passes the gate on its way to `call`."""

    get_item: Operation
    batch_get_item: Operation
    query: Operation
    put_item: Operation
    update_item: Operation
    delete_item: Operation
    transact_write_items: Operation

    def __init__(
        self,
        gate: FaultGate,
        call: Callable[[str, dict[str, Any]], Any],
        throughput: PartitionThroughput | None,
    ) -> None:
        """Without `throughput` no partition is ever asked for too much."""
        for operation in _TABLE_OPERATIONS:
            setattr(self, _method_name(operation), _passing(gate, operation, call, throughput))


class SimulatedQueues:
    """The client of the queues, by their URLs."""

    def __init__(self, gate: FaultGate, time: VirtualTime, queues: Mapping[str, SimulatedQueue]) -> None:
        self._gate = gate
        self._time = time
        self._queues = queues

    def send_message_batch(self, **parameters: Any) -> Any:
        """Send up to ten messages."""
        queue = self._queues[parameters["QueueUrl"]]

        def send() -> dict[str, Any]:
            for entry in parameters["Entries"]:
                queue.send(
                    entry["MessageBody"],
                    self._time.now(),
                    group=entry.get("MessageGroupId", ""),
                    delay_seconds=entry.get("DelaySeconds", 0),
                )
            return {"Successful": [{"Id": entry["Id"]} for entry in parameters["Entries"]]}

        return self._gate.pass_through(f"SendMessageBatch to {queue.name}", send)


class SimulatedStates:
    """The client of the state machines."""

    def __init__(self, gate: FaultGate, executions: SimulatedExecutions) -> None:
        self._gate = gate
        self._executions = executions

    def start_execution(self, **parameters: Any) -> Any:
        """Start an execution, once for each name."""
        machine, name = parameters["stateMachineArn"], parameters["name"]
        return self._gate.pass_through(
            f"StartExecution {name}",
            lambda: {"executionArn": self._executions.start(machine, name, json.loads(parameters["input"]))},
        )

    def stop_execution(self, **parameters: Any) -> Any:
        """End an execution."""
        return self._gate.pass_through(
            "StopExecution", lambda: self._executions.stop(parameters["executionArn"])
        )

    def describe_execution(self, **parameters: Any) -> Any:
        """Tell how an execution stands."""
        return self._gate.pass_through(
            "DescribeExecution", lambda: {"status": self._executions.status(parameters["executionArn"])}
        )

    def send_task_success(self, **parameters: Any) -> Any:
        """End the task that waits with a token."""
        return self._gate.pass_through(
            "SendTaskSuccess",
            lambda: self._executions.succeed(parameters["taskToken"], json.loads(parameters["output"])),
        )


class SimulatedClients(AwsClients):
    """The clients of one environment."""

    def __init__(self, **clients: Any) -> None:
        super().__init__()
        self._by_service = clients

    def client(self, service: str, read_timeout: float = 5) -> Any:
        """A client of a service. Raises KeyError for one that is not simulated."""
        return self._by_service[service]


def _method_name(operation: str) -> str:
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in operation).lstrip("_")


def _passing(
    gate: FaultGate,
    operation: str,
    call: Callable[[str, dict[str, Any]], Any],
    throughput: PartitionThroughput | None,
) -> Operation:
    is_transaction = operation == "TransactWriteItems"

    def pass_through(**parameters: Any) -> Any:
        owed = 0.0

        def carry_out() -> Any:
            nonlocal owed
            result = call(operation, parameters)
            owed = 0.0 if throughput is None else throughput.owed(is_transaction=is_transaction)
            return result

        result = gate.pass_through(_named(operation, parameters), carry_out)
        gate.wait(owed + (HELD_SECONDS if is_transaction else 0.0))
        return result

    return pass_through


def _named(operation: str, parameters: Mapping[str, Any]) -> str:
    """The operation with the key that it is about, for the trace."""
    key = parameters.get("Key") or parameters.get("Item")
    if key is not None:
        return f"{operation} {key['pk']['S']} {key['sk']['S']}"
    if operation == "TransactWriteItems":
        return f"{operation} of {', '.join(map(_written, parameters['TransactItems']))}"
    return operation


def _written(write: Mapping[str, Any]) -> str:
    ((kind, request),) = write.items()
    key = request.get("Key") or request["Item"]
    return f"{kind} {key['pk']['S']} {key['sk']['S']}"
