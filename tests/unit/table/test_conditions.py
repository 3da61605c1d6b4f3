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
    ("condition", "expression", "values"),
    [
        (present(), "attribute_exists(pk)", {}),
        (absent(), "attribute_not_exists(pk)", {}),
        (has("used"), "attribute_exists(#used)", {}),
        (lacks("used"), "attribute_not_exists(#used)", {}),
        (equal("used", 3), "#used = :is_used", {":is_used": 3}),
        (below("used", 3), "#used < :below_used", {":below_used": 3}),
        (at_most("used", 3), "#used <= :most_used", {":most_used": 3}),
        (after("used", 3), "#used > :after_used", {":after_used": 3}),
        (between("used", 3, 5), "#used BETWEEN :low_used AND :high_used", {":low_used": 3, ":high_used": 5}),
        (begins("used", "a"), "begins_with(#used, :start_used)", {":start_used": "a"}),
        (contains("used", "a"), "contains(#used, :in_used)", {":in_used": "a"}),
    ],
)
def test_a_condition_names_its_attribute_and_value_by_placeholders(
    condition: Condition, expression: str, values: dict[str, object]
) -> None:
    names = {} if "pk" in expression else {"#used": "used"}

    assert (condition.expression, condition.names, condition.values) == (expression, names, values)


def test_one_of_several_holds_within_all_of_several() -> None:
    alive = present() & lacks("revokedAt") & (lacks("expiresAt") | after("expiresAt", "now"))

    assert alive.expression == (
        "attribute_exists(pk) AND attribute_not_exists(#revokedAt)"
        " AND (attribute_not_exists(#expiresAt) OR #expiresAt > :after_expiresAt)"
    )
    assert alive.names == {"#revokedAt": "revokedAt", "#expiresAt": "expiresAt"}
    assert alive.values == {":after_expiresAt": "now"}


def test_an_attribute_is_compared_with_several_values_in_several_ways() -> None:
    both = at_most("used", 9) & after("used", 3)

    assert both.values == {":most_used": 9, ":after_used": 3}


def test_two_values_for_one_placeholder_are_a_mistake() -> None:
    with pytest.raises(ValueError, match=":is_status"):
        equal("status", "new") | equal("status", "old")


def test_an_attribute_may_have_any_name() -> None:
    strange = equal("mark:e-mail", "sent")

    ((name, attribute),) = strange.names.items()
    ((placeholder, value),) = strange.values.items()
    assert (attribute, value) == ("mark:e-mail", "sent")
    assert name[1:].isalnum()
    assert strange.expression == f"{name} = {placeholder}"
