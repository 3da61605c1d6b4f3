"""Seconds that pass when a test says so."""


class Elapsed:
    """A clock that counts from 0, where a stand-in asks for one."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds
