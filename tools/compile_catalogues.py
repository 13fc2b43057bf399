"""Compiles the gettext catalogues: each DOMAIN.po of `src/ludoteca/locale` into the DOMAIN.mo beside it.

    python tools/compile_catalogues.py

Catalogues that are up to date are left alone. `setup.py` and the test suite call `compile_all`.
"""

from __future__ import annotations

from pathlib import Path

LOCALE = Path(__file__).parent.parent / "src/ludoteca/locale"


def compile_all(folder: Path = LOCALE) -> list[Path]:
    """Compile every catalogue that is newer than its compiled file; the files that were written."""
    return [_compile(source) for source in sorted(folder.glob("*/LC_MESSAGES/*.po")) if _is_stale(source)]


def _is_stale(source: Path) -> bool:
    compiled = source.with_suffix(".mo")
    return not compiled.exists() or compiled.stat().st_mtime < source.stat().st_mtime


def _compile(source: Path) -> Path:
    import polib

    compiled = source.with_suffix(".mo")
    scratch = compiled.with_suffix(".mo.new")  # two processes may compile at once
    polib.pofile(str(source)).save_as_mofile(str(scratch))
    scratch.replace(compiled)
    return compiled


if __name__ == "__main__":
    for file in compile_all():
        print(file.relative_to(LOCALE))
