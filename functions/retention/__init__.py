"""The retention schedule: removes what organizations keep for a time only."""
