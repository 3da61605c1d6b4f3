"""Sentences to vectors of their meaning: `POST /v1/embeddings`."""
