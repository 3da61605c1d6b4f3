#!/usr/bin/env bash
# Installs Debian's Chromium, in which the candidate's page is tested, where no browser is there. CHROMIUM may
# name another one. It is not part of `make setup`, for it changes the machine.
set -euo pipefail

if [[ -n "${CHROMIUM:-}" ]] || command -v chromium || command -v chromium-browser || command -v google-chrome; then
    exit 0
fi
apt-get update
apt-get install -y --no-install-recommends chromium
