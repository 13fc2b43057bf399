"""How strong is Ludoteca's engine? Matches against other programs, older ideas and itself.

python benchmarks/versus/run.py [--opponent GROUP] [--game GAME] [--games N] [--processes P] [--json]
"""

import sys
from pathlib import Path

if __name__ == "__main__":
    # A script sees only its own folder; the benchmarks are a package two folders above.
    sys.path[0] = str(Path(__file__).resolve().parents[2])
    from benchmarks.versus.command import main

    sys.exit(main())
