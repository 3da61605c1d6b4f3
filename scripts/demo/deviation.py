"""The exception that ends the walk early, and the checks that raise it."""


class Deviation(Exception):
    """The service does not do what it promises."""

    def __init__(self, what: str, expected: object, received: object) -> None:
        super().__init__(f"{what}: expected {expected}, received {received}")
        self.what = what
        self.expected = expected
        self.received = received


def expect(what: str, received: object, expected: object) -> None:
    """Raises Deviation unless both are equal."""
    if received != expected:
        raise Deviation(what, expected, received)


def require(what: str, holds: object, expected: str, received: object) -> None:
    """Raises Deviation unless `holds` is true; `expected` says in words what should have been."""
    if not holds:
        raise Deviation(what, expected, received)
