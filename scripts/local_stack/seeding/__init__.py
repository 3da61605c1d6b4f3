"""The records that a new stack starts with."""
