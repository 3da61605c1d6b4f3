"""What mypy is told of the service's own conventions; see `changed_fields`."""
