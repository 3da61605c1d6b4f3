"""From a recording to its words."""
