"""The library that reads PDFs, which the functions carry that look at documents; it loads when asked for."""

import importlib
import sys
from types import ModuleType
from typing import Final, cast

_ENCRYPTED: Final = b"/Encrypt"
"""The entry in the trailer of an encrypted PDF; a trailer is never compressed (ISO 32000-2, 7.6.1)."""


def may_be_encrypted(content: bytes) -> bool:
    """Whether a PDF says that it is encrypted, or has such a word in its text."""
    return _ENCRYPTED in content


def pdf_library(content: bytes) -> ModuleType:
    """Imports pypdf, with the library that decrypts AES if the document needs it: it doubles the time.

    Raises ImportError where a function does not carry it. Of the two libraries that pypdf decrypts with, the
    deployed one is used everywhere, whatever else is installed.
    """
    unused = ("cryptography",) if may_be_encrypted(content) else ("cryptography", "Crypto")
    absent = cast("dict[str, None]", sys.modules)
    absent.update(dict.fromkeys(unused))
    return importlib.import_module("pypdf")
