"""Enrollments: candidates' ways through the steps of a workflow."""
