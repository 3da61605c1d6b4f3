"""Recruiting suites in the simulated world: their servers, and how each of them talks."""
