"""Keeps what a release stores, so that later releases can prove that they read and change it."""
