"""The service for as long as an hour while its stack is killed, its workers die and its table misbehaves.

`python -m endurance` creates interviews and enrolls candidates, and counts at the receiver what came of it.
"""
