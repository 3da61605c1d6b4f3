"""Cuts pycryptodome down to the ciphers of encrypted PDFs: AES with and without chaining, and RC4."""

from pathlib import Path

KEPT = (
    "__init__.py",
    "Cipher/__init__.py",
    "Cipher/AES.py",
    "Cipher/ARC4.py",
    "Cipher/_mode_cbc.py",
    "Cipher/_mode_ecb.py",
    "Cipher/_state_machine.py",
    "Cipher/_ARC4.abi3.so",
    "Cipher/_raw_aes.abi3.so",
    "Cipher/_raw_cbc.abi3.so",
    "Cipher/_raw_ecb.abi3.so",
    "Random/__init__.py",
    "Util/__init__.py",
    "Util/Padding.py",
    "Util/_cpu_features.py",
    "Util/_file_system.py",
    "Util/_raw_api.py",
)
OF_PROCESSORS = ("Cipher/_raw_aes*.so", "Util/_cpu*.so")
"""Files that exist for one kind of processor only."""


def trim(library: Path) -> None:
    """Delete all files of the library but KEPT and OF_PROCESSORS. Raises ValueError for a missing file."""
    kept = {library / name for name in KEPT}
    for file in sorted(kept):
        if not file.is_file():
            raise ValueError(f"pycryptodome has no {file.relative_to(library)} any more")
    kept.update(file for pattern in OF_PROCESSORS for file in library.glob(pattern))
    for entry in sorted(library.rglob("*"), reverse=True):
        if entry.is_dir():
            if not any(entry.iterdir()):
                entry.rmdir()
        elif entry not in kept:
            entry.unlink()
