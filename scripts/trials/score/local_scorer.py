"""The local rubric scorer of the trial, with the sentence encoder where its model is there."""

import os
from collections.abc import Sequence

from local_stack.engines.rubric_evaluation import RubricEvaluation
from local_stack.engines.sentence_encoder import ENCODER_MODEL, Encoder, Vector
from local_stack.models.store import ModelMissing, path_of


def local_scorer() -> tuple[str, RubricEvaluation]:
    """The scorer, and its name, which says whether it compares meanings."""
    try:
        encoder = EncoderInProcess()
    except (ModelMissing, ImportError) as reason:
        return f"the local rubric scorer, by words alone ({reason})", RubricEvaluation()
    return "the local rubric scorer, by words and meanings", RubricEvaluation(encoder)


class EncoderInProcess(Encoder):
    """The encoder of the engine server without the server. Raises ModelMissing, and ImportError."""

    def __init__(self) -> None:
        # Read when numpy is loaded. One thread is faster for a sentence than several.
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
        from local_stack.engine_server.embeddings.minilm import MiniLm

        self._model = MiniLm(path_of(ENCODER_MODEL))

    def encode(self, sentences: Sequence[str]) -> Sequence[Vector]:
        return [tuple(vector.tolist()) for vector in self._model.encode(sentences)]
