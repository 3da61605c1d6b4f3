"""What the service asks of the outside world: speech, transcription, evaluation, messages and media."""
