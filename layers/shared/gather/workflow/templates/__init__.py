"""Workflow templates."""
