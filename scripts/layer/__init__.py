"""Builds what is deployed: the shared layer, trimmed to what is called, and each function's package.

Only the standard library is used, so that any Python from 3.11 on can build.
"""
