"""The mypy plugin for the service's own conventions; see `changed_fields`."""
