"""Media types as clients write them (RFC 9110, section 8.3.1), in one spelling."""

import re
from collections.abc import Callable, Collection
from typing import Final

from pydantic import JsonValue

LONGEST: Final = 255

_NAME: Final = r"[A-Za-z0-9!#$&^_.+-]{1,127}"
# Browsers write lists of codecs without quotes: `video/webm;codecs=vp8,opus`.
_VALUE: Final = r"(?:[A-Za-z0-9!#$%&'*+.^_`|~,/:-]+|\"[ !#-\[\]-~]*\")"
_PARAMETER: Final = rf"[A-Za-z0-9!#$&^_.+-]+={_VALUE}"
_TYPE: Final = re.compile(rf"({_NAME}/{_NAME})((?:[ \t]*;[ \t]*(?:{_PARAMETER})?)*)")


def plain_type(content_type: str) -> str:
    """A media type without its parameters, in lower case: `audio/webm` of `Audio/WebM; codecs=opus`."""
    return content_type.partition(";")[0].strip().lower()


def normal_type(content_type: str) -> str:
    """Returns a media type as it is stored and signed: type and subtype in lower case, no space around,
    parameters as they are. Raises ValueError for an invalid one, such as a text with a line break."""
    text = content_type.strip(" \t")
    match = _TYPE.fullmatch(text) if len(text) <= LONGEST else None
    if match is None:
        raise ValueError("must be a media type, such as audio/webm or audio/webm;codecs=opus")
    return match[1].lower() + match[2].rstrip(" \t;")


def one_of(types: Collection[str]) -> Callable[[str], str]:
    """A check of a media type, parameters aside: the type in its one spelling, or ValueError."""

    def check(content_type: str) -> str:
        normal = normal_type(content_type)
        if plain_type(normal) not in types:
            raise ValueError(f"must be one of {', '.join(types)}")
        return normal

    return check


def type_schema(types: Collection[str]) -> dict[str, JsonValue]:
    """The schema of a member that takes these types, with parameters or without."""
    names = "|".join(each.replace(".", "[.]").replace("+", "[+]") for each in types)
    return {"pattern": f"^({names})( ?; ?[A-Za-z0-9_.-]+=[A-Za-z0-9_.,-]+)*$"}
