"""How fast is Ludoteca? Ratios against OpenSpiel and against C, measured in one run on one thread.

python benchmarks/run.py [--quick] [--only GAME ...] [--json FILE]
"""

import sys
from pathlib import Path

if __name__ == "__main__":
    # A script sees only its own folder; the benchmarks are a package one folder above.
    sys.path[0] = str(Path(__file__).resolve().parent.parent)
    from benchmarks.bench import main

    sys.exit(main())
