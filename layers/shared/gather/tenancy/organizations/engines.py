"""The engines that an organization has chosen.

For example:

    engines_of(adapters, organization_id).evaluation()
"""

from gather.ports.provider import EngineChoice, EngineName, EngineProvider
from gather.table.conversion import Item
from gather.table.store import Table
from gather.tenancy.organizations.storage import organization_key
from gather.wiring import Adapters


def engines_of(adapters: Adapters, organization_id: str) -> EngineProvider:
    """The engines of an organization. One round trip where the deployment has servers, and none elsewhere."""
    if not adapters.settings.has_servers:
        return adapters.engines
    return adapters.chosen_engines(find_choice(adapters.records.table, organization_id))


def find_choice(table: Table, organization_id: str) -> EngineChoice:
    """The choice of an organization; that of none where it has made none. One round trip."""
    return choice_of(table.get(organization_key(organization_id)) or {})


def choice_of(organization: Item) -> EngineChoice:
    """The choice in an organization's item."""
    chosen = organization.get("engines", {})
    return EngineChoice(**{kind: tuple(EngineName(name) for name in names) for kind, names in chosen.items()})
