"""DynamoDB's expressions: what they say is parsed once and then asked of each item.

holds = condition("attribute_exists(pk) AND #n < :v0")
holds(item, Placeholders(names={"#n": "count"}, values={":v0": {"N": "3"}}))
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import lru_cache
from typing import Any, Final

from simulation.table.refusals import invalid
from simulation.table.values import Attribute, Attributes, equals, kind_of, size_of, sortable

_TOKEN: Final = re.compile(r"\s*(?:(?P<word>[#:]?[A-Za-z0-9_]+)|(?P<sign><>|<=|>=|[=<>(),+\-.\[\]]))")
_COMPARISONS: Final = ("=", "<>", "<", "<=", ">", ">=")
_KEPT: Final = 4_096


@dataclass(frozen=True, slots=True)
class Placeholders:
    """What the placeholders of a request stand for, and which of them its expressions have used."""

    names: Mapping[str, str] = field(default_factory=dict)
    values: Mapping[str, Attribute] = field(default_factory=dict)

    def name(self, word: str) -> str:
        """The attribute that a word names. Raises the fault of a request that lacks it."""
        if not word.startswith("#"):
            return word
        if word not in self.names:
            raise invalid(f"An expression attribute name used in the document path is not defined: {word}")
        return self.names[word]

    def value(self, word: str) -> Attribute:
        """The value of a placeholder. Raises the fault of a request that lacks it."""
        if word not in self.values:
            raise invalid(f"An expression attribute value used in expression is not defined: {word}")
        return self.values[word]

    def check_used(self, *texts: str | None) -> None:
        """Raise the fault of a request with placeholders that none of its expressions uses."""
        used = {word for text in texts if text is not None for word in _words(text)}
        for what, given in (("Names", self.names), ("Values", self.values)):
            if unused := sorted(given.keys() - used):
                raise invalid(
                    f"Value provided in ExpressionAttribute{what} unused in expressions: keys: {{{unused}}}"
                )


Operand = Callable[[Attributes, Placeholders], Attribute | None]
"""The value of a part of an expression in an item; None where the item has none."""
Test = Callable[[Attributes, Placeholders], bool]
"""Whether an item is as a condition says."""
Assign = Callable[[dict[str, Any], Attributes, Placeholders], None]
"""Changes the first, a copy of the second: what an update does to an item."""


@lru_cache(_KEPT)
def condition(text: str) -> Test:
    """The test of a condition, a filter or a key condition. Raises the fault of a malformed one."""
    parser = _ExpressionParser(text)
    test = parser.either()
    parser.end()
    return test


@lru_cache(_KEPT)
def update(text: str) -> Sequence[Assign]:
    """The changes of an update, all of which see the item as it was. Raises the fault of a malformed one."""
    parser = _ExpressionParser(text)
    changes: list[Assign] = []
    while not parser.is_at_end:
        clause = parser.take_word().upper()
        if clause not in _CLAUSES:
            raise invalid(f"Invalid UpdateExpression: Syntax error; token: {clause!r}")
        changes.append(_CLAUSES[clause](parser))
        while parser.take_if(","):
            changes.append(_CLAUSES[clause](parser))
    return tuple(changes)


@lru_cache(_KEPT)
def _words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"[#:][A-Za-z0-9_]+", text))


class _ExpressionParser:
    """Reads an expression from its beginning to its end."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens: list[str] = []
        place = 0
        stripped = text.rstrip()
        while place < len(stripped):
            found = _TOKEN.match(stripped, place)
            if found is None:
                raise invalid(f"Invalid expression: Syntax error near {text[place : place + 10]!r}")
            self._tokens.append(found["word"] or found["sign"])
            place = found.end()
        self._at = 0

    @property
    def is_at_end(self) -> bool:
        return self._at == len(self._tokens)

    def peek(self) -> str:
        return "" if self.is_at_end else self._tokens[self._at]

    def take(self) -> str:
        token = self.peek()
        if token == "":
            raise invalid(f"Invalid expression: Syntax error; it ends early: {self._text!r}")
        self._at += 1
        return token

    def take_word(self) -> str:
        token = self.take()
        if not re.fullmatch(r"[#:]?\w+", token):
            raise invalid(f"Invalid expression: Syntax error; token: {token!r}")
        return token

    def take_if(self, token: str) -> bool:
        if self.peek().upper() != token:
            return False
        self._at += 1
        return True

    def expect(self, token: str) -> None:
        if not self.take_if(token):
            raise invalid(f"Invalid expression: Syntax error; token: {self.peek()!r}, expected {token!r}")

    def end(self) -> None:
        if not self.is_at_end:
            raise invalid(f"Invalid expression: Syntax error; token: {self.peek()!r}")

    def either(self) -> Test:
        tests = [self.all()]
        while self.take_if("OR"):
            tests.append(self.all())
        if len(tests) == 1:
            return tests[0]
        return lambda item, known: any(test(item, known) for test in tests)

    def all(self) -> Test:
        tests = [self.negation()]
        while self.take_if("AND"):
            tests.append(self.negation())
        if len(tests) == 1:
            return tests[0]
        return lambda item, known: all(test(item, known) for test in tests)

    def negation(self) -> Test:
        if self.take_if("NOT"):
            test = self.negation()
            return lambda item, known: not test(item, known)
        return self.test()

    def test(self) -> Test:
        if self.take_if("("):
            inner = self.either()
            self.expect(")")
            return inner
        function = self.peek()
        if function in _TESTS:
            self.take()
            return _TESTS[function](*self.arguments())
        left = self.operand()
        if self.take_if("BETWEEN"):
            low = self.operand()
            self.expect("AND")
            high = self.operand()
            return lambda item, known: (
                _compare(">=", left(item, known), low(item, known))
                and _compare("<=", left(item, known), high(item, known))
            )
        if self.take_if("IN"):
            choices = self.arguments()
            return lambda item, known: any(
                _compare("=", left(item, known), choice(item, known)) for choice in choices
            )
        sign = self.take()
        if sign not in _COMPARISONS:
            raise invalid(f"Invalid expression: Syntax error; token: {sign!r}")
        right = self.operand()
        return lambda item, known: _compare(sign, left(item, known), right(item, known))

    def arguments(self) -> list[Operand]:
        self.expect("(")
        found = [self.operand()]
        while self.take_if(","):
            found.append(self.operand())
        self.expect(")")
        return found

    def operand(self) -> Operand:
        word = self.take_word()
        if word == "size":
            (measured,) = self.arguments()
            return lambda item, known: _size(measured(item, known))
        if word == "if_not_exists":
            there, instead = self.arguments()
            return lambda item, known: there(item, known) or instead(item, known)
        if word == "list_append":
            first, second = self.arguments()
            return lambda item, known: _appended(first(item, known), second(item, known))
        if word.startswith(":"):
            return lambda _item, known: known.value(word)
        return lambda item, known: item.get(known.name(word))

    def path(self) -> str:
        word = self.take_word()
        if word.startswith(":"):
            raise invalid(f"Invalid UpdateExpression: Syntax error; token: {word!r}")
        return word


