"""Routes of knowledge bases."""
