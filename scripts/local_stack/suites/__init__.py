"""Recruiting suites that are played on this machine: strict simulators, for tests and for the local stack."""
