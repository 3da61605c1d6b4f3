"""Routes of accounts: the customers of a partner."""
