"""The worker of recruiting suites."""
