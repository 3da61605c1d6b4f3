"""The table's server, and reading the table whole."""
