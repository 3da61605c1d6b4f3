"""What generators make of the OpenAPI document: clients that compile, and send what they are given."""
