"""Routes of job families."""
