"""How messages look as they are sent."""
