"""Puts back to work what nobody is working on."""
