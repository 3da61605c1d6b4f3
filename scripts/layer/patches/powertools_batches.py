"""Has powertools' batches do without pydantic's models of their records, which no worker asks for.

Otherwise they load the models of all records, as soon as anything has loaded pydantic.
"""

from pathlib import Path

_QUESTION = 'has_pydantic = "pydantic" in sys.modules\n'


def simplify(file: Path) -> None:
    """Rewrite `file`, the types of powertools' batches. Raises ValueError when it is not as expected."""
    source = file.read_text(encoding="utf-8")
    if source.count(_QUESTION) != 1:
        raise ValueError(f"{file.name} of powertools' batches asks for pydantic in another way now")
    file.write_text(source.replace(_QUESTION, "has_pydantic = False\n"), encoding="utf-8")
