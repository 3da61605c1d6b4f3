"""Organizations, teams, users and their keys."""
