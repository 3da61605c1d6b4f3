"""Clients that generators make from the OpenAPI document: they compile, and send what they are given."""
