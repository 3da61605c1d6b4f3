"""A time limit for each try of a test, so that one that hangs fails, and the run goes on."""

import faulthandler
import os
import sys

import pytest


class TimeLimit:
    """Ends the process of a test that takes longer than `faulthandler_timeout`, and says where it was.

    Another worker goes on with the next test, and repeats this one where failures are repeated. pytest's own
    timer stops at the first failure, as if a debugger had been opened: a repeated test would have none.
    """

    def __init__(self, config: pytest.Config) -> None:
        self._seconds = float(config.getini("faulthandler_timeout"))
        # What a test prints goes elsewhere.
        self._stderr = os.dup((sys.__stderr__ or sys.stderr).fileno())

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self) -> None:
        self._begin()

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_teardown(self) -> None:
        self._begin()

    def _begin(self) -> None:
        faulthandler.dump_traceback_later(self._seconds, exit=True, file=self._stderr)
