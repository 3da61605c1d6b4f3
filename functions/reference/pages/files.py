"""The files of the reference: the document, its page, and the viewer as its makers publish it.

The viewer is Swagger UI as the library of the functions' routes carries it. A deployment's layer leaves its
files out, so `scripts/layer/package_function.py` puts them into `assets/viewer`; anywhere else they are in
the library itself.
"""

from pathlib import Path

import aws_lambda_powertools

_ASSETS = Path(__file__).parents[1] / "assets"
_VIEWER = _ASSETS / "viewer"
_IN_LIBRARY = Path("event_handler", "openapi", "swagger_ui")


DOCUMENT = _ASSETS / "openapi.json"
PAGE = _ASSETS / "page.html"
START = _ASSETS / "bundles" / "start.js"
STYLE = _ASSETS / "page.css"


def viewer() -> Path:
    """The viewer's program."""
    return _folder_of_viewer() / "swagger-ui-bundle.min.js"


def style_of_viewer() -> Path:
    """The viewer's style sheet."""
    return _folder_of_viewer() / "swagger-ui.min.css"


def _folder_of_viewer() -> Path:
    if _VIEWER.is_dir():
        return _VIEWER
    return Path(aws_lambda_powertools.__file__).parent / _IN_LIBRARY
