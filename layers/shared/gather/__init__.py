"""The Talent Screening Service: its rules and use cases, each with its subject, whoever calls it."""

import gc

# What a cold start makes stays for the life of the process: looking through it for garbage every few hundred
# objects is a twentieth of the start. Functions live on little memory and make few cycles, so that seldom is
# often enough.
gc.set_threshold(100_000, 20, 100)
