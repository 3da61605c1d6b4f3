"""The SAM template, read as the stack builds it."""
