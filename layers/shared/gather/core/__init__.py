"""What everything stands on: models, errors, time, identifiers, settings."""
