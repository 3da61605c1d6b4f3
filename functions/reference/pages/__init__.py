"""The page of the reference."""
