"""Survey questions: written and multiple-choice ones (interface: Survey questions, rule 2)."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import ConfigDict, Field, StringConstraints, TypeAdapter, model_validator

from gather.core.caller import TeamScope
from gather.core.errors import Fault
from gather.core.formats import ONE_LINE, VISIBLE, HttpUrl, RecordId, Title
from gather.core.identifiers import new_id
from gather.core.model import UNSET, Model, RequestModel, RequestPart
from gather.core.record import TeamRecord, common_fields
from gather.core.weight import ToSixDecimals

if TYPE_CHECKING:
    from pydantic import GetJsonSchemaHandler
    from pydantic_core import CoreSchema


class SurveyType(StrEnum):
    """How a survey question is answered."""

    FREE_TEXT = "FREE_TEXT"
    YES_NO = "YES_NO"
    THUMBS_UP_DOWN = "THUMBS_UP_DOWN"
    MULTIPLE_CHOICE = "MULTIPLE_CHOICE"
    MULTIPLE_CHOICE_WEIGHTED = "MULTIPLE_CHOICE_WEIGHTED"
    MULTIPLE_CHOICE_MULTIPLE_ANSWER = "MULTIPLE_CHOICE_MULTIPLE_ANSWER"


WITH_OPTIONS = frozenset(SurveyType) - {SurveyType.FREE_TEXT, SurveyType.YES_NO}
THUMBS = 2
MOST_OPTIONS = 100
MOST_CHARACTERS = 10_000
HEAVIEST = 1_000_000

_MEANT_FOR: Mapping[str, frozenset[SurveyType]] = {
    "selectAllForFullScore": frozenset({SurveyType.MULTIPLE_CHOICE_MULTIPLE_ANSWER}),
    "maxCharacterLength": frozenset({SurveyType.FREE_TEXT}),
    "preferredOption": frozenset({SurveyType.YES_NO}),
    "options": WITH_OPTIONS,
}
"""The members that only some types have; for the others they are ignored.

Interface: Survey questions, rules 3 and 5.
"""


class SurveyOption(Model):
    """A choice (interface: Survey questions, rule 4). `position` counts from 0."""

    id: str
    """The option."""
    title: str
    """The text that candidates see."""
    weight: int | float | None = None
    """The option's weight in the score; null without weights."""
    preferred: bool = False
    """Whether this is a preferred answer."""
    position: int
    """The option's place, counted from 0."""


class SurveyQuestion(TeamRecord):
    """A question that is answered by text or by choice."""

    type: SurveyType
    """The kind of question."""
    title: str
    include_scoring: bool = False
    """Whether the answer counts for the score."""
    knockout: bool = False
    """Whether a wrong answer rules the candidate out."""
    select_all_for_full_score: bool = False
    """Whether only all preferred options together give the full score."""
    max_character_length: int | None = None
    """How many characters a written answer may have."""
    supporting_video_url: str | None = Field(default=None, alias="supportingVideoURL")
    """Address of a video that candidates see with the question."""
    preferred_option: bool | None = None
    """The preferred answer of a yes-or-no or thumbs question; null for none."""
    options: tuple[SurveyOption, ...] = ()
    """The options to choose from, in their order."""

    def change(self, request: "SurveyQuestionChange", moment: str) -> "SurveyQuestion":
        """The question after a PATCH. Options keep the ids they are sent with, the others get new ones."""
        supplied = request.supplied()
        if "options" in supplied:
            supplied["options"] = tuple(
                _option(option, option.id or new_id(), position, self.type)
                for position, option in enumerate(supplied["options"])
            )
        return self.changed(**supplied, updated_at=moment)

    def change_faults(self, sent: Mapping[str, Any]) -> Iterable[Fault]:
        """The faults by which the question's type and options refuse a PATCH; its members may hold values of
        any type."""
        if _type_of(sent) not in (None, self.type):
            yield Fault("type", f"can't be changed; this question is {self.type}")
        if "options" not in sent or self.type not in WITH_OPTIONS:
            return
        options = sent["options"]
        yield from _option_faults(self.type, options)
        known = {option.id for option in self.options}
        for index, option in enumerate(options if isinstance(options, list) else ()):
            option_id = option.get("id") if isinstance(option, Mapping) else None
            if isinstance(option_id, str) and option_id not in known:
                text = "must be that of an option of this question, each used once"
                yield Fault(f"options[{index}].id", text)
            if isinstance(option_id, str):
                known.discard(option_id)


class OptionRequest(RequestPart):
    """An option in a body; `id` names one that the question has already, in a PATCH."""

    id: RecordId | None = None
    title: Annotated[
        str, StringConstraints(strip_whitespace=True, min_length=1, max_length=500), ONE_LINE, VISIBLE
    ]
    weight: Annotated[float, Field(ge=-HEAVIEST, le=HEAVIEST), ToSixDecimals] | None = None
    preferred: bool | None = None


