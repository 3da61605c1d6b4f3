"""A DynamoDB in memory: its operations, conditions, transactions, indexes, limits and streams."""
