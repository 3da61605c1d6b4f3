"""The administration: an operator creates and reads organizations, teams, users and keys in the table."""
