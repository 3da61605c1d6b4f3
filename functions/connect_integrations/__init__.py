"""Routes of integrations, of the health of their vendors and of the validation of configurations."""
