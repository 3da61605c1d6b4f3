"""`sam local start-api` on the local stack's services: the API runs in containers, on the built layer.

The stack has the table, the queues, the objects, the workers and the addresses under `/_local`. Its gateway
hands every other request to SAM CLI.
"""
