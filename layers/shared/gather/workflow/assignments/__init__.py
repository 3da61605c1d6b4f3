"""Workflow assignments: which template governs a job."""
