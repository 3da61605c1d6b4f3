"""The template that SAM CLI serves: the built one, changed where `sam local` differs from a deployment."""

import copy
from collections.abc import Iterable, Mapping
from typing import Any

ENGINES_LAYER = "LocalEnginesLayer"
_DEFAULT_ROUTE_OF_DOCUMENTS = "/$default"
_DEFAULT_ROUTE_OF_SAM = "$default"
_SERVERLESS_API = "AWS::Serverless::HttpApi"


def derive(
    built: Mapping[str, Any], *, architecture: str, variables: Iterable[str], engines: str
) -> dict[str, Any]:
    """`built` without loops and includes, as `sam local` takes it.

    `sam local` hands a function only those variables that the template names, so all of `variables` are
    named, empty. A deployment has no use for them. `engines` is the folder of the layer with the local
    engines.
    """
    template: dict[str, Any] = copy.deepcopy(dict(built))
    template["Parameters"]["Architecture"]["Default"] = architecture
    function = template["Globals"]["Function"]
    function["Environment"]["Variables"].update(dict.fromkeys(sorted(variables), ""))
    function["Layers"] = [*function["Layers"], {"Ref": ENGINES_LAYER}]
    template["Resources"][ENGINES_LAYER] = {
        "Type": "AWS::Serverless::LayerVersion",
        "Properties": {"ContentUri": engines, "CompatibleRuntimes": [function["Runtime"]]},
    }
    for resource in template["Resources"].values():
        if resource["Type"] == _SERVERLESS_API:
            _name_default_route(resource["Properties"]["DefinitionBody"])
    return template


def _name_default_route(document: dict[str, Any]) -> None:
    """API Gateway imports the default route by a path that SAM CLI takes for an ordinary one."""
    paths = document["paths"]
    if _DEFAULT_ROUTE_OF_DOCUMENTS in paths:
        paths[_DEFAULT_ROUTE_OF_SAM] = paths.pop(_DEFAULT_ROUTE_OF_DOCUMENTS)
