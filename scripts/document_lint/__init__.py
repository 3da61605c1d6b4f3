"""Holds the OpenAPI document against the rules of the two linters that its readers use."""
