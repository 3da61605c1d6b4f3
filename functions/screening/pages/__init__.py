"""The pages of candidates and of their results."""
