"""Trials of the engines with known input, and measurements of a conversation."""
