"""Lambda's context of an invocation, for handlers that run in the test's process."""

from aws_lambda_powertools.utilities.typing import LambdaContext

from gather.core.identifiers import new_id


class Context(LambdaContext):
    """The context of a function with a minute left."""

    def __init__(self) -> None:
        self._function_name = "test"
        self._memory_limit_in_mb = 1024
        self._invoked_function_arn = "arn:aws:lambda:eu-west-1:000000000000:function:test"
        self._aws_request_id = new_id()

    @staticmethod
    def get_remaining_time_in_millis() -> int:
        return 60_000
