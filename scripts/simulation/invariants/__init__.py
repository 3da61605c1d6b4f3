"""What holds in every world once it has calmed down, whatever has happened in it."""
