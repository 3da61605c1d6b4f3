"""The protocol of a vendor's plug-in: its configuration, its words for orders and results, its ATS.

A plug-in is a module of `gather.connect.vendors` with an instance of `Vendor` called `VENDOR`. It knows the
vendor's wire format and nothing of tables, keys or routes.

    class ExampleVendor(Vendor[ExampleConfiguration, ExampleOrder]):
        configuration, order, interview_member = ExampleConfiguration, ExampleOrder, "interviewId"

        def check(self, configuration: ExampleConfiguration, get_json: GetJson) -> None:
            get_json(f"{configuration.base_url}/status", {})
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Annotated, Any, ClassVar, Generic, Protocol, TypeVar

from pydantic import ConfigDict, Field, StringConstraints, ValidationError

from gather.connect.orders.models import CatalogItem, OrderRequest, OrderResults, OrderView
from gather.core.errors import Fault
from gather.core.model import RequestPart
from gather.events.order_tasks import OrderEvent
from gather.workflow.jobs.ats_job import AtsJob

WRITE_ONLY = "writeOnly"

Secret = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=1_000),
    Field(repr=False, json_schema_extra={WRITE_ONLY: True}),
]
"""A member of a configuration that is stored and never returned or logged."""

OptionalSecret = Annotated[
    Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=1_000)] | None,
    Field(repr=False, json_schema_extra={WRITE_ONLY: True}),
]
"""A secret that may be left out."""

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
    def cross_field_faults(cls, raw: Mapping[str, Any]) -> Iterable[Fault]:
        """Faults that concern several members at once, by their names outside."""
        return ()

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


class GetJson(Protocol):
    """Gets the JSON document at an address of a vendor's service, with headers; None for 404.

    With a `body`, which is sent by POST, it gets the answer to it. Bounded in time; raises VendorFailed
    (gather.connect.vendor_client).
    """

    def __call__(self, url: str, headers: Mapping[str, str], body: bytes | None = None, /) -> Any: ...


C = TypeVar("C", bound=Configuration)
W = TypeVar("W", bound=RequestPart)


class Vendor(ABC, Generic[C, W]):
    """A vendor. `interview_member` is the name of the interview in its orders, for errors.

    With `knows_by_reference` the same reference is the same order, whatever else it has. `told_of` are the
    events of its orders that the vendor is told of. With `frees_reference` an order that was cancelled or has
    expired holds its reference no longer. With `asks_about_orders` the vendor is asked for what its orders do
    not say themselves. With `calls_with_password` the vendor is called with the integration's own password,
    which is then stored encrypted beside its hash.
    """

    configuration: type[C]
    order: type[W]
    interview_member: ClassVar[str]
    knows_by_reference: ClassVar[bool] = False
    frees_reference: ClassVar[bool] = False
    calls_with_password: ClassVar[bool] = False
    asks_about_orders: ClassVar[bool] = False
    told_of: ClassVar[frozenset[OrderEvent]] = frozenset()

    def address(self, connect_url: str, integration_id: str) -> str | None:
        """What the customer enters in the vendor's system, where that is our address; None for another way.

        `connect_url` is what our addresses begin with.
        """
        return None

    @abstractmethod
    def check(self, configuration: C, get_json: GetJson) -> None:
        """Ask the vendor's service whether it is there and takes the credentials.

        A few seconds at most. Raises VendorFailed.
        """

    def catalog_item(self, item: CatalogItem) -> WireResponse:
        """Write an interview of the catalog."""
        return item.model_dump(by_alias=True)

    @abstractmethod
    def read_order(self, order: W) -> OrderRequest:
        """Read an order."""

    def check_order(self, order: W, configuration: Mapping[str, Any]) -> None:
        """Check an order against the integration's configuration, of which secrets are encrypted.

        Raises ValidationFailed for an order that the integration does not take, Forbidden for another
        company's.
        """

    def order_response(self, order: OrderView) -> WireResponse:
        """Write an order with its status, without the members that are not known."""
        return order.model_dump(by_alias=True, exclude_none=True)

    def results_response(self, results: OrderResults) -> WireResponse:
        """Write the order's status, and the report on the candidate, null while there is none."""
        order, found = results.order, results.results
        return {
            "orderId": order.id,
            "reference": order.reference,
            "status": order.status.value,
            "completedAt": order.completed_at,
            "report": found.model_dump(by_alias=True) if found else None,
        }


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
