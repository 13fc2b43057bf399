"""Builds the kernel and compiles the message catalogues. Everything else is in pyproject.toml.

LUDOTECA_KERNEL_CHECKS=1 builds a slow twin that stops at the first index, shift or sum out of range:

    LUDOTECA_KERNEL_CHECKS=1 python setup.py build    # a whole package, in build/checked
    PYTHONPATH=build/checked python -m ludoteca perft GAME DEPTH
"""

import os
import platform
import sys
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

sys.path.insert(0, str(Path(__file__).parent / "tools"))
from compile_catalogues import compile_all

KERNEL = Path("src/ludoteca/kernel")
INCLUDED = sorted(str(file) for kind in ("pxi", "pxd", "h") for file in KERNEL.rglob(f"*.{kind}"))

CHECKED = os.environ.get("LUDOTECA_KERNEL_CHECKS") == "1"
FOLDERS = {"build_lib": "build/checked", "build_temp": "build/checked-objects"} if CHECKED else {}

# No -march=native: a wheel must run on any machine of its kind.
FAST = ["-O3", "-fno-math-errno", "-fno-trapping-math"]
# Counting bits and comparing 64-bit lanes: in every x86-64 processor since 2009.
if platform.machine().lower() in ("x86_64", "amd64"):
    FAST += ["-mpopcnt", "-msse4.2"]
# Python's own flags ask for wrapping sums, and what wraps cannot overflow: -fno-wrapv lets the check see it.
CAREFUL = [
    "-O1",
    "-g",
    "-fno-wrapv",
    "-fsanitize=bounds,shift,signed-integer-overflow",
    "-fsanitize-undefined-trap-on-error",
    "-DLUDOTECA_CHECKS=1",
]

DIRECTIVES = {
    "language_level": 3,
    "cdivision": True,
    "wraparound": False,
    "boundscheck": CHECKED,
    "initializedcheck": CHECKED,
}


class BuildKernel(build_ext):
    def run(self) -> None:
        if CHECKED and self.inplace:
            raise SystemExit("A checked kernel never replaces the ordinary one: run `python setup.py build`.")
        super().run()

    def build_extension(self, ext: Extension) -> None:
        ext.extra_compile_args = self.compile_args()
        ext.sources = self.translate(ext)
        super().build_extension(ext)

    def compile_args(self) -> list[str]:
        if self.compiler.compiler_type != "msvc":
            return CAREFUL if CHECKED else FAST
        if CHECKED:
            raise SystemExit("The checked kernel needs gcc or clang.")
        return ["/O2"]

    def translate(self, ext: Extension) -> list[str]:
        """The C sources, kept out of src: the two kernels are translated differently."""
        folder = Path("build/cython-checked" if CHECKED else "build/cython")
        translated = folder / KERNEL / "_kernel.c"
        # Cython looks at the age of its own sources only; the directives above count as well.
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
