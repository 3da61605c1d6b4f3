"""The neural voices of Amazon Polly, as narrators.

The table stands in the code so that listing narrators makes no call. A narrator's id is derived from
the voice's name, and therefore stays the same when voices are added or reordered.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple
from uuid import UUID, uuid5

from gather.ports.speech import Narrator

if TYPE_CHECKING:
    from mypy_boto3_polly.literals import LanguageCodeType, VoiceIdType

_POLLY: Final = UUID("5f1d1f52-5f0a-5b5e-9a83-1d1a4a0c7a61")


class PollyVoice(NamedTuple):
    """A voice: its name in Polly, its language, `female` or `male`, and the language in words."""

    name: VoiceIdType
    language: LanguageCodeType
    gender: str
    speaks: str

    @property
    def narrator(self) -> Narrator:
        return Narrator(
            id=str(uuid5(_POLLY, f"neural/{self.name}")),
            name=self.name,
            language=self.language,
            gender=self.gender,
            description=f"{self.speaks}, {self.gender} neural voice",
        )


VOICES: Final[tuple[PollyVoice, ...]] = (
    PollyVoice("Joanna", "en-US", "female", "US English"),
    PollyVoice("Matthew", "en-US", "male", "US English"),
    PollyVoice("Danielle", "en-US", "female", "US English"),
    PollyVoice("Gregory", "en-US", "male", "US English"),
    PollyVoice("Ruth", "en-US", "female", "US English"),
    PollyVoice("Stephen", "en-US", "male", "US English"),
    PollyVoice("Kendra", "en-US", "female", "US English"),
    PollyVoice("Kimberly", "en-US", "female", "US English"),
    PollyVoice("Salli", "en-US", "female", "US English"),
    PollyVoice("Joey", "en-US", "male", "US English"),
    PollyVoice("Amy", "en-GB", "female", "British English"),
    PollyVoice("Emma", "en-GB", "female", "British English"),
    PollyVoice("Brian", "en-GB", "male", "British English"),
    PollyVoice("Arthur", "en-GB", "male", "British English"),
    PollyVoice("Niamh", "en-IE", "female", "Irish English"),
    PollyVoice("Olivia", "en-AU", "female", "Australian English"),
    PollyVoice("Aria", "en-NZ", "female", "New Zealand English"),
    PollyVoice("Ayanda", "en-ZA", "female", "South African English"),
    PollyVoice("Kajal", "en-IN", "female", "Indian English"),
    PollyVoice("Hala", "ar-AE", "female", "Gulf Arabic"),
    PollyVoice("Zayd", "ar-AE", "male", "Gulf Arabic"),
    PollyVoice("Arlet", "ca-ES", "female", "Catalan"),
    PollyVoice("Zhiyu", "cmn-CN", "female", "Mandarin Chinese"),
    PollyVoice("Hiujin", "yue-CN", "female", "Cantonese"),
    PollyVoice("Jitka", "cs-CZ", "female", "Czech"),
    PollyVoice("Sofie", "da-DK", "female", "Danish"),
    PollyVoice("Laura", "nl-NL", "female", "Dutch"),
    PollyVoice("Lisa", "nl-BE", "female", "Belgian Dutch"),
    PollyVoice("Suvi", "fi-FI", "female", "Finnish"),
    PollyVoice("Lea", "fr-FR", "female", "French"),
    PollyVoice("Remi", "fr-FR", "male", "French"),
    PollyVoice("Isabelle", "fr-BE", "female", "Belgian French"),
    PollyVoice("Gabrielle", "fr-CA", "female", "Canadian French"),
    PollyVoice("Liam", "fr-CA", "male", "Canadian French"),
    PollyVoice("Vicki", "de-DE", "female", "German"),
    PollyVoice("Daniel", "de-DE", "male", "German"),
    PollyVoice("Hannah", "de-AT", "female", "Austrian German"),
    PollyVoice("Sabrina", "de-CH", "female", "Swiss German"),
    PollyVoice("Bianca", "it-IT", "female", "Italian"),
    PollyVoice("Adriano", "it-IT", "male", "Italian"),
    PollyVoice("Kazuha", "ja-JP", "female", "Japanese"),
    PollyVoice("Takumi", "ja-JP", "male", "Japanese"),
    PollyVoice("Seoyeon", "ko-KR", "female", "Korean"),
    PollyVoice("Ida", "nb-NO", "female", "Norwegian"),
    PollyVoice("Ola", "pl-PL", "female", "Polish"),
    PollyVoice("Camila", "pt-BR", "female", "Brazilian Portuguese"),
    PollyVoice("Thiago", "pt-BR", "male", "Brazilian Portuguese"),
    PollyVoice("Ines", "pt-PT", "female", "Portuguese"),
    PollyVoice("Lucia", "es-ES", "female", "Spanish"),
    PollyVoice("Sergio", "es-ES", "male", "Spanish"),
    PollyVoice("Mia", "es-MX", "female", "Mexican Spanish"),
    PollyVoice("Andres", "es-MX", "male", "Mexican Spanish"),
    PollyVoice("Lupe", "es-US", "female", "US Spanish"),
    PollyVoice("Pedro", "es-US", "male", "US Spanish"),
    PollyVoice("Elin", "sv-SE", "female", "Swedish"),
    PollyVoice("Burcu", "tr-TR", "female", "Turkish"),
)
