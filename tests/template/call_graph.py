"""The call graph of the deployed code, from its types: functions, methods, classes, module-level names.

mypy types the code. Each function, method, class and module-level name then is a node, which uses the nodes
that its code refers to. A reference counts as a use even when the code only passes it on, because the
receiver of a function may call it. Code inside a function, such as a closure, belongs to the function.

A call of a method leads to the method of the object's declared type. Where that is a base class or a
protocol, it also leads to the methods of the classes that stand behind it, once the code uses these classes.
"""

import os
import re
import shutil
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache, cached_property
from pathlib import Path

from mypy import build, nodes
from mypy.main import process_options
from mypy.modulefinder import BuildSource
from mypy.nodes import (
    Argument,
    AssignmentStmt,
    Block,
    CallExpr,
    ClassDef,
    Decorator,
    Expression,
    FuncDef,
    IfStmt,
    IndexExpr,
    IntExpr,
    Lvalue,
    MemberExpr,
    MypyFile,
    NameExpr,
    Node,
    OverloadedFuncDef,
    RefExpr,
    Statement,
    StrExpr,
    SuperExpr,
    SymbolNode,
    TupleExpr,
    TypeInfo,
)
from mypy.state import state
from mypy.subtypes import is_subtype
from mypy.types import (
    CallableType,
    Instance,
    Overloaded,
    TupleType,
    Type,
    TypeType,
    TypeVarType,
    UnionType,
    get_proper_type,
)
from mypy.typevars import fill_typevars

REPOSITORY = Path(__file__).parents[2]
ROOTS = (REPOSITORY / "layers" / "shared", REPOSITORY / "functions")
# Each of the processes of a run has its own.
_CACHE = REPOSITORY / ".mypy_cache" / f"call_graph_{os.environ.get('PYTEST_XDIST_WORKER', '')}"

_KEY_RANGE = "gather.table.store.KeyRange"
_SLOTS = "gather.table.listing.SLOTS"
_PAGE = "gather.table.record_reader.RecordReader.page"
_OF_RECORDS = {"gather.table.kind.Kind", "gather.table.kind.Stored"}
_BODY = "<body>"


class CallGraph:
    """Nodes by their full names, each with the nodes that it uses.

    Queries name their index by a node of its own, such as `index due`; those of the table itself use `index`.
    A call that takes records of a model also uses the node `function[model]`.
    """

    def __init__(self) -> None:
        self.uses: dict[str, set[str]] = defaultdict(set)
        self.decorated: set[str] = set()
        self.behind: dict[str, set[str]] = defaultdict(set)
        """The classes that may stand behind a base class or a protocol."""
        self.bases: dict[str, set[str]] = defaultdict(set)
        """The base classes and protocols of each of these classes."""

    def stands_behind(self, name: str, base: str) -> None:
        """Note that a call of a method of `base` may be one of the class `name`."""
        self.behind[base].add(name)
        self.bases[name].add(base)

    def reachable(self, roots: Iterable[str], without: Collection[str] = ()) -> set[str]:
        """Returns all nodes that the roots use, directly or not, except through the nodes `without`."""
        seen: set[str] = set()
        waiting = list(roots)
        asked: dict[str, set[str]] = defaultdict(set)
        while waiting:
            node = waiting.pop()
            if node in seen or node in without:
                continue
            seen.add(node)
            waiting += self.uses.get(node, ())
            owner, _, name = node.rpartition(".")
            if owner in self.behind:
                asked[owner].add(name)
                waiting += [f"{each}.{name}" for each in self.behind[owner] & seen]
            waiting += [f"{node}.{name}" for base in self.bases.get(node, ()) for name in asked[base]]
        return seen

    def entry(self, module: str) -> set[str]:
        """Returns the nodes of a handler's module that Lambda runs: decorated declarations and `handler`."""
        declared = {node for node in self.decorated if node.rpartition(".")[0] == module}
        return {f"{module}.handler", f"{module}.{_BODY}", *declared}


@cache
def call_graph() -> CallGraph:
    """Returns the graph of the deployed code."""
    result = _typed()
    graph = CallGraph()
    modules = {source.module for source in _sources()}
    for module in sorted(modules):
        _ModuleReader(graph, result.files[module], result.types).read()
    _find_classes_behind(graph, [result.files[module] for module in sorted(modules)])
    return graph


def _sources() -> Iterator[BuildSource]:
    for root in ROOTS:
        for file in sorted(root.rglob("*.py")):
            parts = file.relative_to(root).with_suffix("").parts
            module = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            # A module that is given with its text is read anew; libraries come from mypy's cache.
            yield BuildSource(str(file), module, file.read_text())


