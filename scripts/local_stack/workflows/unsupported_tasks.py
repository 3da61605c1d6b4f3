"""Replaces moto's tasks in containers (ECS, Batch), which the stack does not support.

Both import moto's EC2, which lists every region and reads every type of instance: a second of processor time
at each start.
"""

import importlib.util
import sys
from types import ModuleType

from local_stack.settings import StackError

TASKS = "moto.stepfunctions.parser.asl.component.state.exec.state_task.service."
_UNSUPPORTED = {
    "state_task_service_batch": "StateTaskServiceBatch",
    "state_task_service_ecs": "StateTaskServiceEcs",
}


class _UnsupportedTask:
    """Stands in for the class of a kind of task."""

    def __init__(self) -> None:
        raise StackError(
            "a state machine has a task of ECS or Batch: take it out of "
            "local_stack/workflows/unsupported_tasks.py"
        )


def replace_unsupported_tasks() -> None:
    """Puts stand-ins in the place of both tasks. Call it before anything imports moto's states.

    Raises AttributeError when moto has them elsewhere.
    """
    for name, task in _UNSUPPORTED.items():
        module = TASKS + name
        if module in sys.modules:
            continue
        if importlib.util.find_spec(module) is None:
            raise AttributeError(f"moto has no {module}: this version has its tasks elsewhere")
        stand_in = ModuleType(module)
        setattr(stand_in, task, _UnsupportedTask)
        sys.modules[module] = stand_in
