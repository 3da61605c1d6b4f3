"""Integrations with vendors."""
