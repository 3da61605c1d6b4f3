"""The state machines."""
