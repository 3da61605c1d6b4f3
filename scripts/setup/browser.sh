#!/usr/bin/env bash
# Installs Debian's Chromium, in which pages are tested, as a shell without windows. Where that cannot be
# installed, the machine's own browser is used, or else Debian's whole Chromium. CHROMIUM may name another one.
# It is not part of `make setup`, for it changes the machine.
set -euo pipefail

install_package() { apt-get update && apt-get install -y --no-install-recommends "$1"; }
has_browser() { command -v chromium || command -v chromium-browser || command -v google-chrome; }

if [[ -n "${CHROMIUM:-}" ]] || command -v chromium-headless-shell; then
    exit 0
fi
install_package chromium-headless-shell || has_browser || install_package chromium
