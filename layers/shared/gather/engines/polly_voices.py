"""The neural voices of Amazon Polly, as narrators.

The table stands in the code so that listing narrators makes no call. A narrator's id is derived from
the voice's name, and therefore stays the same when voices are added or reordered.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple
from uuid import UUID, uuid5

from gather.engines.protocols import Narrator

if TYPE_CHECKING:
    from mypy_boto3_polly.literals import LanguageCodeType, VoiceIdType

_POLLY: Final = UUID("5f1d1f52-5f0a-5b5e-9a83-1d1a4a0c7a61")


class Voice(NamedTuple):
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


VOICES: Final[tuple[Voice, ...]] = (
    Voice("Joanna", "en-US", "female", "US English"),
    Voice("Matthew", "en-US", "male", "US English"),
    Voice("Danielle", "en-US", "female", "US English"),
    Voice("Gregory", "en-US", "male", "US English"),
    Voice("Ruth", "en-US", "female", "US English"),
    Voice("Stephen", "en-US", "male", "US English"),
    Voice("Kendra", "en-US", "female", "US English"),
    Voice("Kimberly", "en-US", "female", "US English"),
    Voice("Salli", "en-US", "female", "US English"),
    Voice("Joey", "en-US", "male", "US English"),
    Voice("Amy", "en-GB", "female", "British English"),
    Voice("Emma", "en-GB", "female", "British English"),
    Voice("Brian", "en-GB", "male", "British English"),
    Voice("Arthur", "en-GB", "male", "British English"),
    Voice("Niamh", "en-IE", "female", "Irish English"),
    Voice("Olivia", "en-AU", "female", "Australian English"),
    Voice("Aria", "en-NZ", "female", "New Zealand English"),
    Voice("Ayanda", "en-ZA", "female", "South African English"),
    Voice("Kajal", "en-IN", "female", "Indian English"),
    Voice("Hala", "ar-AE", "female", "Gulf Arabic"),
    Voice("Zayd", "ar-AE", "male", "Gulf Arabic"),
    Voice("Arlet", "ca-ES", "female", "Catalan"),
    Voice("Zhiyu", "cmn-CN", "female", "Mandarin Chinese"),
    Voice("Hiujin", "yue-CN", "female", "Cantonese"),
    Voice("Jitka", "cs-CZ", "female", "Czech"),
    Voice("Sofie", "da-DK", "female", "Danish"),
    Voice("Laura", "nl-NL", "female", "Dutch"),
    Voice("Lisa", "nl-BE", "female", "Belgian Dutch"),
    Voice("Suvi", "fi-FI", "female", "Finnish"),
    Voice("Lea", "fr-FR", "female", "French"),
    Voice("Remi", "fr-FR", "male", "French"),
    Voice("Isabelle", "fr-BE", "female", "Belgian French"),
    Voice("Gabrielle", "fr-CA", "female", "Canadian French"),
    Voice("Liam", "fr-CA", "male", "Canadian French"),
    Voice("Vicki", "de-DE", "female", "German"),
    Voice("Daniel", "de-DE", "male", "German"),
    Voice("Hannah", "de-AT", "female", "Austrian German"),
    Voice("Sabrina", "de-CH", "female", "Swiss German"),
    Voice("Bianca", "it-IT", "female", "Italian"),
    Voice("Adriano", "it-IT", "male", "Italian"),
    Voice("Kazuha", "ja-JP", "female", "Japanese"),
    Voice("Takumi", "ja-JP", "male", "Japanese"),
    Voice("Seoyeon", "ko-KR", "female", "Korean"),
    Voice("Ida", "nb-NO", "female", "Norwegian"),
    Voice("Ola", "pl-PL", "female", "Polish"),
    Voice("Camila", "pt-BR", "female", "Brazilian Portuguese"),
    Voice("Thiago", "pt-BR", "male", "Brazilian Portuguese"),
    Voice("Ines", "pt-PT", "female", "Portuguese"),
    Voice("Lucia", "es-ES", "female", "Spanish"),
    Voice("Sergio", "es-ES", "male", "Spanish"),
    Voice("Mia", "es-MX", "female", "Mexican Spanish"),
    Voice("Andres", "es-MX", "male", "Mexican Spanish"),
    Voice("Lupe", "es-US", "female", "US Spanish"),
    Voice("Pedro", "es-US", "male", "US Spanish"),
    Voice("Elin", "sv-SE", "female", "Swedish"),
    Voice("Burcu", "tr-TR", "female", "Turkish"),
)
