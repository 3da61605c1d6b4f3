"""Writes what the clients have of the OpenAPI document: models, operations, types and a collection."""
