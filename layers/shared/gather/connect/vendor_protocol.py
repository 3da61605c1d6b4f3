"""The protocol of a vendor's plug-in: its configuration, its words for orders and results, its ATS.

A plug-in is a module of `gather.connect.vendors` with an instance of `Vendor` called `VENDOR`. It knows the
vendor's wire format and nothing of tables, keys or routes.

    class ExampleVendor(Vendor[ExampleConfiguration, ExampleOrder]):
        configuration, order, interview_member = ExampleConfiguration, ExampleOrder, "interviewId"

        def check(self, configuration: ExampleConfiguration, get_json: GetJson) -> None:
            get_json(f"{configuration.base_url}/status", {})
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Annotated, Any, ClassVar, Generic, TypeVar

from pydantic import ConfigDict, Field, StringConstraints, ValidationError

from gather.connect.orders.models import CatalogItem, OrderRequest, OrderResults, OrderView
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
        """The reason in logs and in health."""
        return self.failure.value


class Configuration(RequestPart):
    """Base of the configuration of an integration with a vendor; camelCase outside."""

    @classmethod
    def secret_members(cls) -> frozenset[str]:
        """The members that no response shows, by their names outside."""
        return frozenset(
            field.alias or name
            for name, field in cls.model_fields.items()
            if isinstance(field.json_schema_extra, dict) and field.json_schema_extra.get(WRITE_ONLY)
        )


class WireModel(RequestPart):
    """Base of a body that a vendor sends; its members have the vendor's own names."""

    model_config = ConfigDict(alias_generator=None)


GetJson = Callable[[str, Mapping[str, str]], Any]
"""Gets the JSON document at an address of a vendor's service, with headers; None for 404. Bounded in time;
raises VendorFailed (gather.connect.vendor_client)."""

C = TypeVar("C", bound=Configuration)
W = TypeVar("W", bound=RequestPart)


class Vendor(ABC, Generic[C, W]):
    """A vendor. `interview_member` is the name of the interview in its orders, for errors."""

    configuration: type[C]
    order: type[W]
    interview_member: ClassVar[str]

    @abstractmethod
    def check(self, configuration: C, get_json: GetJson) -> None:
        """Ask the vendor's service whether it is there and takes the credentials.

        A few seconds at most. Raises VendorFailed.
        """

    @abstractmethod
    def catalog_item(self, item: CatalogItem) -> WireResponse:
        """Write an interview of the catalog."""

    @abstractmethod
    def read_order(self, order: W) -> OrderRequest:
        """Read an order."""

    @abstractmethod
    def order_response(self, order: OrderView) -> WireResponse:
        """Write an order with its status."""

    @abstractmethod
    def results_response(self, results: OrderResults) -> WireResponse:
        """Write the results of an order."""


class AtsVendor(Vendor[C, W]):
    """A vendor whose jobs can be assigned to teams."""

    @abstractmethod
    def find_job(self, configuration: C, external_job_id: str, get_json: GetJson) -> AtsJob | None:
        """Find a job of the ATS; None when it has none of that id. In a few seconds. Raises VendorFailed."""

    def find_valid_job(self, configuration: C, external_job_id: str, get_json: GetJson) -> AtsJob | None:
        """Find a job as `find_job` does; raises VendorFailed for an answer of another form too."""
        try:
            return self.find_job(configuration, external_job_id, get_json)
        except (AttributeError, LookupError, TypeError, ValidationError):
            raise VendorFailed(Failure.INVALID_ANSWER) from None


AnyVendor = Vendor[Any, Any]
