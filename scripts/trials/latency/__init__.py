"""Measures the waits of a candidate in a conversation on the local stack: for a turn and its sound."""
