"""The material of an AI interview's interviewer: what to ask, to say and to tell of the interview."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from gather.ports.assistant import Passage


@dataclass(frozen=True, slots=True)
class Script:
    """What the interviewer may say and rest on.

    `display_name` is the interview's, `company_name` the branding's. `prompt` is the persona's, empty when
    there is none. `greeting` is the configured one and `welcome` the interview's, empty where there is none.
    `wordings` has at least the open and the next question's, by their ids. `knowledge` reads what a reply may
    rest on; it is called only when the candidate may be asking. `candidate_name` is the first name, and
    `contact` the address of the team for candidates; either may be empty.
    """

    display_name: str
    company_name: str
    prompt: str
    wordings: Mapping[str, str]
    knowledge: Callable[[], Sequence[Passage]]
    greeting: str = ""
    welcome: str = ""
    candidate_name: str = ""
    contact: str = ""

    @property
    def team_words(self) -> tuple[str, ...]:
        """The greeting and the welcome, those that there are: the team's own words, which may be repeated."""
        return tuple(filter(None, (self.greeting, self.welcome)))
