"""Organizations in the table, and the keys of their teams and users, which share their partition.

An organization's item counts its teams and users, which limits how much a list has to read.
"""

from collections.abc import Mapping
from datetime import datetime
from enum import IntEnum
from typing import Final

from gather.core.clock import timestamp
from gather.core.errors import Conflict, GatherError, NotFound, ServiceUnavailable
from gather.core.tenant import is_sandbox, plain_id
from gather.table import keys
from gather.table.changes import Update
from gather.table.conditions import at_least, at_most, equal, lacks, present
from gather.table.conversion import Item
from gather.table.item_kind import ItemKind
from gather.table.readable import readable
from gather.table.store import KeyRange, Table, Write
from gather.table.unit_of_work import Refusal, UnitOfWork
from gather.tenancy.organizations.models import DEFAULT_EXPIRY_DAYS, MOST_USERS, Organization

ORGANIZATIONS = "ORGANIZATIONS"
"""The partition of the search index that lists every organization."""

OPEN = present() & lacks("closedAt")
"""A closed organization gets no new keys; teams and users are never closed."""


class Supplement(IntEnum):
    """What every record of an organization has, the latest last.

    Records of an earlier release lack the latest until `admin.py organization supplement` has added it.
    """

    LOOKUPS = 1
    SORTED_LISTS = 2
    """Entries in sorted lists, and change feeds."""


NEWEST_SUPPLEMENT: Final = max(Supplement)


def organization_key(organization_id: str) -> keys.Key:
    """An organization; its teams and users share the partition. A sandbox reads the organization's item."""
    return keys.Key(f"ORGANIZATION#{plain_id(organization_id)}", "ORGANIZATION")


def team_key(organization_id: str, team_id: str) -> keys.Key:
    """A team of an organization. A sandbox reads the organization's teams."""
    named = plain_id(team_id) if is_sandbox(organization_id) else team_id
    return keys.Key(f"ORGANIZATION#{plain_id(organization_id)}", f"TEAM#{named}")


def user_key(organization_id: str, user_id: str) -> keys.Key:
    """A user of an organization, or of its sandbox, which has users of its own."""
    return keys.Key(f"ORGANIZATION#{organization_id}", f"USER#{user_id}")


def sandbox_size_key(organization_id: str) -> keys.Key:
    """How many users the sandbox of an organization has."""
    return keys.Key(f"ORGANIZATION#{organization_id}", "SIZE")


ORGANIZATION = ItemKind("ORGANIZATION", organization_key)
SANDBOX_SIZE = ItemKind(None, sandbox_size_key)


def create(table: Table, organization: Organization) -> None:
    """Create an organization. One round trip."""
    table.write(_new(organization))


def save(unit: UnitOfWork, organization: Organization, *, teams: int) -> None:
    """Save a new organization that has so many teams from the start, as part of `unit`."""
    unit.write(_new(organization, teamsCount=teams))


def _new(organization: Organization, **counts: int) -> Write:
    return ORGANIZATION.at(organization.id).new(
        **organization.model_dump(by_alias=True),
        **keys.found_in(ORGANIZATIONS, organization.id),
        supplement=NEWEST_SUPPLEMENT,
        **counts,
    )


def list_organizations(table: Table) -> list[Organization]:
    """List the organizations, oldest first; one that was created a moment ago may be missing."""
    places = table.query_all(KeyRange(ORGANIZATIONS, "search"))
    wanted = [keys.Key.of(place) for place in places]
    found = table.get_many(wanted)
    return [*readable(Organization, (found[key] for key in wanted if key in found))]


def get(table: Table, organization_id: str) -> Organization:
    """An organization. One round trip. Raises NotFound."""
    item = table.get(organization_key(organization_id))
    if item is None:
        raise NotFound("organization", organization_id)
    return Organization.model_validate(item)


def expiry_days_among(found: Mapping[keys.Key, Item], organization_id: str) -> int:
    """The days for which an invite of the organization holds, from the items that were read with it."""
    return int(found.get(organization_key(organization_id), {}).get("defaultExpiryDays", DEFAULT_EXPIRY_DAYS))


def sms_countries_among(found: Mapping[keys.Key, Item], organization_id: str) -> frozenset[str] | None:
    """The countries that an organization texts to, from the items that were read with it; None for all."""
    organization = found.get(organization_key(organization_id), {})
    named = (organization.get("country"), *organization.get("smsCountries", ()))
    return frozenset(each for each in named if each) or None


def has_supplement(table: Table, organization_id: str, needed: Supplement) -> bool:
    """Whether all records of an organization have what is `needed`. One round trip."""
    found = table.get_many([organization_key(organization_id)])
    return int(found.get(organization_key(organization_id), {}).get("supplement", 0)) >= needed


def require_supplement(table: Table, organization_id: str, needed: Supplement) -> None:
    """Raises ServiceUnavailable where an organization's records may lack what is `needed`. One round trip."""
    if not has_supplement(table, organization_id, needed):
        raise lacks_supplement()


def lacks_supplement() -> ServiceUnavailable:
    """The error of a list that records of an earlier release are not ready for."""
    return ServiceUnavailable("The records of an earlier release are being prepared for this list.")


