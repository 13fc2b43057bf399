"""The playing strength of the engine: matches against other programs, the classics and itself.

python benchmarks/versus/run.py [--opponent GROUP] [--game GAME] [--games N] [--processes P] [--json]
"""

import sys
from pathlib import Path

if __name__ == "__main__":
    # The benchmarks are a package two folders above this script.
    sys.path[0] = str(Path(__file__).resolve().parents[2])
    from benchmarks.versus.command import main

    sys.exit(main())
