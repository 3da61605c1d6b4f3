"""Types `Model.changed(**fields)`: each keyword is a field of the model, and its value has the field's type.

A plug-in of mypy, which runs after pydantic's and reads the fields that it found. Without it no call of
`changed` with a field passes the check.
"""

from collections.abc import Callable

from mypy.nodes import ARG_NAMED_OPT, Var
from mypy.plugin import MethodSigContext, Plugin
from mypy.types import FunctionLike, Instance, Type, get_proper_type
from pydantic.mypy import METADATA_KEY

MODEL = "gather.core.model.Model"
METHOD = "changed"


class ChangedFields(Plugin):
    """Gives `changed` a signature of its own on each model."""

    def get_method_signature_hook(self, fullname: str) -> Callable[[MethodSigContext], FunctionLike] | None:
        """The hook for a call of `changed`, if `fullname` is one."""
        return _signature if fullname.rpartition(".")[2] == METHOD else None


def _signature(context: MethodSigContext) -> FunctionLike:
    model = get_proper_type(context.type)
    signature = context.default_signature
    if not isinstance(model, Instance) or not model.type.has_base(MODEL):
        return signature
    fields = _fields(model)
    return signature.copy_modified(
        arg_types=list(fields.values()),
        arg_kinds=[ARG_NAMED_OPT] * len(fields),
        arg_names=list(fields),
    )


def _fields(model: Instance) -> dict[str, Type]:
    """The fields of a model and its bases, each with its type."""
    names = {
        name: None
        for base in model.type.mro
        for name in base.metadata.get(METADATA_KEY, {}).get("fields", {})
    }
    symbols = {name: model.type.get(name) for name in names}
    return {
        name: symbol.node.type
        for name, symbol in symbols.items()
        if symbol is not None and isinstance(symbol.node, Var) and symbol.node.type is not None
    }


def plugin(_version: str) -> type[Plugin]:
    """mypy's way in."""
    return ChangedFields
