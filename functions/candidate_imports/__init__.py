"""The routes and the worker of imports of candidates."""
