"""Makes executions of moto's state machines cheap, and has them end when they are stopped.

moto gives an execution three threads, and leaves one that waits with a task's token to itself: stopped, it
goes on waiting and is told to be running. Here a definition with a time limit of its own has a second
thread; the time limits of tasks are those of their functions, and that of a token is kept where moto waits
for it.

moto also parses the definition anew for each execution, which takes most of what the execution does. Here it
is parsed once.
"""

from collections.abc import Callable
from datetime import datetime
from functools import cache
from typing import Any

from moto.stepfunctions.parser.api import ExecutionFailedEventDetails
from moto.stepfunctions.parser.asl.component.eval_component import EvalComponent
from moto.stepfunctions.parser.asl.component.program import program
from moto.stepfunctions.parser.asl.component.program.program import Program
from moto.stepfunctions.parser.asl.component.state.exec import execute_state
from moto.stepfunctions.parser.asl.eval.environment import Environment
from moto.stepfunctions.parser.asl.eval.program_state import ProgramStopped
from moto.stepfunctions.parser.asl.parse.asl_parser import AmazonStateLanguageParser
from moto.stepfunctions.parser.asl.parse.preprocessor import Preprocessor
from moto.stepfunctions.parser.backend import execution_worker
from moto.stepfunctions.parser.backend.execution import Execution


class _Here:
    """Stands in for a thread whose end is awaited at once: its work is done in the one that starts it."""

    def __init__(self, target: Callable[[], object], **_: object) -> None:
        self._work = target

    def start(self) -> None:
        self._work()


def wait_in_one_thread() -> None:
    """Changes moto's executions, for this process and for good."""
    evaluate_in_time = Program.eval

    def evaluate(self: Program, env: Environment) -> None:
        if self.timeout_seconds is not None:
            evaluate_in_time(self, env)
            return
        env.next_state_name = self.start_at.start_at_name
        EvalComponent.eval(self, env)

    _replace(Program, "eval", evaluate)
    _replace(execute_state, "Thread", _Here)
    for module in (program, execute_state, execution_worker):
        _replace(module, "TMP_THREADS", _Forgetful())
    stop_running, set_error = Execution.stop, Environment.set_error

    def set_error_of_running(self: Environment, error: ExecutionFailedEventDetails) -> None:
        if not isinstance(self.program_state(), ProgramStopped):
            set_error(self, error)

    def stop(self: Execution, stop_date: datetime, error: str | None, cause: str | None) -> None:
        stop_running(self, stop_date, error, cause)
        environment = self.exec_worker.env if self.exec_worker else None
        if environment is not None:
            for endpoint in list(environment.callback_pool_manager._pool.values()):
                endpoint.interrupt_all()

    _replace(Execution, "stop", stop)
    _replace(Environment, "set_error", set_error_of_running)


def parse_definitions_once() -> None:
    """Changes moto's parser, for this process and for good.

    What is kept is the tree of the text, which nothing changes. An execution has a program of its own.
    """
    parse = AmazonStateLanguageParser.parse

    @cache
    def tree_of(definition: str) -> Any:
        return parse(definition)[1]

    def program_and_tree(definition: str) -> tuple[EvalComponent, Any]:
        tree = tree_of(definition)
        return Preprocessor().visit(tree), tree

    _replace(AmazonStateLanguageParser, "parse", staticmethod(program_and_tree))


class _Forgetful(list[Any]):
    """moto keeps every thread that it ever made."""

    def append(self, _thread: Any) -> None:
        """Keeps nothing."""


def _replace(owner: Any, name: str, replacement: Any) -> None:
    if not hasattr(owner, name):
        raise AttributeError(f"{owner} has no {name}: this version of moto runs executions otherwise")
    setattr(owner, name, replacement)
