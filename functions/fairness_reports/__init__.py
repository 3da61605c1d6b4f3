"""Fairness reports: selection rates and scores by groups that the customer names."""