def _compare(sign: str, left: Attribute | None, right: Attribute | None) -> bool:
    if left is None or right is None:
        # What is not there differs from everything, and compares to nothing.
        return sign == "<>"
    if sign == "=":
        return equals(left, right)
    if sign == "<>":
        return not equals(left, right)
    mine, yours = sortable(left), sortable(right)
    if mine is None or yours is None or mine[0] != yours[0]:
        return False
    if sign == "<":
        return bool(mine[1] < yours[1])
    if sign == "<=":
        return bool(mine[1] <= yours[1])
    return bool(mine[1] > yours[1]) if sign == ">" else bool(mine[1] >= yours[1])


def _exists(path: Operand) -> Test:
    return lambda item, known: path(item, known) is not None


def _is_absent(path: Operand) -> Test:
    return lambda item, known: path(item, known) is None


def _begins(path: Operand, start: Operand) -> Test:
    def test(item: Attributes, known: Placeholders) -> bool:
        value, beginning = path(item, known), start(item, known)
        if value is None or beginning is None or "S" not in value or "S" not in beginning:
            return False
        return bool(value["S"].startswith(beginning["S"]))

    return test


def _contains(path: Operand, wanted: Operand) -> Test:
    def test(item: Attributes, known: Placeholders) -> bool:
        value, part = path(item, known), wanted(item, known)
        if value is None or part is None:
            return False
        ((kind, content),) = value.items()
        if kind == "L":
            return any(equals(each, part) for each in content)
        if kind == "S":
            return "S" in part and part["S"] in content
        return kind in ("SS", "NS") and part.get(kind[0]) in content

    return test