def _typed() -> build.BuildResult:
    configuration = str(REPOSITORY / "pyproject.toml")
    _, options = process_options(["--config-file", configuration, *(str(root) for root in ROOTS)])
    options.export_types = True
    options.preserve_asts = True
    options.cache_dir = str(_CACHE)
    checked = _CACHE.parent / f"{options.python_version[0]}.{options.python_version[1]}"
    if checked.is_dir() and not _CACHE.exists():
        shutil.copytree(checked, _CACHE / checked.name)
    result = build.build(list(_sources()), options)
    if result.errors:
        raise AssertionError("\n".join(result.errors))
    return result


class _ModuleReader:
    """Reads the uses in the code of one module."""

    def __init__(self, graph: CallGraph, file: MypyFile, types: Mapping[Expression, Type]) -> None:
        self._graph = graph
        self._file = file
        self._types = types

    def read(self) -> None:
        """Read the whole module."""
        for statement in self._file.defs:
            self._read(statement, f"{self._file.fullname}.{_BODY}", is_outermost=True)

    def _read(self, node: Node, owner: str, *, is_outermost: bool = False) -> None:
        """Read a node that belongs to `owner`. Outermost functions, classes and names own their content."""
        if isinstance(node, ClassDef) and is_outermost:
            self._read_class(node)
            return
        if isinstance(node, OverloadedFuncDef):
            for item in (*node.items, *([node.impl] if node.impl else [])):
                self._read(item, owner, is_outermost=is_outermost)
            return
        if isinstance(node, Decorator | FuncDef) and is_outermost:
            owner, is_outermost = node.fullname, False
            if isinstance(node, Decorator):
                self._graph.decorated.add(owner)
                for decorator in node.original_decorators:
                    self._read(decorator, owner)
                node = node.func
        elif isinstance(node, AssignmentStmt) and is_outermost and owner.endswith(_BODY):
            target = node.lvalues[0]
            if isinstance(target, NameExpr):
                owner = f"{self._file.fullname}.{target.name}"
        self._graph.uses[owner] |= self._used(node)
        for child in _children(node):
            self._read(child, owner, is_outermost=is_outermost and isinstance(node, Block | IfStmt))

    def _read_class(self, node: ClassDef) -> None:
        owner = node.info.fullname
        self._graph.uses[owner] |= {base.fullname for base in node.info.mro[1:]}
        self._graph.uses[owner] |= {f"{owner}.{name}" for name in node.info.names if _SPECIAL.fullmatch(name)}
        for statement in node.defs.body:
            self._read(statement, owner, is_outermost=True)

    def _used(self, node: Node) -> set[str]:
        """Returns the nodes that a node refers to by itself."""
        if isinstance(node, RefExpr) and node.fullname and "." in node.fullname:
            return {node.fullname}
        if isinstance(node, MemberExpr):
            if node.expr not in self._types and not _is_class(node.expr):
                raise ValueError(f"{self._file.path}:{node.line} has no types; mypy takes it for unreachable")
            return {_member(owner, node.name) for owner in _classes(self._types.get(node.expr))}
        if isinstance(node, SuperExpr) and node.info is not None:
            return {_member(node.info.mro[1], node.name)}
        if isinstance(node, CallExpr):
            return self._used_by_call(node)
        return set()

    def _used_by_call(self, call: CallExpr) -> set[str]:
        called = call.callee
        used = {_member(owner, "__call__") for owner in _classes(self._types.get(called))}
        if isinstance(called, RefExpr) and called.fullname == _KEY_RANGE:
            used |= self._index(_argument(call, "index", 1))
        if isinstance(called, MemberExpr) and called.name == "page":
            owners = _classes(self._types.get(called.expr))
            if any(_member(owner, called.name) == _PAGE for owner in owners):
                used |= self._page(call)
        records = {record for argument in call.args for record in _records(self._types.get(argument))}
        return used | {f"{name}[{record}]" for record in records for name in self._used(called)}

    def _page(self, call: CallExpr) -> set[str]:
        """Returns a page's indexes: that of its slot, and the thin one of a search over the first slot."""
        slot = _argument(call, "slot", 6)
        indexes = {"listing1"} if slot is None else self._slots(slot)
        if "listing1" in indexes and _argument(call, "search", 5) is not None:
            indexes.add("search")
        return {f"index {name}" for name in indexes}

    def _index(self, index: Expression | None) -> set[str]:
        if index is None:
            return {"index"}
        if isinstance(index, StrExpr):
            return {f"index {index.value}"}
        return {f"index {name}" for name in self._slots(index)}

    def _slots(self, expression: Node) -> set[str]:
        """Returns the indexes of the slots that an expression names, also by a name of its module."""
        if (
            isinstance(expression, IndexExpr)
            and isinstance(expression.base, RefExpr)
            and expression.base.fullname == _SLOTS
            and isinstance(expression.index, IntExpr)
        ):
            return {f"listing{expression.index.value + 1}"}
        if isinstance(expression, NameExpr) and isinstance(expression.node, FuncDef):
            return self._slots(expression.node.body)
        if isinstance(expression, NameExpr):
            given = [value for name, value in self._assigned if name is expression.node]
            return {name for value in given for name in self._slots(value)}
        return {name for child in _children(expression) for name in self._slots(child)}

    @cached_property
    def _assigned(self) -> list[tuple[SymbolNode | None, Expression]]:
        """The module's names with their values, also in functions. Names assigned together have the whole."""
        return [
            pair
            for statement in self._file.defs
            for node in _all_of(statement)
            if isinstance(node, AssignmentStmt)
            for pair in _pairs(node.lvalues[0], node.rvalue)
        ]


