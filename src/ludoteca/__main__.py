"""`python -m ludoteca` is the `ludoteca` command."""

import signal
import sys


def run() -> int:
    """The command, without a traceback if Ctrl-C is pressed while modules are imported."""
    try:
        from ludoteca.cli.main import main

        return main()
    except KeyboardInterrupt:
        return 130
    finally:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # nothing is left to clean up


if __name__ == "__main__":
    sys.exit(run())