Options = Annotated[list[OptionRequest], Field(max_length=MOST_OPTIONS)]
CharacterLimit = Annotated[int, Field(ge=1, le=MOST_CHARACTERS)]


class CreateSurveyQuestion(RequestModel):
    """Body of POST /survey-questions.

    Members that the type does not have are ignored, whatever their values.
    """

    type: SurveyType
    title: Title
    include_scoring: bool = False
    knockout: bool = False
    select_all_for_full_score: bool = False
    max_character_length: CharacterLimit | None = None
    supporting_video_url: HttpUrl | None = Field(default=None, alias="supportingVideoURL")
    preferred_option: bool | None = None
    options: Options | None = None

    @model_validator(mode="before")
    @classmethod
    def _ignore_members_of_other_types(cls, sent: Any) -> Any:
        survey_type = _type_of(sent)
        if survey_type is None:
            return sent
        return _members_of_type(survey_type, sent)

    @classmethod
    def cross_field_faults(cls, raw: Mapping[str, Any]) -> Iterable[Fault]:
        survey_type = _type_of(raw)
        return () if survey_type is None else _option_faults(survey_type, raw.get("options"))


class ChangeSurveyQuestion(RequestModel):
    """Body of PATCH /survey-questions/{surveyQuestionId}, as it was sent.

    What it has to be depends on the question's type, which is known when the question has been read: then
    it becomes a SurveyQuestionChange, all of its faults in one answer.
    """

    model_config = ConfigDict(extra="allow")

    def of_type(self, survey_type: SurveyType) -> dict[str, Any]:
        """The members, without those that questions of the type do not have."""
        return _members_of_type(survey_type, self.model_extra or {})

    @classmethod
    def __get_pydantic_json_schema__(
        cls, _schema: "CoreSchema", handler: "GetJsonSchemaHandler"
    ) -> dict[str, Any]:
        """The schema of SurveyQuestionChange."""
        return handler.resolve_ref_schema(handler(TypeAdapter(SurveyQuestionChange).core_schema))


class SurveyQuestionChange(RequestModel):
    """The change of a survey question; `options` replaces the list.

    Members that the question's type does not have are ignored, whatever their values.
    The type can be repeated and not be changed, because answers were given under it.
    """

    type: SurveyType = UNSET
    title: Title = UNSET
    include_scoring: bool = UNSET
    knockout: bool = UNSET
    select_all_for_full_score: bool = UNSET
    max_character_length: CharacterLimit | None = None
    supporting_video_url: HttpUrl | None = Field(default=None, alias="supportingVideoURL")
    preferred_option: bool | None = None
    options: Options | None = None


def _members_of_type(survey_type: SurveyType, sent: Mapping[str, Any]) -> dict[str, Any]:
    return {name: sent[name] for name in sent if survey_type in _MEANT_FOR.get(name, (survey_type,))}


def _type_of(sent: object) -> SurveyType | None:
    """The type that a body names, or None when it names none that there is."""
    name = sent.get("type") if isinstance(sent, Mapping) else None
    return SurveyType(name) if isinstance(name, str) and name in SurveyType.__members__ else None


def _option_faults(survey_type: SurveyType, options: object) -> Iterable[Fault]:
    """The faults that the type's rules find in the options of a body; they may hold values of any type."""
    if survey_type not in WITH_OPTIONS:
        return
    if options is None or options == []:
        yield Fault("options", f"is required for {survey_type}")
    elif isinstance(options, Sequence):
        if survey_type is SurveyType.THUMBS_UP_DOWN and len(options) != THUMBS:
            yield Fault("options", "must be two options, the first for thumbs up")
        if survey_type is SurveyType.MULTIPLE_CHOICE_WEIGHTED:
            for index, option in enumerate(options):
                if isinstance(option, Mapping) and option.get("weight") is None:
                    yield Fault(f"options[{index}].weight", f"is required for {survey_type}")


def new_survey_question(request: CreateSurveyQuestion, scope: TeamScope, now: datetime) -> SurveyQuestion:
    """A new survey question from a request; its options get ids and positions."""
    supplied = request.supplied()
    options = supplied.pop("options", None) or ()
    return SurveyQuestion(
        **common_fields(scope, now),
        **supplied,
        options=tuple(
            _option(option, new_id(), position, request.type) for position, option in enumerate(options)
        ),
    )


def _option(request: OptionRequest, option_id: str, position: int, survey_type: SurveyType) -> SurveyOption:
    weighted = survey_type is SurveyType.MULTIPLE_CHOICE_WEIGHTED
    return SurveyOption(
        id=option_id,
        title=request.title,
        weight=request.weight if weighted else None,
        preferred=bool(request.preferred),
        position=position,
    )
