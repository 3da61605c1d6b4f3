"""Scans the deployed template with checkov, and leaves out the findings that are waived with a reason."""
