"""Résumés that candidates hand in with their answers.

Interface: Resumes, rules 1 to 6.
"""

from typing import Annotated, Final

from pydantic import AfterValidator, Field, StringConstraints

from gather.core.document_fault import DocumentFault, NotTaken
from gather.core.document_type import DocumentType, checked_document, shown_name
from gather.core.errors import ValidationFailed
from gather.core.formats import VISIBLE, RecordId
from gather.core.media_type import one_of, plain_type, type_schema
from gather.core.model import Model, RequestModel

LARGEST_RESUME_BYTES = 10 * 1024 * 1024
RESUME_TYPES: Final = tuple(each.value for each in DocumentType)


class ResumeRequest(RequestModel):
    """Body of POST /screening/{inviteToken}/resume; `size` in bytes."""

    content_type: Annotated[
        str, AfterValidator(one_of(RESUME_TYPES)), Field(json_schema_extra=type_schema(RESUME_TYPES))
    ]
    """The file's media type: that of PDF, DOCX or ODT."""
    size: Annotated[int, Field(ge=1, le=LARGEST_RESUME_BYTES)]
    """The file's size in bytes."""


class GiveResume(RequestModel):
    """Body of PUT /screening/{inviteToken}/resume."""

    media_id: RecordId
    """The file, uploaded before."""
    file_name: Annotated[str, StringConstraints(min_length=1, max_length=255), VISIBLE]
    """The file's name on the candidate's device."""


class GivenResume(Model):
    """A résumé as the candidate's page shows it."""

    file_name: str
    """The file's name, which ends as its type asks for."""
    content_type: str
    """The file's media type, told from its content."""
    size: int
    """The file's size in bytes."""
    given_at: str
    """When the candidate handed it in: ISO 8601 in UTC."""


class StoredResume(GivenResume):
    """A stored résumé; `media_id` is unguessable, for it leads to the content."""

    media_id: str

    def given(self) -> GivenResume:
        """As its candidate sees it."""
        return GivenResume.model_validate(self.model_dump(exclude={"media_id"}))

    def in_results(self, url: str) -> "ResumeInResults":
        """As the results show it, with the address that leads to it."""
        return ResumeInResults(**self.given().model_dump(), url=url)


class ResumeInResults(GivenResume):
    """A résumé in the results."""

    url: str
    """Address that leads to the file, to be saved and never to be shown by the browser itself."""


class AskedResume(Model):
    """That a candidate may hand in a résumé, and which one there is."""

    content_types: tuple[str, ...] = RESUME_TYPES
    """The media types that are taken."""
    largest_bytes: int = LARGEST_RESUME_BYTES
    """How large a file may be, in bytes."""
    given: GivenResume | None = None
    """The résumé that the candidate has handed in; null for none."""


def new_resume(request: GiveResume, content_type: str, content: bytes, moment: str) -> StoredResume:
    """The résumé that an uploaded file is. Raises ValidationFailed for what is none of its declared type."""
    try:
        found = checked_document(content)
        if found.value != plain_type(content_type):
            raise NotTaken(DocumentFault.OTHER_KIND)
    except NotTaken as refused:
        raise ValidationFailed.of("mediaId", refused.fault.reason) from refused
    return StoredResume(
        file_name=shown_name(request.file_name, found, "resume"),
        content_type=found.value,
        size=len(content),
        given_at=moment,
        media_id=request.media_id,
    )
