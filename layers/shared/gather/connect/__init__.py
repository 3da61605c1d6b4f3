"""Partners' accounts, integrations with vendors, and orders."""
