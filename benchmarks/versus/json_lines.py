"""The bots' side of the protocol: JSON requests on stdin, JSON answers on stdout, one a line."""

from __future__ import annotations

import json
import signal
import sys


def serve(bot: object) -> None:
    """Answer requests until stdin is closed; `do` is the name of the bot's method."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent process decides when to stop
    for line in sys.stdin:
        asked = json.loads(line)
        answer = json.dumps(getattr(bot, asked["do"])(asked))
        try:
            print(answer, flush=True)
        except BrokenPipeError:
            sys.stderr.close()  # the parent is gone
            return
