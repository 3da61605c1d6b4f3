"""Orders of vendors."""
