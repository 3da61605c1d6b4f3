"""Items beside records: each kind writes them under its own key and name."""

import pytest

from gather.table.conditions import equal
from gather.table.item_kind import ItemKind
from gather.table.keys import Key
from gather.table.store import ConditionFailed, Table


def invite_key(token: str) -> Key:
    """Returns the key of an invite."""
    return Key(f"INVITE#{token}", "POINTER")


INVITE = ItemKind("INVITE", invite_key)
COUNT = ItemKind(None, invite_key)


def test_an_item_has_its_key_and_says_what_it_is() -> None:
    item = INVITE.at("t").item(id="1")

    assert item == {"pk": "INVITE#t", "sk": "POINTER", "entity": "INVITE", "id": "1"}
    assert INVITE.includes(item)
    assert COUNT.at("t").item(amount=1) == {"pk": "INVITE#t", "sk": "POINTER", "amount": 1}
    assert Key.of(item) == INVITE.key("t")


def test_a_new_item_is_not_written_over_another(table: Table) -> None:
    table.write(INVITE.at("t").new(id="1"))

    with pytest.raises(ConditionFailed) as failed:
        table.write(INVITE.at("t").new(id="2"))
    table.write(INVITE.at("u").new(id="2"))

    assert failed.value.item is not None
    assert failed.value.item["id"] == "1"


def test_an_item_is_replaced_and_removed_as_long_as_it_is_what_it_was(table: Table) -> None:
    place = INVITE.at("t")
    table.write(place.put(id="1"))

    table.write(place.replace(equal("id", "1"), id="2"))
    for late in (place.replace(equal("id", "1"), id="3"), place.delete(equal("id", "1"))):
        with pytest.raises(ConditionFailed):
            table.write(late)
    stored = table.get(place.key)
    table.write(place.delete(equal("id", "2")))

    assert stored is not None
    assert stored["id"] == "2"
    assert table.get(place.key) is None
