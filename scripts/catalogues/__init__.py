"""The catalogues of phrases that translators work on."""
