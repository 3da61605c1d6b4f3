"""A trial of turns: when the page thinks that a candidate has finished, and what it takes to interrupt.

Voices of Piper say utterances with hesitations. The page's own scripts hear them, in Node, at the pace of a
clock of their own; the judge is that of the local stack.
"""
