"""Has powertools' batches do without pydantic's models of their records, which no worker asks for.

Otherwise they load the models of all records, as soon as anything has loaded pydantic.
"""

from pathlib import Path
from typing import Final

from layer import parts

_FILE: Final = "aws_lambda_powertools/utilities/batch/types.py"
_UNNEEDED: Final = ("aws_lambda_powertools/utilities/parser",)
"""The models, which nothing else loads."""
_QUESTION: Final = 'has_pydantic = "pydantic" in sys.modules\n'


def apply(libraries: Path) -> None:
    """Rewrite the types of powertools' batches. Raises ValueError when they are not as expected."""
    file = libraries / _FILE
    source = file.read_text(encoding="utf-8")
    if source.count(_QUESTION) != 1:
        raise ValueError(f"{_FILE} asks for pydantic in another way now")
    file.write_text(source.replace(_QUESTION, "has_pydantic = False\n"), encoding="utf-8")
    parts.delete(libraries, _UNNEEDED)
