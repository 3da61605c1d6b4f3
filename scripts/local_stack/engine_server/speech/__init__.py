"""From a text to a voice."""
