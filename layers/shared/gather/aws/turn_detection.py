"""A deployment judges no sound."""


class NoTurnDetection:
    """Leaves it to the page to decide by loudness and silence."""

    def address(self) -> str | None:
        """None."""
        return None
