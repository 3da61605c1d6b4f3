"""Messages to candidates."""
