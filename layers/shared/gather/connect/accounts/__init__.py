"""Accounts of partners."""
