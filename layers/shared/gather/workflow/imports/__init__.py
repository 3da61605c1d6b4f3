"""How an import makes its candidates, and invites and enrolls them."""
