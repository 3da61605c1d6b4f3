"""Vendors of integrations: one protocol, and a plug-in for each vendor (`plugins`)."""