def save_supplemented(table: Table, organization_id: str) -> None:
    """Save that all records of an organization have what this release needs. One round trip."""
    change = Update(set={"supplement": NEWEST_SUPPLEMENT}, remove=["supplementPlace"], condition=present())
    table.update(organization_key(organization_id), change)


def save_supplement_place(table: Table, organization_id: str, place: str) -> None:
    """Save how far a run has supplemented the records of an organization. One round trip."""
    change = Update(set={"supplementPlace": place}, condition=present())
    table.update(organization_key(organization_id), change)


def find_supplement_place(table: Table, organization_id: str) -> str | None:
    """How far a run got that did not end; None when none has begun or the last one ended. One round trip."""
    item = table.get(organization_key(organization_id)) or {}
    place: str | None = item.get("supplementPlace")
    return place


def names_feature(organization: Item | None, feature: str) -> bool:
    """Whether an organization's item has a feature switched on; False where there is no item."""
    return organization is not None and feature in organization.get("features", ())


def has_feature(table: Table, organization_id: str, feature: str) -> bool:
    """Whether an organization has a feature switched on. One round trip."""
    return names_feature(table.get(organization_key(organization_id)), feature)


def save_change(unit: UnitOfWork, before: Organization, after: Organization, now: datetime) -> Organization:
    """Save the name, features, expiry, retention, countries and engines of `after`, as part of `unit`, and
    return the organization as it is then. The commit raises Conflict when it is not as `before` any more.
    """
    update = Update(
        set={
            "name": after.name,
            "features": list(after.features),
            "defaultExpiryDays": after.default_expiry_days,
            "retention": after.retention,
            "country": after.country,
            "smsCountries": list(after.sms_countries),
            "engines": {kind: list(names) for kind, names in after.engines.items()},
            "updatedAt": timestamp(now),
        },
        condition=equal("updatedAt", before.updated_at) & equal("features", list(before.features)),
    )
    unit.write(ORGANIZATION.at(before.id).update(update), _changed_meanwhile())
    return after.changed(updated_at=timestamp(now))


def _changed_meanwhile() -> Exception:
    return Conflict("The organization was changed at the same time. Look at it and try again.")


def rename(unit: UnitOfWork, organization_id: str, name: str, moment: str) -> None:
    """Save another name of an organization, as part of `unit`."""
    update = Update(set={"name": name, "updatedAt": moment}, condition=present())
    unit.write(ORGANIZATION.at(organization_id).update(update))


def close(unit: UnitOfWork, organization_id: str, moment: str) -> None:
    """Close an organization, as part of `unit`: nobody can create keys for it any more."""
    update = Update(set={"closedAt": moment}, condition=present())
    unit.write(ORGANIZATION.at(organization_id).update(update))


def add_to_count(unit: UnitOfWork, organization_id: str, what: str, more: int, most: int) -> None:
    """Count new teams, users or integrations on their organization's item, as long as there are not too many;
    `more` is negative where some are deleted. A sandbox has counts of its own."""
    count = f"{what}Count"
    has_room = lacks(count) | at_most(count, most - more)
    message = _too_many(what, most)
    if is_sandbox(organization_id):
        counted = SANDBOX_SIZE.at(organization_id).update(Update(add={count: more}, condition=has_room))
        unit.write(counted, Conflict(message))
        return
    update = Update(add={count: more}, condition=present() & has_room)
    unit.write(ORGANIZATION.at(organization_id).update(update), _no_room(organization_id, message))


def count_users(
    unit: UnitOfWork, organization_id: str, users: int, administrators: int, *, keeps_one: bool = False
) -> None:
    """Count new users and administrators on their organization's item; the numbers are negative for those who
    leave. Nothing where both are 0. A sandbox has a count of its own, and nobody who administers it.

    The commit raises Conflict when there are too many users, and with `keeps_one` when no administrator would
    be left.
    """
    if is_sandbox(organization_id):
        if users:
            add_to_count(unit, organization_id, "users", users, MOST_USERS)
        return
    added = {"usersCount": users, "administratorsCount": administrators}
    more = {count: number for count, number in added.items() if number}
    if not more:
        return
    condition = present() & (lacks("usersCount") | at_most("usersCount", MOST_USERS - users))
    if keeps_one and administrators < 0:
        condition &= at_least("administratorsCount", 1 - administrators)

    def refused(item: Item | None) -> GatherError:
        if item is None:
            return NotFound("organization", organization_id)
        if users > 0 and item.get("usersCount", 0) > MOST_USERS - users:
            return Conflict(_too_many("users", MOST_USERS))
        return Conflict("This is the last administrator of the organization.")

    update = Update(add=more, condition=condition)
    unit.write(ORGANIZATION.at(organization_id).update(update), refused)


def _too_many(what: str, most: int) -> str:
    return f"An organization may have {most} {what}."


def _no_room(organization_id: str, message: str) -> Refusal:
    def refused(item: Item | None) -> GatherError:
        return NotFound("organization", organization_id) if item is None else Conflict(message)

    return refused
