"""Loops and includes of the template are read as CloudFormation reads them."""

from pathlib import Path

import pytest
from samcli.lib.cfn_language_extensions.models import TemplateProcessingContext
from samcli.lib.cfn_language_extensions.processors.foreach import ForEachProcessor
from samtranslator.yaml_helper import yaml_parse

from cloudformation.template import read_template, with_includes, without_loops
from tests.template.deployment import REPOSITORY, declared_functions

TEMPLATES = [REPOSITORY / "template.yaml", REPOSITORY / "tests/local_stack/sample/template.yaml"]


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.parent.name)
def test_loops_are_written_out_as_sam_cli_writes_them_out(path: Path) -> None:
    template = yaml_parse(path.read_text())
    context = TemplateProcessingContext(fragment=template)
    ForEachProcessor().process_template(context)

    assert not any(name.startswith("Fn::") for name in context.fragment["Resources"])
    assert read_template(path) == without_loops(context.fragment)


def test_a_loop_stands_for_its_body_once_for_each_value() -> None:
    loop = ["Colour", ["Red", "Blue"], {"${Colour}Cup": {"Type": "Cup", "Name": {"Ref": "Colour"}}}]

    assert without_loops({"Resources": {"Fn::ForEach::Cups": loop, "Pot": {"Type": "Pot"}}}) == {
        "Resources": {
            "RedCup": {"Type": "Cup", "Name": "Red"},
            "BlueCup": {"Type": "Cup", "Name": "Blue"},
            "Pot": {"Type": "Pot"},
        }
    }


def test_a_loop_within_a_loop_has_the_values_of_both() -> None:
    inner = ["Size", ["Small", "Large"], {"${Colour}${Size}Cup": {"Type": "Cup"}}]
    outer = ["Colour", ["Red", "Blue"], {"Fn::ForEach::${Colour}Cups": inner}]

    assert without_loops({"Fn::ForEach::Cups": outer}).keys() == {
        "RedSmallCup",
        "RedLargeCup",
        "BlueSmallCup",
        "BlueLargeCup",
    }


def test_what_depends_on_the_value_alone_is_settled_and_what_does_not_is_left() -> None:
    body = {
        "${Colour}Cup": {
            "Beside": {"Ref": {"Fn::Sub": "${Colour}Saucer"}},
            "Arn": {"Fn::GetAtt": [{"Fn::Sub": "${Colour}Saucer"}, "Arn"]},
            "Volume": {"Fn::FindInMap": ["Volumes", {"Ref": "Colour"}, "Millilitres"]},
            "Address": {"Fn::Sub": "${AWS::Region}/${Colour}"},
            "Region": {"Ref": "AWS::Region"},
        }
    }
    mappings = {"Volumes": {"Red": {"Millilitres": 200}}}

    template = without_loops({"Mappings": mappings, "Fn::ForEach::Cups": ["Colour", ["Red"], body]})

    assert template["RedCup"] == {
        "Beside": {"Ref": "RedSaucer"},
        "Arn": {"Fn::GetAtt": ["RedSaucer", "Arn"]},
        "Volume": 200,
        "Address": {"Fn::Sub": "${AWS::Region}/Red"},
        "Region": {"Ref": "AWS::Region"},
    }


def test_a_loop_that_is_not_understood_is_refused() -> None:
    with pytest.raises(ValueError, match="Fn::ForEach::Cups takes its values from"):
        without_loops({"Fn::ForEach::Cups": ["Colour", {"Ref": "Colours"}, {}]})


def test_a_loop_that_makes_what_is_there_already_is_refused() -> None:
    loop = ["Colour", ["Red"], {"${Colour}Cup": {}}]

    with pytest.raises(ValueError, match="repeats RedCup"):
        without_loops({"RedCup": {}, "Fn::ForEach::Cups": loop})


def test_what_a_template_includes_takes_the_place_of_its_name(tmp_path: Path) -> None:
    (tmp_path / "cups.json").write_text('{"Red": [1]}')
    include = {"Fn::Transform": {"Name": "AWS::Include", "Parameters": {"Location": "cups.json"}}}

    assert with_includes({"Shelf": [{"Cups": include}], "Name": "x"}, tmp_path) == {
        "Shelf": [{"Cups": {"Red": [1]}}],
        "Name": "x",
    }


def test_every_function_is_in_the_loop_of_functions() -> None:
    loops = yaml_parse((REPOSITORY / "template.yaml").read_text())["Resources"]

    assert {f"{name}Function" for name in loops["Fn::ForEach::Functions"][1]} == set(declared_functions())
