"""The secret of the deployment: marks of addresses and links are made under it.

It is made once and never changes."""

import base64
import secrets
from collections.abc import Mapping
from typing import Final

from gather.table.conversion import Item
from gather.table.item_kind import ItemKind
from gather.table.keys import Key, pointer
from gather.table.store import ConditionFailed, Table

SECRET_BYTES: Final = 32


def deployment_secret_key() -> Key:
    """The secret of the deployment under which addresses are marked."""
    return pointer("OPTOUTSECRET", "1")


DEPLOYMENT_SECRET = ItemKind("OPT_OUT_SECRET", deployment_secret_key)


def secret_among(found: Mapping[Key, Item]) -> bytes | None:
    """The secret among items that were read; None where it is not there."""
    item = found.get(DEPLOYMENT_SECRET.key())
    return None if item is None else base64.b64decode(item["secret"])


def find_secret(table: Table) -> bytes | None:
    """The secret, or None before it was first needed: then nobody has a link and nobody has opted out.

    One round trip.
    """
    return secret_among(table.get_many([DEPLOYMENT_SECRET.key()]))


def get_or_create_secret(table: Table) -> bytes:
    """The secret, made where there is none. Of two that make it at once the first counts. Two round trips."""
    place = DEPLOYMENT_SECRET.at()
    fresh = base64.b64encode(secrets.token_bytes(SECRET_BYTES)).decode()
    try:
        table.write(place.new(secret=fresh))
    except ConditionFailed:
        item = table.get(place.key)
        fresh = fresh if item is None else item["secret"]
    return base64.b64decode(fresh)
