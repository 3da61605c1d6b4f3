"""The engines that an operator chooses for an organization."""

import json
import os
from typing import Any

import pytest

from administration.command_line import run as administer
from gather.ports.provider import EngineChoice, EngineName
from gather.table.store import Table
from gather.tenancy.organizations.engines import find_choice
from tests.builders.service import Tenant

DEFAULT, COMPATIBLE = EngineName.DEFAULT, EngineName.COMPATIBLE


@pytest.fixture(autouse=True)
def _environment(tenant: Tenant, monkeypatch: pytest.MonkeyPatch) -> None:
    """The command sets variables of its own."""
    monkeypatch.setattr(os, "environ", os.environ.copy())


def _change(tenant: Tenant, *options: str) -> int:
    return administer(["organization", "change", tenant.organization_id, *options, "--yes", "--json"])


def test_an_order_of_engines_is_chosen_and_taken_back(
    tenant: Tenant, table: Table, capsys: pytest.CaptureFixture[str]
) -> None:
    both = ("--engine", "model=openai-compatible,default", "--engine", "speech=default")
    assert _change(tenant, *both) == 0
    shown: dict[str, Any] = json.loads(capsys.readouterr().out)
    chosen = find_choice(table, tenant.organization_id)
    assert _change(tenant, "--without-engine", "model") == 0

    assert shown["engines"] == {"model": ["openai-compatible", "default"], "speech": ["default"]}
    assert chosen == EngineChoice(model=(COMPATIBLE, DEFAULT), speech=(DEFAULT,))
    assert find_choice(table, tenant.organization_id) == EngineChoice(speech=(DEFAULT,))


def test_who_has_chosen_nothing_has_the_deployment_s_engines(tenant: Tenant, table: Table) -> None:
    assert find_choice(table, tenant.organization_id) == EngineChoice()


@pytest.mark.parametrize(
    "engine", ["model", "model=", "model=gpt", "ears=default", "model=default,default", "=default"]
)
def test_a_choice_names_a_kind_and_engines_that_are_known(tenant: Tenant, engine: str) -> None:
    with pytest.raises(SystemExit):
        _change(tenant, "--engine", engine)
