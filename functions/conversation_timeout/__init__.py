"""The conversations schedule: ends conversations that nobody goes on with."""
