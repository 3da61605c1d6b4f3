"""Time that passes for candidate interviews of a sandbox."""
