"""Saves erasures and opt-outs where no backup of the table sets them back."""
