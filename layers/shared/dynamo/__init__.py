"""A client of DynamoDB for seven operations, at a fraction of the cost of botocore's.

It knows nothing of the service: `README.md` says what it does, and what it does not.
"""
