"""Tells from sound whether somebody speaks, and whether the speaker has finished."""
