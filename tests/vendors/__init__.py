"""Vendors that only tests know."""
