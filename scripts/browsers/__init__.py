"""The browser that tests, trials and pictures of pages use."""
