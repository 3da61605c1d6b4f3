"""Holds the service against its OpenAPI document with requests that schemathesis makes of it."""
