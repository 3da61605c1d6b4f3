"""The ground of everything: models, errors, time, identifiers, settings."""
