"""Evaluates policies as IAM does: whether their statements allow a request.

https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_evaluation-logic.html: nothing is allowed
that no statement allows, and one that denies wins. Only what the templates use is known; anything else is an
error, so that no rule is passed over.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

Context = Mapping[str, Sequence[str]]
"""The condition keys of a request, each with its values: several for dynamodb:LeadingKeys, else one."""


@dataclass(frozen=True, slots=True)
class AccessRequest:
    """An action on a resource, which is named by its ARN."""

    action: str
    resource: str
    context: Context = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement of a policy. `services` and `others` are its principals, in a policy of a resource."""

    allows: bool
    actions: tuple[str, ...]
    resources: tuple[str, ...]
    conditions: tuple[tuple[str, str, tuple[str, ...]], ...]
    services: tuple[str, ...] = ()
    others: tuple[str, ...] = ()

    @classmethod
    def of(cls, told: Mapping[str, Any]) -> "Statement":
        """Makes it from a statement without references. Raises ValueError for unknown members."""
        unknown = told.keys() - {"Sid", "Effect", "Action", "Resource", "Condition", "Principal"}
        if unknown:
            raise ValueError(f"policies with {', '.join(sorted(unknown))} are not known")
        principal = told.get("Principal", {})
        named = {"AWS": principal} if isinstance(principal, str) else principal
        return cls(
            told["Effect"] == "Allow",
            tuple(_listed(told["Action"])),
            tuple(_listed(told.get("Resource", "*"))),
            tuple(
                (operator, key, tuple(map(str, _listed(values))))
                for operator, keys in told.get("Condition", {}).items()
                for key, values in keys.items()
            ),
            tuple(_listed(named.get("Service", []))),
            tuple(_listed(named.get("AWS", []))),
        )

    def is_about(self, action: str, resource: str) -> bool:
        """Whether the statement is about an action on a resource, if its conditions hold."""
        names_action = any(_is_like(action.lower(), each.lower()) for each in self.actions)
        return names_action and any(_is_like(resource, each) for each in self.resources)

    def holds(self, context: Context) -> bool:
        """Whether its conditions hold."""
        return all(_holds(*condition, context) for condition in self.conditions)


def is_allowed(statements: Iterable[Statement], request: AccessRequest) -> bool:
    """Whether the statements allow the request, and none of them denies it."""
    covering = [
        statement.allows
        for statement in statements
        if statement.is_about(request.action, request.resource) and statement.holds(request.context)
    ]
    return bool(covering) and all(covering)


def _holds(operator: str, key: str, wanted: tuple[str, ...], context: Context) -> bool:
    """Whether a condition holds. A key that a request lacks meets only ForAllValues and IfExists."""
    quantifier, _, plain = operator.rpartition(":")
    if_exists = plain.endswith("IfExists")
    compare = _OPERATORS.get(plain.removesuffix("IfExists"))
    if compare is None or quantifier not in ("", "ForAllValues", "ForAnyValue"):
        raise ValueError(f"the condition {operator} is not known")
    values = context.get(key, ())
    if not values:
        return if_exists or quantifier == "ForAllValues"
    met = (any(compare(value, each) for each in wanted) for value in values)
    return any(met) if quantifier == "ForAnyValue" else all(met)


def _is_equal(value: str, wanted: str) -> bool:
    return value == wanted


def _is_like(value: str, pattern: str) -> bool:
    return _expression(pattern).fullmatch(value) is not None


@cache
def _expression(pattern: str) -> re.Pattern[str]:
    """`*` stands for any text and `?` for any character; nothing else is special."""
    return re.compile(re.escape(pattern).replace(r"\*", ".*").replace(r"\?", "."), re.DOTALL)


_OPERATORS: Mapping[str, Callable[[str, str], bool]] = {
    "StringEquals": _is_equal,
    "StringLike": _is_like,
    "ArnEquals": _is_like,
    "ArnLike": _is_like,
    "Bool": _is_equal,
}


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]
