"""Builders of records in the table (`make_…`); those over the interface are in `tests.support.records`."""
