"""The recruiting suites' own routes."""
