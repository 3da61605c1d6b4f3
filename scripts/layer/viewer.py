"""The viewer of the OpenAPI document, from the pinned library that carries it; the layer leaves it out.

Functions get what the layer lacks with their own package. This one is for `functions/reference`.
"""

import shutil
from pathlib import Path

from layer.carried import installed

FUNCTION = "reference"
FOLDER = "aws_lambda_powertools/event_handler/openapi/swagger_ui"
FILES = ("swagger-ui-bundle.min.js", "swagger-ui.min.css")


def add_to(target: Path) -> None:
    """Copy the viewer into the folder `assets/viewer` of the function's package.

    Raises LookupError when the library no longer has it.
    """
    folder = installed(FOLDER)
    viewer = target / FUNCTION / "assets" / "viewer"
    viewer.mkdir()
    for name in FILES:
        shutil.copy(folder / name, viewer / name)
