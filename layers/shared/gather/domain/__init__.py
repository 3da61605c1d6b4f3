"""Rules and records, free of I/O: one module for each resource."""
