"""Who is to be enrolled in a job's workflow: a candidate by id or by name.

Interface: Enrollments, rule 2.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from gather.core.caller import TeamScope
from gather.core.errors import Fault
from gather.core.formats import EmailAddress, PhoneNumber, RecordId, Title
from gather.core.model import RequestModel
from gather.core.record import common_fields
from gather.screening.candidates.models import Candidate


class InviteCandidate(RequestModel):
    """Body of POST /jobs/{jobId}/invite-candidate: `candidate_id`, or both names and a way to reach them.

    With `candidate_id` the other members are ignored.
    """

    candidate_id: RecordId | None = None
    """The candidate to enroll; instead, `firstName`, `lastName`, `email` and `phone` name a new one."""
    first_name: Title | None = None
    """The new candidate's first name."""
    last_name: Title | None = None
    """The new candidate's last name."""
    email: EmailAddress | None = None
    """The new candidate's e-mail address."""
    phone: PhoneNumber | None = None
    """The new candidate's telephone number in E.164 form."""
    sms_opt_in: bool = False
    """Whether the new candidate agreed to get SMS."""

    @classmethod
    def cross_field_faults(cls, raw: Mapping[str, Any]) -> Iterable[Fault]:
        if raw.get("candidateId") is not None:
            return
        for name in ("firstName", "lastName"):
            if raw.get(name) is None:
                yield Fault(name, "is required, unless candidateId names a candidate")
        if raw.get("email") is None and raw.get("phone") is None:
            yield Fault("email", "is required, unless phone or candidateId is supplied")

    def new_candidate(self, scope: TeamScope, now: datetime) -> Candidate:
        """Create the candidate that the body describes."""
        return Candidate(
            **common_fields(scope, now),
            first_name=self.first_name or "",
            last_name=self.last_name or "",
            email=self.email,
            phone=self.phone,
            sms_opt_in=self.sms_opt_in,
        )
