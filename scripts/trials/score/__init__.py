"""Tries a scorer on written answers whose scores have been argued for."""
