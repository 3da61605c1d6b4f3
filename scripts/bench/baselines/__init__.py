"""The same requests written in other ways. They run on stock packages and know nothing of the service."""
