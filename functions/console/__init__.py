"""The console of hiring teams: its page, and how people sign in to it."""
