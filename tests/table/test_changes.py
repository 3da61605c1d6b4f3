"""Updates: what is written of a change, and what DynamoDB makes of it."""

import pytest

from gather.table.changes import Update
from gather.table.conditions import below, equal, lacks, present
from gather.table.item_kind import ItemKind
from gather.table.keys import Key
from gather.table.store import ConditionFailed, Table

PLACE = ItemKind("THING", lambda name: Key(f"THING#{name}", "RECORD")).at("a")


def test_a_change_says_what_it_sets_counts_and_removes() -> None:
    change = Update(
        set={"name": "Ada"},
        set_once={"since": 1},
        append={"teams": ["t"]},
        add={"used": 1},
        remove=["until"],
        condition=below("used", 9),
    )

    texts = change.texts()

    assert texts.change == (
        "SET #name = :v0, #since = if_not_exists(#since, :v1), #teams = list_append(#teams, :v2)"
        " ADD #used :v3 REMOVE #until"
    )
    assert texts.condition == "#used < :v4"
    assert texts.names == {f"#{name}": name for name in ("name", "since", "teams", "used", "until")}
    assert change.values() == ("Ada", 1, ["t"], 1, 9)


def test_the_table_makes_the_change(table: Table) -> None:
    table.write(PLACE.new(name="Ada", teams=["t"], until=1, since=5))

    changed = table.update(
        PLACE.key,
        Update(
            set={"name": "Bo"},
            set_once={"since": 9, "first": 9},
            append={"teams": ["u"]},
            add={"used": 2},
            remove=["until"],
            condition=present() & lacks("used"),
        ),
    )

    assert changed == {
        "pk": "THING#a",
        "sk": "RECORD",
        "entity": "THING",
        "writeMark": changed["writeMark"],
        "name": "Bo",
        "teams": ["t", "u"],
        "since": 5,
        "first": 9,
        "used": 2,
    }


def test_a_change_whose_condition_does_not_hold_changes_nothing(table: Table) -> None:
    table.write(PLACE.put(status="old"))

    with pytest.raises(ConditionFailed):
        table.update(PLACE.key, Update(set={"status": "new"}, condition=equal("status", "other")))

    stored = table.get(PLACE.key)
    assert stored is not None
    assert stored["status"] == "old"
