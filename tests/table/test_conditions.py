"""Conditions: what is written of them, and how they combine."""

import pytest

from gather.table.conditions import (
    Condition,
    absent,
    after,
    at_most,
    begins,
    below,
    between,
    contains,
    equal,
    has,
    lacks,
    present,
)


@pytest.mark.parametrize(
    ("condition", "text", "values"),
    [
        (present(), "attribute_exists(pk)", ()),
        (absent(), "attribute_not_exists(pk)", ()),
        (has("used"), "attribute_exists(#used)", ()),
        (lacks("used"), "attribute_not_exists(#used)", ()),
        (equal("used", 3), "#used = :v0", (3,)),
        (below("used", 3), "#used < :v0", (3,)),
        (at_most("used", 3), "#used <= :v0", (3,)),
        (after("used", 3), "#used > :v0", (3,)),
        (between("used", 3, 5), "#used BETWEEN :v0 AND :v1", (3, 5)),
        (begins("used", "a"), "begins_with(#used, :v0)", ("a",)),
        (contains("used", "a"), "contains(#used, :v0)", ("a",)),
    ],
)
def test_a_condition_has_placeholders_for_its_attribute_and_its_values(
    condition: Condition, text: str, values: tuple[object, ...]
) -> None:
    names = {} if "pk" in text else {"#used": "used"}

    assert (condition.phrase.text, condition.phrase.names, condition.values) == (text, names, values)
    assert condition.phrase.size == len(values)


def test_one_of_several_holds_within_all_of_several() -> None:
    alive = present() & lacks("revokedAt") & (lacks("expiresAt") | after("expiresAt", "now"))

    assert alive.phrase.text == (
        "attribute_exists(pk) AND attribute_not_exists(#revokedAt)"
        " AND (attribute_not_exists(#expiresAt) OR #expiresAt > :v0)"
    )
    assert alive.phrase.names == {"#revokedAt": "revokedAt", "#expiresAt": "expiresAt"}
    assert alive.values == ("now",)


def test_values_stay_with_their_comparisons() -> None:
    either = equal("status", "new") | equal("status", "old")

    assert (between("used", 3, 9) & either & below("size", 5)).phrase.text == (
        "#used BETWEEN :v0 AND :v1 AND (#status = :v2 OR #status = :v3) AND #size < :v4"
    )
    assert (between("used", 3, 9) & either & below("size", 5)).values == (3, 9, "new", "old", 5)


def test_an_attribute_may_have_any_name() -> None:
    strange = equal("mark:e-mail", "sent").phrase

    ((placeholder, name),) = strange.names.items()
    assert name == "mark:e-mail"
    assert placeholder[1:].isalnum()
    assert strange.text == f"{placeholder} = :v0"
