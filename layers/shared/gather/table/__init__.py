"""Access to the one DynamoDB table."""
