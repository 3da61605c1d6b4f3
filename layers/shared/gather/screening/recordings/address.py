"""Addresses of what a candidate has recorded or handed in: signed, and good for an hour.

Interface: Results, rule 13.

An address needs no item of its own. Its token says whose file it leads to, when it was given and through
which share link it was shown. A tag under the deployment's secret shows that the service made it.
"""

import base64
import binascii
import hashlib
import hmac
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final
from uuid import UUID

from gather.core.clock import from_timestamp
from gather.core.identifiers import is_id
from gather.core.media_address import media_url
from gather.core.tenant import is_sandbox, plain_id, sandbox_of
from gather.screening.candidate_interviews.models import CandidateInterviewRecord
from gather.screening.candidate_interviews.status import CandidateInterviewStatus
from gather.screening.candidates.models import Candidate

GOOD_FOR: Final = timedelta(hours=1)

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_IN_SANDBOX: Final = 1
_SHARED: Final = 2
_ID_BYTES: Final = 16
_TIME_BYTES: Final = 6
_CHANCE_BYTES: Final = 8
_MARK_BYTES: Final = 16
_TAG_BYTES: Final = 16
_IDS_END: Final = 1 + 3 * _ID_BYTES
_TIME_END: Final = _IDS_END + _TIME_BYTES
_MARK_BEGIN: Final = _TIME_END + _CHANCE_BYTES
_MEDIA_BEGIN: Final = _MARK_BEGIN + _MARK_BYTES
_NO_MARK: Final = bytes(_MARK_BYTES)
_NO_CHANCE: Final = bytes(_CHANCE_BYTES)


@dataclass(frozen=True, slots=True)
class RecordingAddress:
    """An address of a recording. `share_mark` stands for the share link that showed it, if one did."""

    team_id: str
    candidate_interview_id: str
    candidate_id: str
    media_id: str
    given_at: datetime
    share_mark: bytes | None = None

    @property
    def ends_at(self) -> datetime:
        """Until when the address is good, if nothing ends it before."""
        return self.given_at + GOOD_FOR

    def is_closed_by_archive(self, record: CandidateInterviewRecord, candidate: Candidate) -> bool:
        """Whether the candidate, or the candidate interview, was archived after the address was given.

        Both stay readable: whoever reads the results again gets a new address.
        """
        archived_at = [candidate.archived_at]
        if record.status is CandidateInterviewStatus.ARCHIVED:
            archived_at.append(record.updated_at)
        return any(each is not None and self.given_at <= from_timestamp(each) for each in archived_at)

    def was_shown_by(self, share_token: str | None) -> bool:
        """Whether the address is of the share link that is good now, or of none."""
        return self.share_mark is None or (
            share_token is not None and hmac.compare_digest(self.share_mark, _mark_of(share_token))
        )

    def token(self, secret: bytes, chance: bytes = _NO_CHANCE) -> str:
        """The address's token. `chance` makes it another one at each read."""
        flags = _IN_SANDBOX if is_sandbox(self.team_id) else 0
        flags |= _SHARED if self.share_mark is not None else 0
        ids = (plain_id(self.team_id), self.candidate_interview_id, self.candidate_id)
        said = b"".join(
            (
                bytes((flags,)),
                *(UUID(each).bytes for each in ids),
                ((self.given_at - _EPOCH) // timedelta(milliseconds=1)).to_bytes(_TIME_BYTES, "big"),
                chance,
                self.share_mark or _NO_MARK,
                _media_bytes(self.media_id),
            )
        )
        return _text(said + _tag(secret, said))


def read_address(secret: bytes, token: str) -> RecordingAddress | None:
    """Read an address from its token; None where the service has not made the token, to the letter."""
    try:
        whole = base64.b64decode(token + "=" * (-len(token) % 4), b"-_", validate=True)
    except (binascii.Error, ValueError):
        return None
    said, tag = whole[:-_TAG_BYTES], whole[-_TAG_BYTES:]
    # Of the last character some bits count for nothing: another one would say the same.
    if len(said) <= _MEDIA_BEGIN or _text(whole) != token or not hmac.compare_digest(tag, _tag(secret, said)):
        return None
    team_id, candidate_interview_id, candidate_id = (
        str(UUID(bytes=said[start : start + _ID_BYTES])) for start in range(1, _IDS_END, _ID_BYTES)
    )
    milliseconds = int.from_bytes(said[_IDS_END:_TIME_END], "big")
    return RecordingAddress(
        team_id=sandbox_of(team_id) if said[0] & _IN_SANDBOX else team_id,
        candidate_interview_id=candidate_interview_id,
        candidate_id=candidate_id,
        media_id=_media_id(said[_MEDIA_BEGIN:]),
        given_at=_EPOCH + timedelta(milliseconds=milliseconds),
        share_mark=said[_MARK_BEGIN:_MEDIA_BEGIN] if said[0] & _SHARED else None,
    )


@dataclass(frozen=True, slots=True)
class RecordingAddresses:
    """Gives addresses of a candidate interview's files, as of `now`.

    `secret` is asked for with the first address. Those that a share page shows are given with its
    `share_token`.
    """

    base_url: str
    now: datetime
    secret: Callable[[], bytes]
    share_token: str | None = None

    def of(self, record: CandidateInterviewRecord, media_id: str | None) -> str | None:
        """A new address of a file, None for none."""
        if media_id is None:
            return None
        token = self._address(record, media_id, self.now).token(self.secret(), _chance())
        return media_url(self.base_url, token)

    def given_at(self, record: CandidateInterviewRecord, media_id: str | None, moment: str) -> str | None:
        """The one address of a file that was given at `moment`, for a response that is repeated."""
        if media_id is None:
            return None
        address = self._address(record, media_id, from_timestamp(moment))
        return media_url(self.base_url, address.token(self.secret()))

    def _address(
        self, record: CandidateInterviewRecord, media_id: str, given_at: datetime
    ) -> RecordingAddress:
        return RecordingAddress(
            team_id=record.team_id,
            candidate_interview_id=record.id,
            candidate_id=record.candidate_id,
            media_id=media_id,
            given_at=given_at,
            share_mark=None if self.share_token is None else _mark_of(self.share_token),
        )


def _chance() -> bytes:
    return secrets.token_bytes(_CHANCE_BYTES)


def _mark_of(share_token: str) -> bytes:
    return hashlib.sha256(share_token.encode()).digest()[:_MARK_BYTES]


def _tag(secret: bytes, said: bytes) -> bytes:
    return hmac.digest(secret, b"recording\n" + said, "sha256")[:_TAG_BYTES]


def _text(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).decode().rstrip("=")


def _media_bytes(media_id: str) -> bytes:
    """A UUID's bytes, or those of a token, which recordings had before they had UUIDs."""
    return UUID(media_id).bytes if is_id(media_id) else base64.urlsafe_b64decode(f"{media_id}=")


def _media_id(content: bytes) -> str:
    return str(UUID(bytes=content)) if len(content) == _ID_BYTES else _text(content)
