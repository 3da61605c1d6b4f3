"""Sessions: people who have signed in to the console (interface: Console)."""
