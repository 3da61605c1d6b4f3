"""The chapters of the story, a module for each part of the service."""
