"""The ports to the outside world: a protocol for each engine, with the types that it speaks."""
