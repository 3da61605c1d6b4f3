"""What the service asks of the outside world: a protocol for each, with the types that it speaks."""
