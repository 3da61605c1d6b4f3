"""Recordings of candidates: where they are stored and who may hear them."""
