"""The whole service on one machine, from the deployed template, without Docker and without an AWS account.

`python -m local_stack` starts it; `settings` names the environment variables that drive it. Nothing here is
deployed.
"""
