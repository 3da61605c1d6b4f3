"""Requests and builders of records that the tests and the benchmark share; nothing here imports pytest."""
