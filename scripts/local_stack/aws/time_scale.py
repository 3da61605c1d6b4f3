"""Makes the waits of queues and state machines pass faster; timestamps and time limits of calls stay real.
The time for which a task waits with its token is a wait.

moto has no setting for it, so these are the points where it waits, in the version that is pinned; a test for
each fails if a new version waits elsewhere. The queues' visibility timeout protects an invocation under way
and stays real; set back after a failure it is a wait for the next attempt and is scaled.
"""

import time
from types import SimpleNamespace
from typing import Any

from moto.core.utils import unix_time_millis
from moto.sqs.models import Message
from moto.stepfunctions.parser.asl.component.common.retry import retrier_decl
from moto.stepfunctions.parser.asl.component.state.exec.state_task.service import state_task_service_callback
from moto.stepfunctions.parser.asl.component.state.wait.wait_function.wait_function import WaitFunction


def scale_waits(scale: float) -> None:
    """Divides moto's waits by `scale`, for this process and for good."""

    def wait_interval(self: WaitFunction, env: Any, wait_seconds: float) -> None:
        deadline = time.monotonic() + wait_seconds / scale
        while env.is_running() and (left := deadline - time.monotonic()) > 0:
            env.program_state_event.wait(left)

    def delay(self: Message, delay_seconds: float) -> None:
        self.delayed_until = unix_time_millis() + float(delay_seconds) * 1000 / scale

    def change_visibility(self: Message, visibility_timeout: float) -> None:
        self.visible_at = unix_time_millis() + float(visibility_timeout) * 1000 / scale

    callback = state_task_service_callback.StateTaskServiceCallback
    wait_for_token: Any = callback._wait_for_task_token_timeout

    def wait_for_task_token(self: Any, timeout_seconds: float, callback_endpoint: Any) -> Any:
        return wait_for_token(self, timeout_seconds / scale, callback_endpoint)

    received = Message.mark_received

    def mark_received(self: Message, visibility_timeout: int | None = None) -> None:
        received(self, visibility_timeout)
        self.visible_at = unix_time_millis() + float(visibility_timeout or 0) * 1000

    _replace(WaitFunction, "_wait_interval", wait_interval)
    _replace(callback, "_wait_for_task_token_timeout", wait_for_task_token)
    _replace(Message, "delay", delay)
    _replace(Message, "change_visibility", change_visibility)
    _replace(Message, "mark_received", mark_received)
    _replace(retrier_decl, "time", SimpleNamespace(sleep=lambda seconds: time.sleep(seconds / scale)))


def _replace(owner: Any, name: str, replacement: Any) -> None:
    if not hasattr(owner, name):
        raise AttributeError(f"{owner} has no {name}: this version of moto waits elsewhere")
    setattr(owner, name, replacement)