def _all_of(node: Node) -> Iterator[Node]:
    yield node
    for child in (*_children(node), *([node.func] if isinstance(node, Decorator) else [])):
        yield from _all_of(child)


def _pairs(target: Node, value: Expression) -> Iterator[tuple[SymbolNode | None, Expression]]:
    if isinstance(target, NameExpr):
        yield target.node, value
    elif isinstance(target, TupleExpr):
        parts = value.items if isinstance(value, TupleExpr) else [value] * len(target.items)
        for name, part in zip(target.items, parts, strict=True):
            yield from _pairs(name, part)


# Attributes of nodes that lead elsewhere: to what a name stands for, or to a second form of the same code.
_ELSEWHERE = {"expanded", "node", "info", "impl", "original_def", "analyzed", "definition", "func", "var"}
_SPECIAL = re.compile(r"__\w+__")


@cache
def _attributes(kind_name: str) -> tuple[str, ...]:
    """Returns the attributes of a kind of nodes that hold their content."""
    kind: type[Node] = getattr(nodes, kind_name)
    names = {name for base in kind.__mro__ for name in getattr(base, "__mypyc_attrs__", ())}
    elsewhere = _ELSEWHERE - {"func"} if issubclass(kind, Decorator) else _ELSEWHERE
    return tuple(sorted(names - elsewhere))


def _children(node: Node) -> Iterator[Node]:
    for name in _attributes(type(node).__name__):
        yield from _nodes(getattr(node, name, None))


def _nodes(value: object) -> Iterator[Node]:
    if isinstance(value, Statement | Expression | Block | Argument | Lvalue):
        yield value
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _nodes(each)


def _argument(call: CallExpr, name: str, position: int) -> Expression | None:
    """Returns the argument of a call by its name or position, or None."""
    if name in call.arg_names:
        return call.args[call.arg_names.index(name)]
    positional = [
        argument for argument, given in zip(call.args, call.arg_names, strict=True) if given is None
    ]
    return positional[position] if len(positional) > position else None


def _is_class(expression: Expression) -> bool:
    return isinstance(expression, RefExpr) and isinstance(expression.node, TypeInfo)


def _member(owner: TypeInfo, name: str) -> str:
    """Returns the full name of a member, with the class that defines it."""
    for each in owner.mro:
        if name in each.names:
            return f"{each.fullname}.{name}"
    return f"{owner.fullname}.{name}"


def _classes(found: Type | None) -> Iterator[TypeInfo]:
    """Yields the classes whose members an expression of a type has."""
    if found is None:
        return
    proper = get_proper_type(found)
    if isinstance(proper, Instance):
        yield proper.type
    elif isinstance(proper, UnionType):
        for item in proper.items:
            yield from _classes(item)
    elif isinstance(proper, TypeVarType):
        yield from _classes(proper.upper_bound)
    elif isinstance(proper, TupleType):
        yield from _classes(proper.partial_fallback)
    elif isinstance(proper, TypeType):
        yield from _classes(proper.item)
    elif isinstance(proper, CallableType | Overloaded) and proper.is_type_obj():
        yield proper.type_object()


def _records(found: Type | None) -> Iterator[str]:
    """Yields the models of the records whose kinds an argument has."""
    proper = get_proper_type(found)
    if isinstance(proper, Instance) and proper.type.fullname in _OF_RECORDS:
        model = get_proper_type(proper.args[0])
        if isinstance(model, Instance):
            yield model.type.fullname


def _find_classes_behind(graph: CallGraph, files: Iterable[MypyFile]) -> None:
    classes = [
        node.node
        for file in files
        for node in file.names.values()
        if isinstance(node.node, TypeInfo) and node.node.module_name == file.fullname
    ]
    protocols = [each for each in classes if each.is_protocol]
    with state.strict_optional_set(True):
        for each in classes:
            for base in each.mro[1:]:
                graph.stands_behind(each.fullname, base.fullname)
            for protocol in protocols:
                if each is not protocol and is_subtype(fill_typevars(each), fill_typevars(protocol)):
                    graph.stands_behind(each.fullname, protocol.fullname)
