"""Makes, lists and revokes API keys."""
