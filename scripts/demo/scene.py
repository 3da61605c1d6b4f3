"""What the chapters have in common: the service, the customer's receiver, and what was made so far."""

from dataclasses import dataclass, field
from typing import Any

from demo.client import DemoClient
from demo.printing import Page
from demo.receiver import Receiver

GATHER = "/qsi/gather"
EVENTS_PATH = "/events"
RESULTS_PATH = "/results"


@dataclass
class Scene:
    """The customer's client has the key, the candidate's has none.

    `made` holds the records that one chapter makes for another, by their names in the story.
    """

    page: Page
    receiver: Receiver
    base_url: str
    customer: DemoClient
    candidate: DemoClient
    stranger: DemoClient
    local: DemoClient
    made: dict[str, Any] = field(default_factory=dict)


def open_scene(page: Page, receiver: Receiver, base_url: str, key: str) -> Scene:
    """The scene before the first chapter."""
    page.mask(key, "qapi_")
    return Scene(
        page=page,
        receiver=receiver,
        base_url=base_url,
        customer=DemoClient(page, base_url, GATHER, key),
        candidate=DemoClient(page, base_url),
        stranger=DemoClient(page, base_url, GATHER, f"qapi_{'0' * 20}"),
        local=DemoClient(page, base_url),
    )