def _has_type(path: Operand, wanted: Operand) -> Test:
    def test(item: Attributes, known: Placeholders) -> bool:
        value, kind = path(item, known), wanted(item, known)
        return value is not None and kind is not None and kind_of(value) == kind.get("S")

    return test


def _size(value: Attribute | None) -> Attribute | None:
    if value is None:
        return None
    ((kind, content),) = value.items()
    return {"N": str(size_of(value) if kind == "S" else len(content))}


def _appended(first: Attribute | None, second: Attribute | None) -> Attribute:
    if first is None or second is None:
        raise invalid("The provided expression refers to an attribute that does not exist in the item")
    if "L" not in first or "L" not in second:
        raise invalid("An operand in the update expression has an incorrect data type")
    return {"L": [*first["L"], *second["L"]]}


_TESTS: Final[Mapping[str, Callable[..., Test]]] = {
    "attribute_exists": _exists,
    "attribute_not_exists": _is_absent,
    "begins_with": _begins,
    "contains": _contains,
    "attribute_type": _has_type,
}


def _set(parser: _ExpressionParser) -> Assign:
    path = parser.path()
    parser.expect("=")
    value = parser.operand()
    sign = parser.take() if parser.peek() in ("+", "-") else ""
    other = parser.operand() if sign else None

    def assign(changed: dict[str, Any], item: Attributes, known: Placeholders) -> None:
        given = value(item, known)
        if other is not None:
            given = _summed(sign, given, other(item, known))
        if given is None:
            raise invalid("The provided expression refers to an attribute that does not exist in the item")
        changed[known.name(path)] = given

    return assign


def _summed(sign: str, left: Attribute | None, right: Attribute | None) -> Attribute:
    if left is None or right is None:
        raise invalid("The provided expression refers to an attribute that does not exist in the item")
    if "N" not in left or "N" not in right:
        raise invalid("An operand in the update expression has an incorrect data type")
    mine, yours = Decimal(left["N"]), Decimal(right["N"])
    return {"N": _written(mine + yours if sign == "+" else mine - yours)}


def _add(parser: _ExpressionParser) -> Assign:
    path = parser.path()
    value = parser.take_word()

    def assign(changed: dict[str, Any], item: Attributes, known: Placeholders) -> None:
        name, added = known.name(path), known.value(value)
        kind = kind_of(added)
        before = item.get(name)
        if kind not in ("N", "SS", "NS") or (before is not None and kind_of(before) != kind):
            raise invalid("An operand in the update expression has an incorrect data type")
        if before is None:
            changed[name] = added
        elif kind == "N":
            changed[name] = {"N": _written(Decimal(before["N"]) + Decimal(added["N"]))}
        else:
            changed[name] = {kind: sorted({*before[kind], *added[kind]})}

    return assign


def _remove(parser: _ExpressionParser) -> Assign:
    path = parser.path()

    def assign(changed: dict[str, Any], _item: Attributes, known: Placeholders) -> None:
        changed.pop(known.name(path), None)

    return assign


def _written(number: Decimal) -> str:
    return format(number.normalize(), "f")


_CLAUSES: Final[Mapping[str, Callable[[_ExpressionParser], Assign]]] = {
    "SET": _set,
    "ADD": _add,
    "REMOVE": _remove,
}
