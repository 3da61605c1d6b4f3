"""`python -m local_stack.engine_server PORT`: the engine server, as the stack starts it."""

import os
import signal
import sys
import threading

from local_stack.engine_server.application import EngineApplication
from local_stack.engine_server.routes import ROUTES, SPEECH_STREAMS
from local_stack.engine_server.supply import LoadedOnce, ModelSupply
from local_stack.engine_server.transcription.stream import SpeechStreams
from local_stack.http.keep_alive_server import KeepAliveServer

KEY_VARIABLE = "LOCAL_ENGINES_KEY"


def run(port: int, key: str) -> None:
    """Serves until SIGTERM, which ends the process at once: nothing of it has to be kept."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    # Ctrl-C reaches the stack, which ends its processes.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    supply = ModelSupply()
    streams = SpeechStreams(key, LoadedOnce(*SPEECH_STREAMS, supply).get)
    KeepAliveServer(port, EngineApplication(key, ROUTES, supply), web_sockets=streams).start()
    supply.start()
    threading.Event().wait()


if __name__ == "__main__":
    # Not in the environment of what this process starts.
    run(int(sys.argv[1]), os.environ.pop(KEY_VARIABLE))
