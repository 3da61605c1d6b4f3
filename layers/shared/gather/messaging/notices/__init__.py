"""E-mails to the team."""
