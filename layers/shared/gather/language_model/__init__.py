"""The engines that a language model is behind, whatever the model is reached by.

The model responds by an object whose schema is its only way to respond. What people wrote stands in marked
sections of the prompt, and no text for people that repeats the instructions leaves this package.
"""
