"""A walk through the service: one screening from its first question to its results, over HTTP alone.

`python -m demo` starts a local stack of its own and a receiver for webhooks, and tells what it does. A new
chapter is a module in `demo.chapters` with a function that takes a `Scene`, and a line in `demo.story`.
"""
