"""The speed of Ludoteca, as ratios to OpenSpiel and to C, measured in one run on one thread.

python benchmarks/run.py [--quick] [--only GAME ...] [--json FILE]
"""

import sys
from pathlib import Path

if __name__ == "__main__":
    # The benchmarks are a package in the parent folder of this script's.
    sys.path[0] = str(Path(__file__).resolve().parent.parent)
    from benchmarks.bench import main

    sys.exit(main())
