#!/usr/bin/env python3
"""Administration of a deployment or of the local stack: `scripts/admin.py --help`.

Run it with the project's environment: `.venv/bin/python scripts/admin.py`.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "layers" / "shared"))

from administration.command_line import run

if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
