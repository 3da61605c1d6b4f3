"""Restarts work that nobody is working on."""
