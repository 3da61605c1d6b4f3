"""What an operator makes and looks at straight in the table: organizations, teams, users, keys."""
