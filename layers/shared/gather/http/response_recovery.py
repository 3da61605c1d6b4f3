"""The response to a POST that was carried out by a process that ended before it could keep the response.

Interface: Repeated requests, rule 3.
"""

from typing import Any

from gather.core.errors import Conflict
from gather.http.call import Call
from gather.http.envelope import Result
from gather.http.route_declaration import Route
from gather.table.kind import Stored
from gather.table.unit_of_work import Created


def response_lost() -> Conflict:
    """The refusal of a request whose response cannot be made anew."""
    return Conflict("The request with this Idempotency-Key was carried out, and its response was lost.")


def recover_result(route: Route, made: Created | None, call: Call[Any, Any]) -> object:
    """The result of the route, made anew from the record that it `made`, as that is now.

    One round trip, unless the route says otherwise. Raises Conflict where it cannot be made anew, NotFound
    where the record is gone.
    """
    if route.makes is None or made is None:
        raise response_lost()
    stored = call.records.get(route.makes, made.team_id, made.id)
    return _shown(route.response, stored) if route.shows is None else route.shows(call, stored)


def _shown(response: Any, stored: Stored[Any]) -> Result:
    """The record itself, or the response's one member with the record."""
    if isinstance(stored.record, response):
        return Result(stored.record, version=stored.version)
    (member,) = response.model_fields
    return Result(response(**{member: stored.record}), version=stored.version)
