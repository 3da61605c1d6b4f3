"""The process of the local stack that runs the models of its engines.

It speaks OpenAI's protocol on loopback, to those who have its key. Each model is loaded once, when it is
first needed. `routes.ROUTES` is the table of what it does.
"""
