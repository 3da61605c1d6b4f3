"""Transcription and scoring of completed candidate interviews."""
