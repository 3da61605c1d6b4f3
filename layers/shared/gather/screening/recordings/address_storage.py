"""Whether the address of a recording still leads to it, and the secret that addresses are signed with.

The secret is the one of the deployment that opt-outs are marked with; tags are made for one use each.

For example:

    addresses = recording_addresses(table, base_url, now)
    address = open_address(table, token, now)
"""

from datetime import datetime
from weakref import WeakKeyDictionary

from gather.core.errors import Gone, NotFound
from gather.screening.candidate_interviews.models import CandidateInterviewRecord
from gather.screening.candidate_interviews.storage import CANDIDATE_INTERVIEW
from gather.screening.candidates.models import Candidate
from gather.screening.candidates.storage import CANDIDATE
from gather.screening.recordings.address import RecordingAddress, RecordingAddresses, read_address
from gather.table.deployment_secret import find_secret, get_or_create_secret
from gather.table.store import Table

_known_secrets: WeakKeyDictionary[Table, bytes] = WeakKeyDictionary()


def get_signing_secret(table: Table) -> bytes:
    """The secret, made where there is none. One round trip for the first address of a process, then none."""
    secret = _known_secret(table)
    if secret is None:
        secret = _known_secrets[table] = get_or_create_secret(table)
    return secret


def _known_secret(table: Table) -> bytes | None:
    """The secret, None before it was first needed. It never changes."""
    if table not in _known_secrets:
        secret = find_secret(table)
        if secret is None:
            return None
        _known_secrets[table] = secret
    return _known_secrets[table]


def recording_addresses(
    table: Table, base_url: str, now: datetime, share_token: str | None = None
) -> RecordingAddresses:
    """Gives addresses that begin with `base_url`, as of `now`. No round trip before the first one."""
    return RecordingAddresses(base_url, now, lambda: get_signing_secret(table), share_token)


def open_address(table: Table, token: str, now: datetime) -> RecordingAddress:
    """The address that a token stands for, if it leads to its file now. One round trip; two for the first.

    Raises NotFound for one that the service has not given and after an erasure or an archive, Gone after its
    hour and once the share link that showed it has ended (interface: Results, rule 13).
    """
    secret = _known_secret(table)
    address = read_address(secret, token) if secret else None
    if address is None:
        raise NotFound("recording", "")
    if address.ends_at <= now:
        raise Gone("This address has ended. Read the results again for a new one.")
    record_key = CANDIDATE_INTERVIEW.key(address.team_id, address.candidate_interview_id)
    candidate_key = CANDIDATE.key(address.team_id, address.candidate_id)
    found = table.get_many([record_key, candidate_key])
    if record_key not in found or candidate_key not in found:
        raise NotFound("recording", "")
    record = CandidateInterviewRecord.model_validate(found[record_key])
    if address.is_closed_by_archive(record, Candidate.model_validate(found[candidate_key])):
        raise NotFound("recording", "")
    if not address.was_shown_by(record.open_share_token(now)):
        raise Gone("The link to the results has ended, and this address with it.")
    return address
