"""What suites are told of their orders."""
