"""Patches of libraries that the build of the layer applies, each for a faster cold start."""
