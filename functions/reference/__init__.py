"""Serves the OpenAPI document and a viewer of it."""
