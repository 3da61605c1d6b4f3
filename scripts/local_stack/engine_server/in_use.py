"""Which engines a stack uses, for people and for `GET /_local/health`."""

from collections.abc import Mapping
from typing import Any, Final

from local_stack.engine_server.routes import ROUTES, chosen_whisper_model
from local_stack.engine_server.supply import ModelState

BY_HTTP: Final = "openai-compatible"
_EMBEDDINGS: Final = "/v1/embeddings"

Models = Mapping[str, Mapping[str, Any]]
"""What the engine server says of each model, by the models' names; nothing where there is no server."""


def engines_in_use(servers: Mapping[str, str], models: Models) -> dict[str, str]:
    """The name of the model, of the ears and of the voice. `servers` are the variables of those by HTTP."""
    names = {"model": _scorer(models), "transcription": _ears(models), "speech": _voice(models)}
    return {kind: BY_HTTP if servers.get(f"{kind.upper()}_URL") else name for kind, name in names.items()}


def describe_engines(servers: Mapping[str, str], models: Models) -> list[str]:
    """Lines for a person: what is used, and what is on its way or missing."""
    used = engines_in_use(servers, models)
    heard, said, judged = used["transcription"], used["speech"], used["model"]
    lines = [f"Engines    ears: {heard}   voice: {said}   judgement: {judged}"]
    coming = [name for name, each in models.items() if each["state"] == ModelState.FETCHING]
    if coming:
        lines.append(f"           being fetched: {', '.join(coming)}")
    reasons = [each["reason"] for each in models.values() if each["state"] == ModelState.UNAVAILABLE]
    lines += [f"           {reason}" for reason in dict.fromkeys(reasons)]
    return lines


def _scorer(models: Models) -> str:
    understands = any(route.path == _EMBEDDINGS for route in ROUTES) and _is_ready(models, "minilm-l6")
    return "local-rubric minilm-l6" if understands else "local-rubric"


def _ears(models: Models) -> str:
    if models and chosen_whisper_model():
        return chosen_whisper_model()
    known = models.get("whisper-base")
    return "whisper-base" if known and known["state"] != ModelState.UNAVAILABLE else "none"


def _voice(models: Models) -> str:
    return "piper" if _is_ready(models, "piper-joe") else "espeak-ng"


def _is_ready(models: Models, name: str) -> bool:
    return name in models and models[name]["state"] == ModelState.READY
