"""Cuts botocore's bundle of root certificates down to those that AWS's endpoints use.

Loading all 140 of them is a noticeable part of the first TLS connection of a cold start. Webhooks are
delivered under the system's certificates, which stay as they are.
"""

from pathlib import Path
from typing import Final

# https://www.amazontrust.com/repository/ and, for endpoints that have not moved there, DigiCert's.
ROOTS: Final = (
    "Amazon Root CA 1",
    "Amazon Root CA 2",
    "Amazon Root CA 3",
    "Amazon Root CA 4",
    "Starfield Services Root Certificate Authority - G2",
    "Starfield Class 2 CA",
    "DigiCert Global Root CA",
    "DigiCert Global Root G2",
)


def trim(bundle: Path) -> None:
    """Leave in `bundle` only ROOTS. Raises ValueError when it has none of Amazon's own."""
    certificates = bundle.read_text(encoding="utf-8").split("\n# Issuer: ")
    kept = [text for text in certificates if any(f'# Label: "{root}"\n' in text for root in ROOTS)]
    if not any('# Label: "Amazon Root CA 1"\n' in text for text in kept):
        raise ValueError(f"{bundle.name} has no certificate of Amazon's")
    bundle.write_text("".join(f"\n# Issuer: {text}" for text in kept), encoding="utf-8")
