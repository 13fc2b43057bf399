"""Builds the kernel and compiles the message catalogues. Everything else is in pyproject.toml.

LUDOTECA_KERNEL_BUILD chooses an instrumented build, which goes with a copy of the package into build/NAME:

    LUDOTECA_KERNEL_BUILD=checked python setup.py build    # traps an index, shift or sum out of range
    LUDOTECA_KERNEL_BUILD=asan python setup.py build       # AddressSanitizer and UndefinedBehaviorSanitizer
    LUDOTECA_KERNEL_BUILD=tsan python setup.py build       # ThreadSanitizer

    PYTHONPATH=build/checked python -m ludoteca perft GAME DEPTH

`make sanitize` runs the last two with the runtime libraries that they need.
"""

import os
import platform
import sys
from dataclasses import dataclass, field
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

sys.path.insert(0, str(Path(__file__).parent / "tools"))
from compile_catalogues import compile_all

KERNEL = Path("src/ludoteca/kernel")
INCLUDED = sorted(str(file) for kind in ("pxi", "pxd", "h") for file in KERNEL.rglob(f"*.{kind}"))
PLANTED_FAULTS = "tests/sanitize/planted_faults.c"


@dataclass(frozen=True)
class Build:
    """One way to compile the kernel with gcc or clang."""

    compile_args: list[str]
    link_args: list[str] = field(default_factory=list)
    bounds_checks: bool = False
    extra_sources: list[str] = field(default_factory=list)


def sanitizer(names: str, *compile_args: str) -> Build:
    # Python's own flags include -fwrapv, which defines signed overflow: -fno-wrapv lets UBSan report it.
    flags = [f"-fsanitize={names}", "-fno-sanitize-recover=all", "-fno-omit-frame-pointer", "-fno-wrapv"]
    return Build([*flags, *compile_args, "-g"], [f"-fsanitize={names}"], extra_sources=[PLANTED_FAULTS])


# No -march=native: a wheel must run on any machine of its architecture. -g0 overrides the -g of Python's own
# flags: debug information took a quarter of the compile time and seven eighths of the file.
FAST = ["-O3", "-g0", "-fno-math-errno", "-fno-trapping-math"]
# POPCNT and 64-bit comparisons: in every x86-64 processor since 2009.
if platform.machine().lower() in ("x86_64", "amd64"):
    FAST += ["-mpopcnt", "-msse4.2"]

BUILDS = {
    "fast": Build(FAST),
    "checked": Build(
        [
            *("-O1", "-g", "-fno-wrapv"),
            *("-fsanitize=bounds,shift,signed-integer-overflow", "-fsanitize-undefined-trap-on-error"),
        ],
        bounds_checks=True,
    ),
    "asan": sanitizer("address,undefined", "-O1"),
    "tsan": sanitizer("thread", "-O2"),
}
NAME = os.environ.get("LUDOTECA_KERNEL_BUILD", "fast")
if NAME not in BUILDS:
    raise SystemExit(f"LUDOTECA_KERNEL_BUILD must be one of {', '.join(BUILDS)}, not {NAME!r}.")
BUILD = BUILDS[NAME]
INSTRUMENTED = NAME != "fast"
FOLDERS = {"build_lib": f"build/{NAME}", "build_temp": f"build/{NAME}-objects"} if INSTRUMENTED else {}

DIRECTIVES = {
    "language_level": 3,
    "cdivision": True,
    "wraparound": False,
    "boundscheck": BUILD.bounds_checks,
    "initializedcheck": BUILD.bounds_checks,
}


class BuildKernel(build_ext):
    def run(self) -> None:
        if INSTRUMENTED and self.inplace:
            raise SystemExit("An instrumented kernel is never built in place: run `python setup.py build`.")
        super().run()

    def build_extension(self, ext: Extension) -> None:
        self.set_flags(ext)
        ext.sources = [*self.translate(ext), *BUILD.extra_sources]
        super().build_extension(ext)

    def set_flags(self, ext: Extension) -> None:
        if self.compiler.compiler_type != "msvc":
            ext.extra_compile_args, ext.extra_link_args = BUILD.compile_args, BUILD.link_args
        elif INSTRUMENTED:
            raise SystemExit("An instrumented kernel needs gcc or clang.")
        else:
            ext.extra_compile_args = ["/O2"]

    def translate(self, ext: Extension) -> list[str]:
        """The C sources, kept out of src: bounds checks are part of the translation."""
        folder = Path("build/cython-checked" if BUILD.bounds_checks else "build/cython")
        translated = folder / KERNEL / "_kernel.c"
        # Cython compares the ages of its own sources only; the directives above count as well.
        stale = translated.exists() and translated.stat().st_mtime < Path("setup.py").stat().st_mtime
        done = cythonize([ext], build_dir=str(folder), compiler_directives=DIRECTIVES, force=stale)
        return done[0].sources


compile_all()
setup(
    ext_modules=[
        Extension(
            "ludoteca.kernel._kernel",
            [str(KERNEL / "_kernel.pyx")],
            include_dirs=[str(KERNEL)],
            depends=["setup.py", *INCLUDED],
        )
    ],
    cmdclass={"build_ext": BuildKernel},
    options={"build": FOLDERS},
)
