"""The page of the chat and the script that embeds it."""
