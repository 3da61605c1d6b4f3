"""HTTP requests to receivers that nobody trusts: webhooks, and the vendors of integrations."""
