"""Whether a team's own text message says how to end the messages (interface: Opt-outs, rule 5).

Only the template counts, never what stands in for its placeholders: an interview may be called “Non-stop”.
The text has to say what to do with the word. A notice that is missing breaks a rule of the carriers (CTIA),
and one too many breaks none, so in doubt it is added.
"""

import re
from typing import Final

_WORD: Final = (
    r"(?<![\w&-])(?:(?-i:STOPP?|ARR[ÊE]T|UNSUBSCRIBE|BAJA|ALTO|PARAR|SAIR)"
    r"|[\"'“„«‘](?:stopp?|unsubscribe)[\"'”“»’])(?![\w-]|\s*&)"
)
_DO: Final = (
    r"(?:reply|respond|text|txt|send|answer|type|write|opt\W?out|unsubscribe|to (?:end|quit|cancel|leave)"
    r"|antwort\w*|sende\w*|schreib\w*|sims\w*|abmeld\w*|abbestell\w*|beenden"
    r"|r[ée]pond\w*|envoy\w*|[ée]cri\w*|d[ée]sabonn\w*|d[ée]sinscri\w*"
    r"|env[ií]\w*|contest\w*|escrib\w*|escrev\w*|cancel\w*|darse de"
    r"|rispond\w*|scriv\w*|disiscri\w*|annull\w*|antwoord\w*|stuur\w*|afmeld\w*|uitschrij\w*"
    r"|odpowi\w*|odpisz\w*|wy[śs]l\w*|napisz\w*|zrezygn\w*|أرسل\w*|ارسل\w*|أجب|رد|اكتب)"
)
_THEN: Final = (
    r"(?:ends?|to (?:end|stop|quit|cancel|leave|opt|unsubscribe)|=|:|antworten|senden|schreiben|beendet"
    r"|um sich|pour|para (?:no|não|cancelar|darse|sair|parar)|per (?:non|annull|disiscr|cancell)"
    r"|om je|om u|om te|aby|لإ)"
)
_SAYS_HOW: Final = rf"\b{_DO}\b(?:[^\w.!?]+\w+){{0,4}}?[^\w.!?]*{_WORD}|{_WORD}\W*{_THEN}"
"""It is compiled at its first use, which most functions do not come to."""


def says_how_to_stop(template: str) -> bool:
    """Whether a template says by which word the messages end."""
    own = re.sub(r"\{\{[^{}]*\}\}", " ", template)
    return re.search(_SAYS_HOW, own, re.IGNORECASE) is not None
