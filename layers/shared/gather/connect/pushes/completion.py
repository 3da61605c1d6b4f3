"""Orders that do not say everything: the vendor is asked while the request waits."""

from collections.abc import Callable

from gather.connect.integrations.models import IntegrationRecord
from gather.connect.vendor_protocol import AnyVendor
from gather.core.errors import Conflict, ServiceUnavailable
from gather.core.model import RequestPart
from gather.wiring import Adapters


def complete_order(
    make_adapters: Callable[[], Adapters],
    vendor: AnyVendor,
    integration: IntegrationRecord,
    order: RequestPart,
) -> RequestPart:
    """Complete an order of a suite by what the suite says of it. About ten seconds at most.

    Raises NotOrdered when it is none, ServiceUnavailable while the suite does not answer, and Conflict when
    it refuses. The modules are loaded by the requests that need them.
    """
    from gather.connect.pushes.caller import make_caller
    from gather.connect.pushes.failure import PushFailed
    from gather.connect.suite_protocol import Suite

    assert isinstance(vendor, Suite), "only a suite is asked about its orders"
    try:
        return make_caller(make_adapters(), vendor, integration).complete(order)
    except PushFailed as failed:
        if failed.retryable:
            raise ServiceUnavailable(f"{vendor.title} does not answer now. Try again.") from None
        raise Conflict(f"{vendor.title} refuses the request: {failed.reason}.") from None
