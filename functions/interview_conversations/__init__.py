"""The conversation of an AI interview, under the invite's token."""
