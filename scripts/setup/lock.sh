#!/usr/bin/env bash
# Writes the lock files of requirements/ from pyproject.toml. Versions already locked stay unless
# arguments for uv say otherwise: `make lock ARGUMENTS=--upgrade`.
set -euo pipefail
cd "$(dirname "$0")/../.."

compile() {
    .venv/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
        --no-emit-index-url --no-annotate --no-header "$@"
}

compile pyproject.toml --group dev --output-file requirements/dev.txt "$@"
compile pyproject.toml --constraint requirements/dev.txt --output-file requirements/layer.txt "$@"
compile --group pyproject.toml:functions --constraint requirements/dev.txt --output-file requirements/functions.txt "$@"
compile --group pyproject.toml:engines --constraint requirements/dev.txt --output-file requirements/engines.txt "$@"
compile pyproject.toml --group bench --constraint requirements/dev.txt --output-file requirements/bench.txt "$@"
compile --group pyproject.toml:scan --output-file requirements/scan.txt "$@"
compile --group pyproject.toml:generators --output-file requirements/generators.txt "$@"
