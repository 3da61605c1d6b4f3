"""The conversations schedule: ends chats that nobody goes on with."""
