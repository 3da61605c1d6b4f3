"""The lines of a played candidate: spoken, written and chosen.

`strong` speaks in the words of the question and of the scorecard, so that any engine finds in the answers
what the scorecard looks for. `weak` knows nothing and chooses badly. `silent` says nothing, writes a dash and
chooses as `weak` does. `gives_up` speaks as `strong` does, as far as it goes.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from gather.content.questions.models import Question
from gather.content.scorecards.models import Topic
from gather.content.survey_questions.models import SurveyOption, SurveyQuestion, SurveyType
from gather.sandbox.plays.models import PlayedPersona

Answer = dict[str, object]
"""The body of an answer by text, value or options."""

WORDS_SPOKEN = 60
"""Twenty seconds of speech, which any engine transcribes soon; more for an answer about many topics."""

WORDS_OF_A_TOPIC = 30
MOST_WORDS_SPOKEN = 150

MOST_WORDS_WRITTEN = 600
LEAST_TEXT = "-"
DECLINES = "No, thank you."
ASKS = "What would my first weeks with you look like?"

_OPENING = (
    "I have done this every week for the last four years, and I can tell you about it from my last job, where"
    " I was responsible for it together with a team of six people."
)
_EXAMPLE = (
    "For example, last year we had a difficult month. I planned the work, talked to everybody who was"
    " involved, decided what came first, and checked the outcome with my manager at the end of each day."
)
_OUTCOME = "As a result we finished in time, and our customers came back."
_MORE = (
    "To be more concrete, I wrote down the steps, agreed them with my colleagues, and measured after two"
    " weeks whether it had become better."
)
_KNOWS_NOTHING = "No idea. I never did that."


@dataclass(frozen=True, slots=True)
class Lines:
    """The lines of one persona in one interview."""

    persona: PlayedPersona
    questions: Sequence[Question]
    topics: Sequence[Topic] = ()

    @property
    def is_silent(self) -> bool:
        """Whether nothing is spoken."""
        return self.persona is PlayedPersona.SILENT

    @property
    def asks_back(self) -> bool:
        """Whether the candidate asks something when invited to."""
        return self.persona is PlayedPersona.STRONG

    @property
    def gives_up(self) -> bool:
        """Whether the candidate stops halfway."""
        return self.persona is PlayedPersona.GIVES_UP

    def list_questions(self, *, by_conversation: bool) -> Sequence[Question]:
        """The questions that are answered before the candidate stops: half of them, of a single one it and no
        more. A conversation would complete with the answer to its only question."""
        if not self.gives_up:
            return self.questions
        half = len(self.questions) // 2
        return self.questions[: half if by_conversation else max(1, half)]

    def speak(self, question: Question) -> str:
        """The spoken answer to a question, in a recording; empty for a silent candidate."""
        if self.is_silent:
            return ""
        wanted = max(WORDS_SPOKEN, WORDS_OF_A_TOPIC * len(self._topics_of(question)))
        return self._words(question, min(wanted, MOST_WORDS_SPOKEN))

    def say(self, question: Question, answers_before: int) -> str:
        """The answer in a conversation to a question, or to a follow-up after so many answers to it."""
        if answers_before and self._is_well_prepared:
            return _MORE
        return self._words(question, MOST_WORDS_WRITTEN, repeats=False)

    def write(self, question: Question) -> Answer:
        """The answer to a question that is answered in writing or by a choice."""
        survey = question.survey
        if survey is None or survey.type is SurveyType.FREE_TEXT:
            return {"text": self._text(question, survey.max_character_length if survey else None)}
        return _choose(survey, prefers=self._is_well_prepared)

    @property
    def _is_well_prepared(self) -> bool:
        return self.persona in (PlayedPersona.STRONG, PlayedPersona.GIVES_UP)

    def _text(self, question: Question, most_characters: int | None) -> str:
        text = LEAST_TEXT if self.is_silent else self._words(question, MOST_WORDS_WRITTEN)
        return text if most_characters is None else text[:most_characters].strip() or LEAST_TEXT

    def _words(self, question: Question, most: int, *, repeats: bool = True) -> str:
        """The answer in so many words. Unless it `repeats` the question, nobody can take it for one."""
        if not self._is_well_prepared:
            return _KNOWS_NOTHING
        topics = self._topics_of(question)
        about = [_shorten(_about(topic), most // len(topics)) for topic in topics]
        asked = [question.wording] if repeats else []
        return _shorten(" ".join([*about, _OPENING, _EXAMPLE, *asked, _OUTCOME]), most)

    def _topics_of(self, question: Question) -> Sequence[Topic]:
        """The topics that the answer to a question is about: the spoken answers share them, a free text is
        about all of them."""
        if question.survey is not None:
            return self.topics
        spoken = [each.id for each in self.questions if each.survey is None]
        return self.topics[spoken.index(question.id) :: len(spoken)]


def _about(topic: Topic) -> str:
    """The words that the scorecard looks for in an answer about a topic."""
    levels = topic.score_descriptions
    best = [text for text in levels.model_dump().values() if text][-1:] if levels else []
    looked_for = ", and ".join(_phrase(text) for text in topic.looking_for or ())
    # Whole sentences with pauses: engines that transcribe speech make little of single words.
    sentences = (
        f"When it comes to {topic.topic}, I can give you an example",
        looked_for and f"This is how I work, {looked_for}",
        topic.description,
        *best,
        f"That is what {topic.topic} means to me",
    )
    return " ".join(f"{_phrase(text)}." for text in sentences if text)


def _phrase(text: str) -> str:
    return text.strip().rstrip(".")


def _shorten(text: str, most_words: int) -> str:
    words = text.split()
    return " ".join(words[:most_words])


def _choose(survey: SurveyQuestion, *, prefers: bool) -> Answer:
    """The best choice, or the worst."""
    if survey.type is SurveyType.YES_NO:
        preferred = survey.preferred_option
        return {"value": prefers if preferred is None else preferred is prefers}
    is_weighted = survey.type is SurveyType.MULTIPLE_CHOICE_WEIGHTED
    options = sorted(survey.options, key=_weight if is_weighted else _preference, reverse=True)
    if survey.type is SurveyType.THUMBS_UP_DOWN:
        chosen = options[0] if prefers else options[-1]
        return {"value": "up" if chosen.position == 0 else "down"}
    if survey.type is SurveyType.MULTIPLE_CHOICE_MULTIPLE_ANSWER and prefers:
        preferred_ids = [option.id for option in survey.options if option.preferred]
        return {"optionIds": preferred_ids or [options[0].id]}
    return {"optionIds": [(options[0] if prefers else options[-1]).id]}


def _weight(option: SurveyOption) -> tuple[float, bool]:
    return float(option.weight or 0), option.preferred


def _preference(option: SurveyOption) -> bool:
    return option.preferred
