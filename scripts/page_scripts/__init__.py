"""The scripts of the pages: ES modules in `functions/*/assets/scripts`, which esbuild bundles."""
