"""Questions of every kind."""
