"""Engines on servers that speak OpenAI's protocol: models, transcription and speech by HTTP."""
