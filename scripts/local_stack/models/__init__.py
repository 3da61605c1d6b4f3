"""The models of the local stack's engines: what they are, where they lie, and how they come there.

`python -m local_stack.models` (`make models`) fetches them into `.models/`. The engines do without a model
that is not there, and say so.
"""
