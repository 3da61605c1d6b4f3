"""Makes the accounts that users sign in to the dashboard with."""
