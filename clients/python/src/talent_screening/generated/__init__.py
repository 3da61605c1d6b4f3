"""Generated from docs/openapi.json by `make clients`; changes here are lost."""
