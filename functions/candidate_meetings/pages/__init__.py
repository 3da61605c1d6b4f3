"""The page of a meeting's invite."""
