"""The vectors of the scorer's examples, which a model makes once and a file keeps.

They are some six hundred sentences of our own and take seconds to encode. The file's name has their hash, so
that changed examples are encoded anew.
"""

import hashlib
import os
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np

from local_stack.engine_server.embeddings.minilm import MiniLm

THREAD: Final = "examples"
"""The name of the thread that encodes them."""


def remember_examples(model: MiniLm, sentences: Sequence[str], folder: Path) -> None:
    """Let the model know the vectors of the sentences: from the file in `folder`, or in the background."""
    digest = hashlib.sha256("\0".join(sentences).encode()).hexdigest()[:16]
    file = folder / f"examples-{digest}.npy"
    try:
        model.know(sentences, np.load(file))
    except (OSError, ValueError):
        threading.Thread(target=_encode, args=(model, sentences, file), name=THREAD, daemon=True).start()


def _encode(model: MiniLm, sentences: Sequence[str], file: Path) -> None:
    vectors = np.stack(model.encode(sentences))
    model.know(sentences, vectors)
    aside = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        with aside.open("wb") as written:
            np.save(written, vectors)
        aside.replace(file)
    except OSError:
        # Without room for the file they are encoded at each start.
        aside.unlink(missing_ok=True)
