"""Users of an organization."""
