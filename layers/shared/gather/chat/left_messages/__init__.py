"""Messages that visitors leave for the team."""
