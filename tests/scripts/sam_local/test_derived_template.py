"""The template for `sam local`: what is deployed, and what only containers on this machine need."""

import copy
from typing import Any

from cloudformation.template import read_template, with_includes
from sam_local.derived_template import ENGINES_LAYER, derive
from tests.template.deployment import REPOSITORY


def _built() -> dict[str, Any]:
    return with_includes(read_template(), REPOSITORY)


def _derived(built: dict[str, Any], *variables: str) -> dict[str, Any]:
    return derive(built, architecture="x86_64", variables=variables, engines="/layers/engines")


def test_every_variable_is_named_so_that_sam_local_hands_it_over() -> None:
    built = _built()
    declared = built["Globals"]["Function"]["Environment"]["Variables"].keys()

    derived = _derived(built, "AWS_ENDPOINT_URL", "TABLE_NAME")

    named = derived["Globals"]["Function"]["Environment"]["Variables"]
    assert named.keys() == declared | {"AWS_ENDPOINT_URL"}
    assert named["TABLE_NAME"] == named["AWS_ENDPOINT_URL"] == ""


def test_what_is_deployed_stays_as_it_is() -> None:
    built = _built()
    before = copy.deepcopy(built)

    _derived(built, "AWS_ENDPOINT_URL")

    assert built == before
    assert "AWS_ENDPOINT_URL" not in built["Globals"]["Function"]["Environment"]["Variables"]


def test_functions_run_on_the_host_s_architecture_with_the_local_engines_above_the_shared_layer() -> None:
    derived = _derived(_built())

    assert derived["Parameters"]["Architecture"]["Default"] == "x86_64"
    assert derived["Globals"]["Function"]["Layers"] == [{"Ref": "SharedLayer"}, {"Ref": ENGINES_LAYER}]
    assert derived["Resources"][ENGINES_LAYER]["Properties"]["ContentUri"] == "/layers/engines"


def test_the_default_route_has_the_name_that_sam_cli_knows() -> None:
    built = _built()
    routes = built["Resources"]["HttpApi"]["Properties"]["DefinitionBody"]["paths"]

    served = _derived(built)["Resources"]["HttpApi"]["Properties"]["DefinitionBody"]["paths"]

    assert served.keys() == routes.keys() - {"/$default"} | {"$default"}
    assert served["$default"] == routes["/$default"]
