"""AI text questions."""
