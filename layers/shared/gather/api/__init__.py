"""What every HTTP function shares: routes, authentication, envelope, errors, paging."""
