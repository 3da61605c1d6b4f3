"""The patches of libraries that the build of the layer applies, each for a faster cold start.

README.md has what each gains and when it may go. `botocore_documentation`, `powertools_batches` and
`powertools_packages` have a function `apply`; `dataclass_methods` needs the service's code too.
"""
