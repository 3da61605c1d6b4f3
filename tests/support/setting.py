"""A tenant to measure with, and the way to make its records through the service itself."""

from dataclasses import dataclass, field
from typing import Any

from bench.calls import Request, call

GATHER = "/qsi/gather"


@dataclass
class Setting:
    """A tenant's keys and the families of the routes, to make records with through the service itself."""

    organization_id: str
    team_id: str
    user_id: str
    key: str
    admin_key: str
    families: dict[str, str]
    accounts_key: str = ""
    integrations_key: str = ""
    kept: dict[str, Any] = field(default_factory=dict)

    def send(self, route: str, request: Request) -> Any:
        """The response to a request, made with the key that its route takes."""
        return call(self.families[route], route, self._key(route), request)

    def _key(self, route: str) -> str | None:
        if "/credentials" in route or "/audit-log" in route:
            return self.admin_key
        if "/connect/accounts" in route:
            return self.accounts_key
        if "/connect/" in route:
            return self.integrations_key
        return self.key if GATHER in route else None

    def make(self, path: str, body: object, *members: str, **parameters: str) -> Any:
        """POST below /qsi/gather; the data, or the member of it that `members` lead to."""
        data = self.send(f"POST {GATHER}{path}", Request(parameters, body=body))["data"]
        for member in members:
            data = data[member]
        return data
