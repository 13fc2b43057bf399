"""A page as a PDF file, printed by an installed Chromium or Chrome."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from pathlib import Path

from ludoteca.errors import LudotecaError

BROWSERS = (
    "chromium-headless-shell",  # starts fastest: it has no windows
    "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge",
)  # fmt: skip
_SECONDS = 120


class CannotPrint(LudotecaError):
    """No PDF was made."""


def find_chromium() -> str | None:
    """The path of an installed Chromium, Chrome or Edge."""
    return next((path for path in map(shutil.which, BROWSERS) if path), None)


def write_pdf(text: str, file: Path, browser: str) -> None:
    """Print an HTML page to a file. Raises `CannotPrint`."""
    with tempfile.TemporaryDirectory(prefix="lesson-") as folder:
        page, printed = Path(folder) / "lesson.html", Path(folder) / "lesson.pdf"
        page.write_text(text, "utf-8")
        command = [
            browser, "--headless", "--disable-gpu", "--no-sandbox", "--disable-javascript",
            f"--user-data-dir={folder}/profile", "--no-first-run", "--no-pdf-header-footer",
            f"--print-to-pdf={printed}", page.as_uri(),
        ]  # fmt: skip
        try:
            subprocess.run(command, capture_output=True, check=True, timeout=_SECONDS)
            shutil.copyfile(printed, file)
        except (subprocess.SubprocessError, FileNotFoundError):
            raise CannotPrint("lesson.no-pdf", browser=Path(browser).name) from None
