"""What a vendor's plug-in is: its configuration, its words for orders and results, its ATS if it has one.

A plug-in is a module of `gather.connect.vendors` with an instance of `Vendor` called `VENDOR`. It knows the
vendor's wire format and nothing of tables, keys or routes.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Annotated, Any, ClassVar, Generic, TypeVar

from pydantic import ConfigDict, Field, StringConstraints, ValidationError

from gather.connect.orders.models import CatalogItem, OrderResults, OrderView, WantedOrder
from gather.core.model import RequestPart
from gather.workflow.jobs.ats_job import AtsJob

WRITE_ONLY = "writeOnly"

Secret = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=1_000),
    Field(repr=False, json_schema_extra={WRITE_ONLY: True}),
]
"""A member of a configuration that is stored and never returned or logged."""

WireResponse = Mapping[str, object]
"""A response in the members of a vendor."""


class Failure(StrEnum):
    """Why a request to a vendor's service failed."""

    UNREACHABLE = "unreachable"
    CREDENTIALS_REFUSED = "credentials_refused"
    INVALID_ANSWER = "invalid_answer"
    CONFIGURATION_OUTDATED = "configuration_outdated"


class VendorFailed(Exception):
    """A vendor's service did not respond, refused the credentials, or sent a response of unknown form."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.value)
        self.failure = failure

    @property
    def reason(self) -> str:
        """What logs and health say."""
        return self.failure.value


class Configuration(RequestPart):
    """Base of what an integration with a vendor is told; camelCase outside."""

    @classmethod
    def secret_members(cls) -> frozenset[str]:
        """The members that no response shows, by their names outside."""
        return frozenset(
            field.alias or name
            for name, field in cls.model_fields.items()
            if isinstance(field.json_schema_extra, dict) and field.json_schema_extra.get(WRITE_ONLY)
        )


class WireModel(RequestPart):
    """Base of what a vendor sends, whose members are called as the vendor calls them."""

    model_config = ConfigDict(alias_generator=None)


Ask = Callable[[str, Mapping[str, str]], Any]
"""Asks a vendor's service: from an address and headers to the JSON document there, None for 404. Bounded in
time; raises VendorFailed (gather.connect.vendor_client)."""

C = TypeVar("C", bound=Configuration)
W = TypeVar("W", bound=RequestPart)


class Vendor(ABC, Generic[C, W]):
    """A vendor. `interview_member` is what its orders call the interview, for what is told of them."""

    configuration: type[C]
    order: type[W]
    interview_member: ClassVar[str]

    @abstractmethod
    def check(self, configuration: C, ask: Ask) -> None:
        """Ask the vendor's service whether it is there and takes the credentials.

        A few seconds at most. Raises VendorFailed.
        """

    @abstractmethod
    def catalog_item(self, item: CatalogItem) -> WireResponse:
        """An interview that may be ordered."""

    @abstractmethod
    def wanted(self, order: W) -> WantedOrder:
        """What an order asks for."""

    @abstractmethod
    def order_response(self, order: OrderView) -> WireResponse:
        """How an order stands."""

    @abstractmethod
    def results_response(self, results: OrderResults) -> WireResponse:
        """What became of an order."""


class AtsVendor(Vendor[C, W]):
    """A vendor whose jobs can be assigned to teams."""

    @abstractmethod
    def job(self, configuration: C, external_job_id: str, ask: Ask) -> AtsJob | None:
        """A job of the ATS, None when it has none of that id. A few seconds at most. Raises VendorFailed."""

    def understood_job(self, configuration: C, external_job_id: str, ask: Ask) -> AtsJob | None:
        """As `job`; what cannot be made sense of is a failure of the vendor too."""
        try:
            return self.job(configuration, external_job_id, ask)
        except (AttributeError, LookupError, TypeError, ValidationError):
            raise VendorFailed(Failure.INVALID_ANSWER) from None


AnyVendor = Vendor[Any, Any]
